// The one place where an exception of the core becomes one of Python.
#pragma once

#include <Python.h>

#include <exception>
#include <new>
#include <stdexcept>

namespace route_opt {

inline void raise_python_error() {
    if (PyErr_Occurred()) return;
    try {
        throw;
    } catch (const std::bad_alloc&) {
        PyErr_NoMemory();
    } catch (const std::invalid_argument& error) {
        PyErr_SetString(PyExc_ValueError, error.what());
    } catch (const std::exception& error) {
        PyErr_SetString(PyExc_RuntimeError, error.what());
    } catch (...) {
        PyErr_SetString(PyExc_RuntimeError, "the core failed without a reason");
    }
}

}  // namespace route_opt
