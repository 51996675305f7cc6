# proviso::torch from the PyPI wheel under .deps (put there by ./dev setup). find_package(Torch) is not used: it
# demands a CUDA toolkit and a CMake that knows CUDA20. The CPU half alone is linked, and needs libcudart and libcupti:
# from the wheel's neighbours (.deps/site/nvidia) or from a CUDA 13 toolkit. The CUDA half is opened at run time where
# there is a driver (model/cuda.h).
set(PROVISO_TORCH_VERSION 2.11.0)
set(TORCH_ROOT "${PROVISO_TORCH_ROOT}")
if(NOT EXISTS "${TORCH_ROOT}/lib/libtorch_cpu.so")
  message(FATAL_ERROR "LibTorch is not in ${TORCH_ROOT}. Run ./dev setup first.")
endif()
file(READ "${TORCH_ROOT}/version.py" torch_version)
if(NOT torch_version MATCHES "'${PROVISO_TORCH_VERSION}[+']")
  message(FATAL_ERROR "LibTorch in ${TORCH_ROOT} is not ${PROVISO_TORCH_VERSION}. Run ./dev setup again.")
endif()

add_library(torch_cpu SHARED IMPORTED)
set_target_properties(torch_cpu PROPERTIES IMPORTED_LOCATION "${TORCH_ROOT}/lib/libtorch_cpu.so")
add_library(torch_c10 SHARED IMPORTED)
set_target_properties(torch_c10 PROPERTIES IMPORTED_LOCATION "${TORCH_ROOT}/lib/libc10.so")

add_library(proviso_torch INTERFACE)
add_library(proviso::torch ALIAS proviso_torch)
target_include_directories(proviso_torch SYSTEM INTERFACE
  "${TORCH_ROOT}/include" "${TORCH_ROOT}/include/torch/csrc/api/include")
target_link_libraries(proviso_torch INTERFACE torch_cpu torch_c10)

cmake_path(GET TORCH_ROOT PARENT_PATH torch_site)
set(cuda_lib_dirs "${torch_site}/nvidia/cu13/lib"
    /usr/local/cuda/lib64 /usr/local/cuda/extras/CUPTI/lib64)
foreach(dir ${cuda_lib_dirs})
  if(EXISTS "${dir}")
    target_link_options(proviso_torch INTERFACE "LINKER:-rpath,${dir}" "LINKER:-rpath-link,${dir}")
  endif()
endforeach()
