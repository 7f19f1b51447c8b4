//! The board of PROOF.md from Rust: the C interface, declared as far as it is used here.
use std::ffi::{c_char, CStr, CString};

#[repr(C)]
struct Problem {
    _private: [u8; 0],
}
#[repr(C)]
struct Solution {
    _private: [u8; 0],
}

#[link(name = "route_opt")]
extern "C" {
    fn route_opt_version() -> *const c_char;
    fn route_opt_problem_new() -> *mut Problem;
    fn route_opt_problem_free(problem: *mut Problem);
    fn route_opt_solution_free(solution: *mut Solution);
    fn route_opt_set(problem: *mut Problem, name: *const c_char, values: *const i32, count: i64) -> i32;
    fn route_opt_solve(problem: *const Problem, limits: *const u8, solution: *mut *mut Solution) -> i32;
    fn route_opt_status(solution: *const Solution) -> i32;
    fn route_opt_value(solution: *const Solution) -> i32;
}

fn main() {
    let arrays: [(&str, &[i32]); 5] = [
        ("stops.value", &[20, 30, 50]),
        ("stops.own", &[1, 0, 0]),
        ("track.pieces", &[0, 3, 4, 1, 0, 5, 6, 2, 1, 7, 8, 2]),
        ("track.sides", &[3]),
        ("trains.visits", &[2, 2]),
    ];
    unsafe {
        let problem = route_opt_problem_new();
        for (name, values) in arrays {
            let name = CString::new(name).unwrap();
            assert_eq!(route_opt_set(problem, name.as_ptr(), values.as_ptr(), values.len() as i64), 0);
        }
        let mut solution = std::ptr::null_mut();
        assert_eq!(route_opt_solve(problem, std::ptr::null(), &mut solution), 0);
        assert_eq!((route_opt_status(solution), route_opt_value(solution)), (0, 120));
        println!("{} by route_opt {}", route_opt_value(solution), CStr::from_ptr(route_opt_version()).to_str().unwrap());
        route_opt_solution_free(solution);
        route_opt_problem_free(problem);
    }
}
