//! The runtime libraries: as data, and installed where a C compiler finds them.
//!
//! Programs of two kinds need them. A *translated* program that calls OpenACC routines is linked with `libacc2omp` beside the OpenMP library
//! of its compiler. A [generated](crate::generate) program is linked with `libacc2omp` and `libclacc_omp`, and with no other OpenMP library.
//! The libraries are compiled when this crate is, so that [`install()`] only writes files. Only the functions of this module touch the file
//! system.
//!
//! ```no_run
//! use clacc::generate::{GenerateOptions, ToolChain};
//! use clacc::runtime::{Layout, install};
//!
//! let layout = Layout::new("/opt/clacc");
//! install(&layout, None, "rustc")?;
//! let mut tools = ToolChain::default();
//! tools.runtime_folder = Some(layout.lib().display().to_string());
//! let options = GenerateOptions::default().with_tools(tools);
//! # let _ = options;
//! # Ok::<(), clacc::runtime::InstallError>(())
//! ```
//!
//! `Session::generate` then returns the calls of the C compiler that make a program of the text.

#[doc(inline)]
pub use clacc_runtime_install::{
    InstallError, LIBRARIES, Layout, Library, Linkage, Origin, has_libraries, install, install_headers,
};
