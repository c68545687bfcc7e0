# Install rules: headers, libraries, the CMake package and the pkg-config file of the C library.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/querydata)
set(installed querydata)
install(TARGETS querydata EXPORT querydata-targets
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

if(TARGET querydata_c)
  install(TARGETS querydata_c EXPORT querydata-c-targets
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
    FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  # Paths relative to the file itself, so that an installed tree may be moved.
  file(RELATIVE_PATH pc_prefix
    ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
  configure_file(${PROJECT_SOURCE_DIR}/cmake/querydata.pc.in ${PROJECT_BINARY_DIR}/querydata.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/querydata.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
  install(EXPORT querydata-c-targets NAMESPACE querydata:: DESTINATION ${package_dir})
endif()
if(TARGET querydata_cli)
  install(TARGETS querydata_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()

install(EXPORT querydata-targets NAMESPACE querydata:: DESTINATION ${package_dir})
set(querydata_is_static OFF)
get_target_property(kind querydata TYPE)
if(kind STREQUAL "STATIC_LIBRARY")
  set(querydata_is_static ON)
  install(FILES
    ${PROJECT_SOURCE_DIR}/cmake/FindUtf8proc.cmake
    ${PROJECT_SOURCE_DIR}/cmake/FindStemmer.cmake
    ${PROJECT_SOURCE_DIR}/cmake/FindFaissSerial.cmake
    DESTINATION ${package_dir})
endif()
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/querydata-config.cmake.in
  ${PROJECT_BINARY_DIR}/querydata-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/querydata-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/querydata-config.cmake
  ${PROJECT_BINARY_DIR}/querydata-config-version.cmake
  DESTINATION ${package_dir})
