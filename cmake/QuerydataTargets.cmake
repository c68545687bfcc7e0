# How the targets of the project are made: one object library a floor, all of them in one library.

# The floors, lowest first. A floor includes only from floors before its own; schema, context, values and knowledge
# do not know each other. tests/lint/floors.py reads the same order.
set(QUERYDATA_FLOORS core text model sql db store search schema context values knowledge plan)

function(querydata_set_flags target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES
    CXX_EXTENSIONS OFF
    POSITION_INDEPENDENT_CODE ON
    CXX_VISIBILITY_PRESET hidden
    C_VISIBILITY_PRESET hidden
    VISIBILITY_INLINES_HIDDEN ON)
  # No contraction: a fused multiply-add would give other bits on other machines.
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wconversion -Wshadow -ffp-contract=off)
  # GCC 12 sees overlaps in its own std::string where there are none (GCC bug 105651).
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13
     AND CMAKE_BUILD_TYPE MATCHES "Rel")
    target_compile_options(${target} PRIVATE -Wno-restrict)
  endif()
  if(QUERYDATA_WARNINGS_AS_ERRORS)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(QUERYDATA_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${QUERYDATA_SANITIZE} -fno-omit-frame-pointer
      -fno-sanitize-recover=all)
    # GCC's flow analysis sees uninitialised members in sanitized code where there are none.
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      target_compile_options(${target} PRIVATE -Wno-maybe-uninitialized)
    endif()
    target_link_options(${target} PRIVATE -fsanitize=${QUERYDATA_SANITIZE})
  endif()
  # The keywords are one long list of template arguments.
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    target_compile_options(${target} PRIVATE -fbracket-depth=1024)
  endif()
  if(QUERYDATA_LIBFUZZER)
    target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
  endif()
endfunction()

# querydata_add_floor(<floor> SOURCES <file>... [LINK <target>...])
function(querydata_add_floor floor)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINK")
  set(target querydata_${floor})
  add_library(${target} OBJECT ${arg_SOURCES})
  querydata_set_flags(${target})
  target_include_directories(${target} PUBLIC ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(${target} PUBLIC ${arg_LINK})
  set_property(GLOBAL APPEND PROPERTY querydata_links ${arg_LINK})
endfunction()

# The floors up to and including <floor>, without its equals among schema, context, values, knowledge.
function(querydata_floors_up_to floor out)
  set(peers schema context values knowledge)
  set(floors)
  foreach(candidate IN LISTS QUERYDATA_FLOORS)
    if(candidate STREQUAL floor OR NOT (candidate IN_LIST peers AND floor IN_LIST peers))
      list(APPEND floors querydata_${candidate})
    endif()
    if(candidate STREQUAL floor)
      break()
    endif()
  endforeach()
  set(${out} ${floors} PARENT_SCOPE)
endfunction()
