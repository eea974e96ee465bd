//! The default dialect of a translation, which depends on the compiler that reads it and on the devices.

use clacc::Dialect;
use clacc::dialect::{CompilerVersions, GCC, HOST, LLVM, LLVM_22, PORTABLE, Platform};
use clacc::policy::Policy;

use super::nvc::Devices;
use crate::mapping_choice::Unstated;

/// An OpenMP compiler with its major version.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OpenmpCompiler {
    Gcc(u32),
    Clang(u32),
}

impl OpenmpCompiler {
    /// Returns what applies where the user makes only some of the choices of a dialect: the compiler itself, and the platform that it
    /// compiles for.
    pub(super) fn unstated(self, has_devices: bool) -> Unstated {
        let compilers = match self {
            OpenmpCompiler::Gcc(version) => CompilerVersions::closest("gcc", version),
            OpenmpCompiler::Clang(version) => CompilerVersions::closest("clang", version),
        };
        Unstated { platform: if has_devices { Platform::Device } else { Platform::Host }, compilers }
    }
}

/// The policy that chooses the fastest form for each compiler. Other policies choose one form for as many compilers as possible.
const FOR_SPEED: &str = "performance";

/// Returns the dialect for a compiler and a policy. Only this compiler reads the text, so clang's extension for data that a region holds
/// may be used; and without devices, nothing is refused because of separate memory.
pub(super) fn chosen(compiler: OpenmpCompiler, has_devices: bool, policy: &Policy) -> Dialect {
    let is_fast = policy.name() == FOR_SPEED;
    match compiler {
        _ if is_fast && !has_devices => HOST,
        OpenmpCompiler::Clang(22..) if has_devices => LLVM_22,
        OpenmpCompiler::Clang(22..) => LLVM_22.without_devices(),
        _ if !has_devices => PORTABLE.without_devices(),
        OpenmpCompiler::Clang(_) => LLVM,
        OpenmpCompiler::Gcc(14..) if is_fast => GCC,
        OpenmpCompiler::Gcc(_) => PORTABLE,
    }
}

/// Returns whether a compiler generates code for devices. `by_itself` says whether it does so without an option.
pub(super) fn has_devices<'w>(
    devices: &Devices,
    flags: impl Iterator<Item = &'w str>,
    by_itself: bool,
) -> bool {
    let by_options = flags.filter_map(|word| match word.split_once('=') {
        Some(("-foffload", "disable")) => Some(false),
        Some(("-foffload" | "-fopenmp-targets" | "--offload-arch", _)) => Some(true),
        _ => None,
    });
    // The last option has precedence.
    by_options.last().unwrap_or(match devices {
        Devices::Host => false,
        Devices::Gpu(_) => true,
        Devices::Unstated => by_itself,
    })
}

/// Returns whether the options set optimization level 1. The last option has precedence.
pub(super) fn optimizes_little<'w>(flags: impl Iterator<Item = &'w str>) -> bool {
    flags.filter(|word| word.starts_with("-O")).last().is_some_and(|level| matches!(level, "-O" | "-O1"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_compiler_and_its_devices_choose() {
        use OpenmpCompiler::{Clang, Gcc};
        let (speed, levels) = (Policy::performance(), Policy::clacc());
        for (compiler, has_devices, policy, expected) in [
            (Gcc(12), false, &speed, HOST),
            (Clang(19), false, &speed, HOST),
            (Clang(22), false, &speed, HOST),
            (Gcc(12), true, &speed, PORTABLE),
            (Gcc(14), true, &speed, GCC),
            (Clang(19), true, &speed, LLVM),
            (Clang(22), true, &speed, LLVM_22),
            (Gcc(14), false, &levels, PORTABLE.without_devices()),
            (Gcc(12), true, &levels, PORTABLE),
            (Clang(19), false, &levels, PORTABLE.without_devices()),
            (Clang(19), true, &levels, LLVM),
            (Clang(22), false, &levels, LLVM_22.without_devices()),
            (Clang(22), true, &levels, LLVM_22),
        ] {
            let found = chosen(compiler, has_devices, policy);
            assert_eq!(found, expected, "{compiler:?} {has_devices} {policy:?}");
        }
    }

    #[test]
    fn the_last_level_of_optimization_counts() {
        for (flags, expected) in [
            (&[][..], false),
            (&["-O1"], true),
            (&["-O", "-g"], true),
            (&["-O1", "-O2"], false),
            (&["-O3", "-O1"], true),
            (&["-Os"], false),
        ] {
            assert_eq!(optimizes_little(flags.iter().copied()), expected, "{flags:?}");
        }
    }

    #[test]
    fn options_say_what_is_compiled_for() {
        let gpu = Devices::Gpu(None);
        for (devices, flags, by_itself, expected) in [
            (Devices::Unstated, &[][..], false, false),
            (Devices::Unstated, &[], true, true),
            (Devices::Unstated, &["-O2", "-foffload=disable"], true, false),
            (Devices::Unstated, &["-foffload=nvptx-none"], false, true),
            (Devices::Unstated, &["-fopenmp-targets=x86_64-pc-linux-gnu"], false, true),
            (Devices::Unstated, &["--offload-arch=sm_80"], false, true),
            (Devices::Host, &[], true, false),
            (gpu.clone(), &[], false, true),
            (gpu, &["-foffload=disable"], true, false),
        ] {
            let found = has_devices(&devices, flags.iter().copied(), by_itself);
            assert_eq!(found, expected, "{devices:?} {flags:?} {by_itself}");
        }
    }
}
