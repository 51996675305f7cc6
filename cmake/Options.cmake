# Flags that every target of ours carries, and the functions that make rooms and tests.
add_library(proviso_flags INTERFACE)
target_compile_options(proviso_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wold-style-cast -Wimplicit-fallthrough
  -Werror)
target_include_directories(proviso_flags INTERFACE "${CMAKE_SOURCE_DIR}" "${CMAKE_BINARY_DIR}/generated")
if(PROVISO_SANITIZE)
  target_compile_options(proviso_flags INTERFACE -fsanitize=${PROVISO_SANITIZE} -fno-omit-frame-pointer)
  target_link_options(proviso_flags INTERFACE -fsanitize=${PROVISO_SANITIZE})
endif()

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # What ccache asks for where headers are precompiled.
  set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_SLOPPINESS=pch_defines,time_macros "${CCACHE_PROGRAM}")
  set(CMAKE_PCH_INSTANTIATE_TEMPLATES OFF)
  add_compile_options($<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fpch-preprocess>)
endif()

# proviso_room(NAME sources…): the static library of one room, linked as proviso::NAME.
function(proviso_room name)
  add_library(proviso_${name} STATIC ${ARGN})
  add_library(proviso::${name} ALIAS proviso_${name})
  target_link_libraries(proviso_${name} PRIVATE proviso_flags)
endfunction()

# proviso_test(NAME LABEL label SOURCES … LIBS … [WHOLE]): one GoogleTest binary. Each case is its own ctest
# entry, unless WHOLE: then the binary is one entry (LibTorch costs 0.3 s a start).
function(proviso_test name)
  cmake_parse_arguments(ARG "WHOLE" "LABEL" "SOURCES;LIBS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE proviso_flags ${ARG_LIBS} GTest::gtest GTest::gmock GTest::gtest_main)
  target_compile_definitions(${name} PRIVATE PROVISO_SOURCE_DIR="${CMAKE_SOURCE_DIR}"
                                             PROVISO_BINARY_DIR="${CMAKE_BINARY_DIR}")
  if(ARG_WHOLE)
    add_test(NAME ${name} COMMAND ${name})
    set_tests_properties(${name} PROPERTIES LABELS "${ARG_LABEL}" SKIP_REGULAR_EXPRESSION "ALL TESTS SKIPPED")
  else()
    include(GoogleTest)
    gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST PROPERTIES LABELS "${ARG_LABEL}")
  endif()
endfunction()

# proviso_data(TARGET NAMESPACE files…): compiles data files into TARGET. "generated/NAMESPACE_data.h" declares
# std::string_view NAMESPACE::data::FILE_STEM for each file.
function(proviso_data target namespace)
  set(outputs)
  set(header "${CMAKE_BINARY_DIR}/generated/${namespace}_data.h")
  set(source "${CMAKE_BINARY_DIR}/generated/${namespace}_data.cc")
  set(paths)
  foreach(file ${ARGN})
    list(APPEND paths "${CMAKE_CURRENT_SOURCE_DIR}/${file}")
  endforeach()
  list(JOIN paths "|" joined)
  add_custom_command(
    OUTPUT "${header}" "${source}"
    COMMAND "${CMAKE_COMMAND}" "-DFILES=${joined}" "-DNAMESPACE=${namespace}" "-DHEADER=${header}"
            "-DSOURCE=${source}" -P "${CMAKE_SOURCE_DIR}/cmake/EmbedData.cmake"
    DEPENDS ${paths} "${CMAKE_SOURCE_DIR}/cmake/EmbedData.cmake"
    VERBATIM)
  target_sources(${target} PRIVATE "${source}" "${header}")
endfunction()
