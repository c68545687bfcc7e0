# Finds FAISS with a single-threaded BLAS. Target: FaissSerial::faiss
#
# FAISS's own CMake config links whatever libblas.so is the machine's default, which may start threads when it is
# loaded. A library must not do that to its host, so the reference BLAS and LAPACK are linked in, statically.
find_path(FaissSerial_INCLUDE_DIR faiss/IndexFlat.h)
find_library(FaissSerial_LIBRARY faiss)
find_library(FaissSerial_BLAS NAMES libblas.a PATH_SUFFIXES blas)
find_library(FaissSerial_LAPACK NAMES liblapack.a PATH_SUFFIXES lapack)
find_package(OpenMP QUIET COMPONENTS CXX)
execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libgfortran.so
  OUTPUT_VARIABLE FaissSerial_GFORTRAN OUTPUT_STRIP_TRAILING_WHITESPACE)
if(NOT EXISTS "${FaissSerial_GFORTRAN}")
  file(GLOB FaissSerial_GFORTRAN /usr/lib/gcc/${CMAKE_LIBRARY_ARCHITECTURE}/*/libgfortran.so)
endif()
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(FaissSerial
  REQUIRED_VARS FaissSerial_LIBRARY FaissSerial_INCLUDE_DIR FaissSerial_BLAS FaissSerial_LAPACK FaissSerial_GFORTRAN
                OpenMP_CXX_FOUND
  REASON_FAILURE_MESSAGE "Debian: apt install libfaiss-dev libblas-dev liblapack-dev libgfortran-12-dev")
if(FaissSerial_FOUND AND NOT TARGET FaissSerial::faiss)
  add_library(FaissSerial::faiss INTERFACE IMPORTED)
  set_target_properties(FaissSerial::faiss PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES ${FaissSerial_INCLUDE_DIR}
    INTERFACE_LINK_LIBRARIES
      "${FaissSerial_LIBRARY};${FaissSerial_LAPACK};${FaissSerial_BLAS};${FaissSerial_GFORTRAN};OpenMP::OpenMP_CXX")
endif()
mark_as_advanced(FaissSerial_INCLUDE_DIR FaissSerial_LIBRARY FaissSerial_BLAS FaissSerial_LAPACK)
