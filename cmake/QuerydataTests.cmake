# How tests are declared.
find_package(doctest REQUIRED)
include(doctest)
find_package(Python3 REQUIRED COMPONENTS Interpreter)

add_library(querydata_test_main OBJECT ${PROJECT_SOURCE_DIR}/tests/unit/main.cpp)
target_link_libraries(querydata_test_main PUBLIC doctest::doctest)
querydata_set_flags(querydata_test_main)

# Builds the tests labelled `threads` only: all that a ThreadSanitizer build is for.
add_custom_target(thread_tests)

# No test needs more unless it hangs; sanitizers make programs several times slower.
set(QUERYDATA_TEST_SECONDS 600)
if(QUERYDATA_SANITIZE)
  set(QUERYDATA_TEST_SECONDS 1200)
endif()

# querydata_add_test(<name> FLOOR <floor> SOURCES <file>... [LABELS <label>...] [LINK <target>...])
# One doctest program that sees the floors up to <floor>, its cases discovered as "<name>.<case>".
function(querydata_add_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "FLOOR" "SOURCES;LABELS;LINK")
  querydata_floors_up_to(${arg_FLOOR} floors)
  set(target test_${name})
  add_executable(${target} ${arg_SOURCES})
  querydata_set_flags(${target})
  target_link_libraries(${target} PRIVATE querydata_test_main doctest::doctest ${floors} ${arg_LINK})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_compile_definitions(${target} PRIVATE QUERYDATA_TEST_DATA="${PROJECT_SOURCE_DIR}/tests/data")
  # An empty list of labels would vanish on the way and take the next word for its own.
  set(labels)
  if(arg_LABELS)
    set(labels LABELS "${arg_LABELS}")
  endif()
  # A doctest filter that matches no case exits 0: without the regular expression a badly named case would pass unrun.
  doctest_discover_tests(${target} TEST_PREFIX "${name}."
    PROPERTIES TIMEOUT ${QUERYDATA_TEST_SECONDS} FAIL_REGULAR_EXPRESSION "test cases: +0 " ${labels})
  if("threads" IN_LIST arg_LABELS)
    add_dependencies(thread_tests ${target})
  endif()
endfunction()

# The servers' clients, for tests only. Debian's packages have neither a pkg-config nor a CMake file for both.
find_path(LIBPQ_INCLUDE_DIR libpq-fe.h PATH_SUFFIXES postgresql)
find_library(LIBPQ_LIBRARY pq)
if(NOT LIBPQ_INCLUDE_DIR OR NOT LIBPQ_LIBRARY)
  set(LIBPQ_LIBRARY "")
  message(STATUS "libpq-dev is absent: no test runs statements on PostgreSQL")
endif()
find_path(LIBMARIADB_INCLUDE_DIR mysql.h PATH_SUFFIXES mariadb)
find_library(LIBMARIADB_LIBRARY mariadb)
if(NOT LIBMARIADB_INCLUDE_DIR OR NOT LIBMARIADB_LIBRARY)
  set(LIBMARIADB_LIBRARY "")
  message(STATUS "libmariadb-dev is absent: no test runs statements on MariaDB")
endif()

# querydata_add_engine_test(<name> ENGINE postgresql|mariadb FLOOR <floor> SOURCES <file>... [LABELS <label>...]
#                           [LINK <target>...])
# One doctest program, run once beside a server of its own; skipped by name where the server is not installed.
function(querydata_add_engine_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "ENGINE;FLOOR" "SOURCES;LABELS;LINK")
  querydata_floors_up_to(${arg_FLOOR} floors)
  set(client LIBPQ)
  if(arg_ENGINE STREQUAL mariadb)
    set(client LIBMARIADB)
  endif()
  set(target test_${name})
  add_executable(${target} ${arg_SOURCES})
  querydata_set_flags(${target})
  target_link_libraries(${target} PRIVATE querydata_test_main doctest::doctest ${floors} ${arg_LINK} ${${client}_LIBRARY})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_include_directories(${target} SYSTEM PRIVATE ${${client}_INCLUDE_DIR})
  target_compile_definitions(${target} PRIVATE QUERYDATA_TEST_DATA="${PROJECT_SOURCE_DIR}/tests/data")
  add_test(NAME ${name}
    COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/engines/with_engine.py ${arg_ENGINE} $<TARGET_FILE:${target}>)
  set_tests_properties(${name} PROPERTIES LABELS "engine;${arg_LABELS}" SKIP_RETURN_CODE 77
    TIMEOUT ${QUERYDATA_TEST_SECONDS})
endfunction()
