# How tests are declared.
find_package(doctest REQUIRED)
include(doctest)
find_package(Python3 REQUIRED COMPONENTS Interpreter)

add_library(querydata_test_main OBJECT ${PROJECT_SOURCE_DIR}/tests/unit/main.cpp)
target_link_libraries(querydata_test_main PUBLIC doctest::doctest)
querydata_set_flags(querydata_test_main)

# Builds the tests labelled `threads` only: all that a ThreadSanitizer build is for.
add_custom_target(thread_tests)

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
  # A doctest filter that matches no case exits 0: without the regular expression a badly named case would pass unrun.
  doctest_discover_tests(${target} TEST_PREFIX "${name}."
    PROPERTIES LABELS "${arg_LABELS}" TIMEOUT 120 FAIL_REGULAR_EXPRESSION "test cases: +0 ")
  if("threads" IN_LIST arg_LABELS)
    add_dependencies(thread_tests ${target})
  endif()
endfunction()
