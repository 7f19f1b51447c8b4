# The C interface: libroute_opt, shared and static, with what other builds need to find it.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

foreach(kind IN ITEMS shared static)
    string(TOUPPER ${kind} KIND)
    add_library(route_opt_${kind} ${KIND} src/c_api.cpp src/fields.cpp)
    add_library(route_opt::${kind} ALIAS route_opt_${kind})
    target_compile_definitions(route_opt_${kind} PRIVATE ROUTE_OPT_VERSION="${PROJECT_VERSION}")
    target_include_directories(route_opt_${kind} PUBLIC
        $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>)
    set_target_properties(route_opt_${kind} PROPERTIES
        OUTPUT_NAME route_opt EXPORT_NAME ${kind} CXX_EXTENSIONS OFF
        POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden)
endforeach()
target_link_libraries(route_opt_shared PRIVATE $<BUILD_INTERFACE:route_opt_core>)
target_link_libraries(route_opt_static PUBLIC route_opt_core)
file(STRINGS include/route_opt.h abi REGEX "^#define ROUTE_OPT_ABI [0-9]+$")
string(REGEX MATCH "[0-9]+$" abi "${abi}")
set_target_properties(route_opt_shared PROPERTIES VERSION ${abi}.${PROJECT_VERSION} SOVERSION ${abi})
# The core's own names, and those of the C++ library, stay inside the shared library.
if(NOT MSVC AND NOT APPLE)
    set(names ${CMAKE_CURRENT_SOURCE_DIR}/src/c_api.map)
    target_link_options(route_opt_shared PRIVATE -Wl,--version-script=${names})
    set_target_properties(route_opt_shared PROPERTIES LINK_DEPENDS ${names})
endif()

install(TARGETS route_opt_shared route_opt_static route_opt_core EXPORT route_opt
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(FILES include/route_opt.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY include/route_opt DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/route_opt)
install(EXPORT route_opt NAMESPACE route_opt:: FILE route_optConfig.cmake DESTINATION ${package})
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/route_optConfigVersion.cmake
    COMPATIBILITY SameMajorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/route_optConfigVersion.cmake DESTINATION ${package})

configure_file(route_opt.pc.in route_opt.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/route_opt.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
