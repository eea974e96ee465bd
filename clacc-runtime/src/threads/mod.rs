//! The threads of generated programs. They know nothing of devices.
//!
//! ```text
//! abi            the functions of `clacc_abi.h`                         unsafe: pointers of generated code
//! team           teams of threads, regions, barriers                    unsafe: what phases guard
//! worksharing    loops, ordered, single, reductions                     unsafe: calls of outlined code
//! task           explicit tasks                                         unsafe: calls of outlined code
//! threadprivate  each thread's copies of variables                      unsafe: memory of any layout
//! checked_code   whether accesses of the program are checked         safe
//! lent           memory that generated code gets from here, noted      safe
//! wait           spinning, sleeping, locks                              unsafe: one call of the system
//! ```

pub mod abi;
pub mod checked_code;
pub mod lent;
pub mod system;
pub mod task;
pub mod team;
pub mod threadprivate;
pub mod wait;
pub mod worksharing;
