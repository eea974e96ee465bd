//! The machine and system that a unit is compiled for: predefined macros, include directories, sizes of
//! types.
//!
//! Two targets are built in. [`Target::from_cc_output`] reads the description that an installed compiler
//! prints of itself. The caller must run that compiler.

pub(crate) mod features;
mod headers;
mod measure;

use std::sync::Arc;

pub use headers::{BUILTIN_DIRECTORY, builtin_file, builtin_header, is_builtin_path};
pub use measure::{LongDouble, TypeSizes};

/// A machine and system.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Target {
    /// The name, such as `x86_64-linux-gnu`.
    pub name: Arc<str>,
    /// `#define` lines of the predefined macros that do not depend on the edition of C.
    pub macros: Arc<str>,
    /// Predefined macros whose names a program may use itself. They are defined as 1, but not in strict editions of C.
    pub gnu_macros: Vec<Arc<str>>,
    /// The directories that are searched after the user's directories, in order.
    pub include_directories: Vec<String>,
    /// Sizes of types.
    pub sizes: TypeSizes,
}

/// Macros that follow from the options rather than from the target. They are not taken from a compiler's
/// output.
const OPTION_MACROS: &[&str] = &[
    "__STDC__",
    "__STDC_VERSION__",
    "__STDC_UTF_16__",
    "__STDC_UTF_32__",
    "__GNUC_STDC_INLINE__",
    "__GNUC_GNU_INLINE__",
    "__STRICT_ANSI__",
    "_OPENACC",
    "_OPENMP",
    "linux",
    "unix",
];

impl Default for Target {
    fn default() -> Self {
        Target::x86_64_linux_gnu()
    }
}

impl Target {
    /// Returns 64-bit x86 with the GNU C library.
    pub fn x86_64_linux_gnu() -> Target {
        let macros = include_str!("predefined/x86_64-linux-gnu.h");
        Target::builtin("x86_64-linux-gnu", macros, TypeSizes::X86_64_LINUX)
    }

    /// Returns 64-bit Arm with the GNU C library.
    pub fn aarch64_linux_gnu() -> Target {
        let macros = include_str!("predefined/aarch64-linux-gnu.h");
        Target::builtin("aarch64-linux-gnu", macros, TypeSizes::AARCH64_LINUX)
    }

    fn builtin(name: &str, macros: &'static str, sizes: TypeSizes) -> Target {
        let multiarch = format!("/usr/include/{name}");
        let directories = [BUILTIN_DIRECTORY, "/usr/local/include", &multiarch, "/usr/include"];
        Target {
            name: name.into(),
            macros: macros.into(),
            gnu_macros: vec!["linux".into(), "unix".into()],
            include_directories: directories.map(str::to_owned).into(),
            sizes,
        }
    }

    /// Makes a target from the description that an installed compiler prints: the standard output of `cc -dM
    /// -E -x c /dev/null`, and the standard error of `cc -E -v -x c /dev/null`.
    pub fn from_cc_output(macros_text: &str, include_paths_text: &str) -> Target {
        let mut macros = String::with_capacity(macros_text.len());
        let mut gnu_macros = Vec::new();
        for line in macros_text.lines() {
            let Some(definition) = line.strip_prefix("#define ") else { continue };
            let name = definition.split([' ', '(']).next().unwrap_or_default();
            if matches!(name, "linux" | "unix") {
                gnu_macros.push(name.into());
            } else if !OPTION_MACROS.contains(&name) {
                macros.push_str(line);
                macros.push('\n');
            }
        }
        let mut include_directories = search_list(include_paths_text);
        if include_directories.is_empty() {
            include_directories.push(BUILTIN_DIRECTORY.to_owned());
        }
        Target {
            name: "cc".into(),
            sizes: TypeSizes::from_macros(&macros),
            macros: macros.into(),
            gnu_macros,
            include_directories,
        }
    }
}

/// Returns the directories between the two lines that frame the list for `#include <...>`.
fn search_list(text: &str) -> Vec<String> {
    text.lines()
        .skip_while(|line| !line.starts_with("#include <...>"))
        .skip(1)
        .take_while(|line| line.starts_with(' '))
        .map(|line| line.trim().trim_end_matches(" (framework directory)").to_owned())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compiler_output_is_understood() {
        let macros = "#define __SIZEOF_LONG__ 8\n#define __STDC_VERSION__ 201710L\n#define unix 1\n\
                      #define __INT8_C(c) c\nnoise\n";
        let paths = "Using built-in specs.\n#include \"...\" search starts here:\n#include <...> search starts here:\n\
                     \u{20}/opt/cc/include\n /usr/include\nEnd of search list.\n # 1 \"x\"\n";
        let target = Target::from_cc_output(macros, paths);
        assert_eq!(&*target.macros, "#define __SIZEOF_LONG__ 8\n#define __INT8_C(c) c\n");
        assert_eq!(target.gnu_macros, ["unix".into()]);
        assert_eq!(target.include_directories, ["/opt/cc/include", "/usr/include"]);
        assert_eq!(target.sizes.long, 8);
    }

    #[test]
    fn builtin_targets_differ_where_the_machines_do() {
        let (x86, arm) = (Target::x86_64_linux_gnu(), Target::aarch64_linux_gnu());
        for target in [&x86, &arm] {
            assert_eq!(target.sizes, TypeSizes::from_macros(&target.macros));
        }
        assert!(x86.sizes.char_signed);
        assert!(!arm.sizes.char_signed);
        assert_eq!(x86.sizes.long_double_format, LongDouble::Extended);
        assert_eq!(arm.sizes.long_double_format, LongDouble::Quad);
        assert!(x86.sizes.wchar_signed);
        assert!(!arm.sizes.wchar_signed);
    }
}
