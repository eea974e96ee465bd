//! Compilation for GPUs: the architectures that a request names, the compiler, its options, and what must be installed.
//!
//! `architectures` reads the options, `cards` asks for those of this machine, `compiler_choice` takes a clang where the user
//! names no compiler, `cuda` looks for CUDA, `clang` and `gcc` give the options of these compilers, `setup_faults` are the
//! messages about what is missing.

mod architectures;
mod cards;
mod clang;
mod compiler_choice;
mod cuda;
mod gcc;
mod setup_faults;

pub(crate) use self::cards::{Card, cards};
pub(super) use self::clang::ClangOffload;
pub(super) use self::compiler_choice::choose;
pub(crate) use self::cuda::cuda_release;
pub(super) use self::gcc::{accelerator_folder, flags as gcc_flags, is_nvptx, link_flags as gcc_link_flags};
pub(super) use self::setup_faults::SetupFault;
