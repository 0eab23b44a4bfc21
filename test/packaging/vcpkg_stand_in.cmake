# cmake -DPORT=... -DWORK=... -P vcpkg_stand_in.cmake: runs a port as `vcpkg install` does, without features, with
# stand-ins for the calls that it makes: vcpkg itself needs a network. The package is left in WORK/package.
cmake_minimum_required(VERSION 3.19)
set(CURRENT_PACKAGES_DIR ${WORK}/package)
file(READ ${PORT}/vcpkg.json manifest)

function(run)
  execute_process(COMMAND ${ARGV} OUTPUT_VARIABLE answer ERROR_VARIABLE answer RESULT_VARIABLE result)
  if(NOT result EQUAL 0 OR answer MATCHES "not used by the project")
    message(FATAL_ERROR "${ARGV}: ${answer}")
  endif()
endfunction()

function(demand path)
  if(NOT EXISTS "${path}")
    message(FATAL_ERROR "there is no ${path}")
  endif()
endfunction()

# Each feature of the port is one of the manifest's.
function(vcpkg_check_features)
  cmake_parse_arguments(PARSE_ARGV 0 given "" OUT_FEATURE_OPTIONS FEATURES)
  set(options)
  while(given_FEATURES)
    list(POP_FRONT given_FEATURES feature variable)
    string(JSON described GET "${manifest}" features ${feature} description)
    list(APPEND options -D${variable}=OFF)
  endwhile()
  set(${given_OUT_FEATURE_OPTIONS} ${options} PARENT_SCOPE)
endfunction()

function(vcpkg_cmake_configure)
  cmake_parse_arguments(PARSE_ARGV 0 given "" SOURCE_PATH OPTIONS)
  demand(${given_SOURCE_PATH}/CMakeLists.txt)
  run(${CMAKE_COMMAND} -S ${given_SOURCE_PATH} -B ${WORK}/build ${given_OPTIONS} -DCMAKE_BUILD_TYPE=Debug
    -DBUILD_SHARED_LIBS=OFF -DCMAKE_INSTALL_PREFIX=${CURRENT_PACKAGES_DIR} -DCMAKE_INSTALL_LIBDIR=lib)
endfunction()

function(vcpkg_cmake_install)
  run(${CMAKE_COMMAND} --build ${WORK}/build --target install -j2)
endfunction()

function(vcpkg_cmake_config_fixup)
  cmake_parse_arguments(PARSE_ARGV 0 given "" CONFIG_PATH "")
  demand(${CURRENT_PACKAGES_DIR}/${given_CONFIG_PATH}/cairn-config.cmake)
endfunction()

function(vcpkg_fixup_pkgconfig)
  demand(${CURRENT_PACKAGES_DIR}/lib/pkgconfig/cairn.pc)
endfunction()

function(vcpkg_install_copyright)
  cmake_parse_arguments(PARSE_ARGV 0 given "" "" FILE_LIST)
  foreach(file IN LISTS given_FILE_LIST)
    demand(${file})
  endforeach()
endfunction()

include(${PORT}/portfile.cmake)
string(JSON name GET "${manifest}" name)
string(JSON version GET "${manifest}" version)
message("${name} ${version}")
