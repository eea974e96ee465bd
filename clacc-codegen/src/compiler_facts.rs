//! The features beyond C99 of the compiler that reads the generated text.
//!
//! They are derived from the predefined macros of a unit's target. Generated text uses no feature of a compiler beyond these facts.

use clacc_sema::db::{Db, Unit};
use clacc_syntax::target::Target;

/// The predefined macro of units whose teams are processes, which `clacc cc --native --processes` adds to those of the compiler. Where
/// the target of a unit defines it, each use of a threadprivate variable is a call of `clacc_threadprivate`.
pub const PROCESSES_MACRO: &str = "__CLACC_PROCESSES__";

/// The predefined macro of units whose OpenACC constructs are announced to profiling libraries, which `clacc cc --native -fopenacc-prof`
/// adds to those of the compiler. Where the target of a unit defines it, calls stand around compute constructs and waits.
pub const PROFILING_MACRO: &str = "__CLACC_PROFILING__";

/// The features of a compiler beyond C99, and what is asked of generated code.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct CompilerFacts {
    /// The compiler has `__thread`, the linker checks that all units agree about such variables, and teams are no processes, in which
    /// such a variable has one address.
    pub has_thread_storage: bool,
    /// The compiler has the functions `__atomic_*` of gcc, inline for numbers and pointers of 1, 2, 4 and 8 bytes.
    pub has_atomic_functions: bool,
    /// The compiler has `__builtin_memcpy`. Compilers inline it for a few bytes, and know what it reads and writes; they leave a loop over
    /// bytes unchanged.
    pub has_memory_copy: bool,
    /// The address of a variable length array differs from the address of its first element, as in tcc 0.9.27.
    pub mistakes_variable_arrays: bool,
    /// OpenACC constructs are announced to profiling libraries.
    pub announces: bool,
}

impl CompilerFacts {
    /// Returns the facts about the compiler that a target describes. A compiler that is not known here has no features.
    pub fn of(target: &Target) -> CompilerFacts {
        let definitions = || target.macros.lines().filter_map(|line| line.strip_prefix("#define "));
        let is_defined = |name: &str| definitions().any(|line| line.split([' ', '(']).next() == Some(name));
        let is_tcc = is_defined("__TINYC__");
        let is_like_gcc = is_defined("__GNUC__") && !is_tcc;
        let in_line = [1, 2, 4, 8].map(|bytes| format!("__GCC_HAVE_SYNC_COMPARE_AND_SWAP_{bytes}"));
        CompilerFacts {
            has_thread_storage: is_like_gcc && !is_defined(PROCESSES_MACRO),
            has_atomic_functions: is_like_gcc
                && is_defined("__ATOMIC_SEQ_CST")
                && in_line.iter().all(|name| is_defined(name)),
            has_memory_copy: is_like_gcc,
            mistakes_variable_arrays: is_tcc,
            announces: is_defined(PROFILING_MACRO),
        }
    }
}

/// Returns the facts about the compiler of a unit. They remain equal when other options change.
#[salsa::tracked(returns(copy))]
pub fn compiler_facts(db: &dyn Db, unit: Unit) -> CompilerFacts {
    CompilerFacts::of(&unit.options(db).target)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(macros: &str, thread_storage: bool, atomic_functions: bool) {
        let facts = CompilerFacts::of(&Target::from_cc_output(macros, ""));
        assert_eq!(
            (facts.has_thread_storage, facts.has_atomic_functions),
            (thread_storage, atomic_functions)
        );
    }

    #[test]
    fn macros_tell_what_a_compiler_has() {
        let atomics = "#define __ATOMIC_SEQ_CST 5\n#define __GCC_HAVE_SYNC_COMPARE_AND_SWAP_1 1\n\
                       #define __GCC_HAVE_SYNC_COMPARE_AND_SWAP_2 1\n#define __GCC_HAVE_SYNC_COMPARE_AND_SWAP_4 1\n";
        let eight = "#define __GCC_HAVE_SYNC_COMPARE_AND_SWAP_8 1\n";
        check(&format!("#define __GNUC__ 12\n{atomics}{eight}"), true, true);
        check(&format!("#define __GNUC__ 12\n{atomics}"), true, false);
        check(&format!("#define __TINYC__ 927\n#define __GNUC__ 2\n{atomics}{eight}"), false, false);
        check("#define __TINYC__ 927\n", false, false);
        check(&format!("#define __GNUC__ 12\n#define {PROCESSES_MACRO} 1\n"), false, false);
        check("#define __GNUC__X 1\n", false, false);
    }

    #[test]
    fn built_in_targets_are_those_of_gcc() {
        for target in [Target::x86_64_linux_gnu(), Target::aarch64_linux_gnu()] {
            let facts = CompilerFacts::of(&target);
            assert!(facts.has_thread_storage && facts.has_atomic_functions, "{}", target.name);
            assert!(facts.has_memory_copy, "{}", target.name);
            assert!(!facts.mistakes_variable_arrays, "{}", target.name);
        }
    }
}
