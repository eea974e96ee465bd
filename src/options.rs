//! The compile options: macros, search directories, the C standard, the target.

use std::fmt;
use std::sync::Arc;

use clacc_sema::acc::ImplicitLevels;
#[doc(inline)]
pub use clacc_sema::acc::{ImplicitVector, ImplicitWorker};
use clacc_sema::omp::form::DeviceType;
#[doc(inline)]
pub use clacc_sema::tuning::{LoopInterchange, LoopProofs};
use clacc_syntax::parse;
use clacc_syntax::preprocess::{self, Define};
use clacc_syntax::target;

/// Returns whether a word names a device type, with or without the prefix `acc_device_`.
///
/// ```
/// use clacc::options::is_device_type;
///
/// assert!(is_device_type("nvidia") && is_device_type("acc_device_host"));
/// assert!(!is_device_type("gpu"));
/// ```
#[must_use]
pub fn is_device_type(word: &str) -> bool {
    DeviceType::spelled(word).is_some()
}

/// The compile options of a unit: the settings that a compiler takes from its command line.
///
/// ```
/// use clacc::options::{CompileOptions, Standard};
///
/// let mut options = CompileOptions::default().define("N=100").include_dir("include");
/// options.standard = Standard::from_flag("gnu11").expect("an edition of C");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct CompileOptions {
    /// The target machine and operating system.
    pub target: Target,
    /// The settings of `-D` and `-U`, in order.
    pub macros: Vec<MacroSetting>,
    /// Directories for `#include "..."` only (`-iquote`).
    pub quote_dirs: Vec<String>,
    /// Directories for every `#include` (`-I`).
    pub include_dirs: Vec<String>,
    /// Directories whose headers are system headers (`-isystem`).
    pub system_dirs: Vec<String>,
    /// System directories that are searched last (`-idirafter`).
    pub after_dirs: Vec<String>,
    /// Files that are read before the main file (`-include`).
    pub forced_includes: Vec<String>,
    /// The C standard.
    pub standard: Standard,
    /// The device type that the program is compiled for, such as `nvidia`: of directives with `device_type`, the clauses for this type
    /// apply (OpenACC 3.4 2.4). If none is chosen, the clauses for `*` apply.
    pub device_type: Option<String>,
    /// The meaning of a subscript without `:` in a data clause, as in `copy(a[n])`.
    pub data_subscripts: DataSubscripts,
    /// The loops without a `worker` clause that are shared among workers, if their iterations may be executed in any order.
    pub implicit_worker: ImplicitWorker,
    /// The loops without a `vector` clause that are shared among vector lanes, if their iterations may be executed in any order.
    pub implicit_vector: ImplicitVector,
    /// The treatment of loops with `auto`, and of loops without `independent` in `kernels` constructs, whose iterations are proven to be
    /// independent. Only the policy `performance` uses it.
    pub loop_proofs: LoopProofs,
    /// true to interchange loops inside shared loops, where that is proven to preserve the results and makes memory accesses contiguous.
    /// Only the policy `performance` with the dialect `host` uses it.
    pub loop_interchange: LoopInterchange,
    /// true to define `_OPENACC` (as 202506) while the program is analysed.
    pub openacc: bool,
    /// true to honour the OpenMP directives of the program. If false, the program is read as by a compiler that knows OpenACC alone, and
    /// translations omit its OpenMP directives.
    pub openmp_directives: bool,
    /// The greatest nesting depth of statements, expressions, declarators and initializers. Code below that depth is skipped and reported.
    /// The default is 256. Analysis needs stack space in proportion to the limit.
    pub nesting_limit: u32,
}

impl CompileOptions {
    /// Makes options for a target with the default standard and no other settings.
    #[must_use]
    pub fn new(target: Target) -> Self {
        CompileOptions {
            target,
            macros: Vec::new(),
            quote_dirs: Vec::new(),
            include_dirs: Vec::new(),
            system_dirs: Vec::new(),
            after_dirs: Vec::new(),
            forced_includes: Vec::new(),
            standard: Standard::default(),
            device_type: None,
            data_subscripts: DataSubscripts::default(),
            implicit_worker: ImplicitWorker::None,
            implicit_vector: ImplicitVector::None,
            loop_proofs: LoopProofs::default(),
            loop_interchange: LoopInterchange::default(),
            openacc: true,
            openmp_directives: true,
            nesting_limit: parse::ParseLimits::default().nesting,
        }
    }

    /// Defines a macro: `NAME`, `NAME=value` or `NAME(params)=value`, as `-D` does.
    #[must_use]
    pub fn define(mut self, definition: impl Into<String>) -> Self {
        self.macros.push(MacroSetting::Define(definition.into()));
        self
    }

    /// Adds a search directory after the existing ones, as `-I` does.
    #[must_use]
    pub fn include_dir(mut self, path: impl Into<String>) -> Self {
        self.include_dirs.push(path.into());
        self
    }

    pub(crate) fn implicit_levels(&self) -> ImplicitLevels {
        ImplicitLevels { worker: self.implicit_worker, vector: self.implicit_vector }
    }

    pub(crate) fn preprocessing(&self) -> preprocess::Options {
        preprocess::Options {
            target: self.target.inner.as_ref().clone(),
            defines: self.macros.iter().map(MacroSetting::inner).collect(),
            include_quote: self.quote_dirs.clone(),
            include: self.include_dirs.clone(),
            include_system: self.system_dirs.clone(),
            include_after: self.after_dirs.clone(),
            forced_includes: self.forced_includes.clone(),
            std: self.standard.edition.inner(),
            gnu: self.standard.gnu,
            openacc: self.openacc,
            openmp_directives: self.openmp_directives,
            ..preprocess::Options::default()
        }
    }
}

impl Default for CompileOptions {
    fn default() -> Self {
        CompileOptions::new(Target::default())
    }
}

/// The meaning of a list item in a data clause whose subscripts are all without `:`, such as `a[n]`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum DataSubscripts {
    /// One element, as OpenACC defines it (3.4 1.6).
    #[default]
    Elements,
    /// The first `n` elements, `a[0:n]`, as some compilers have read it. `a[0]` remains the first element.
    Lengths,
}

impl DataSubscripts {
    pub(crate) fn inner(self) -> parse::DataSubscripts {
        match self {
            DataSubscripts::Elements => parse::DataSubscripts::Elements,
            DataSubscripts::Lengths => parse::DataSubscripts::Lengths,
        }
    }
}

/// One `-D` or `-U`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum MacroSetting {
    /// `NAME`, `NAME=value` or `NAME(params)=value`. `NAME` alone is defined as 1.
    Define(String),
    /// The macro of this name is undefined.
    Undefine(String),
}

impl MacroSetting {
    fn inner(&self) -> Define {
        match self {
            MacroSetting::Define(text) => Define::Define(text.clone()),
            MacroSetting::Undefine(name) => Define::Undefine(name.clone()),
        }
    }
}

/// A C standard, with or without the GNU extensions.
///
/// ```
/// use clacc::options::{CompileOptions, DataSubscripts, Edition, MacroSetting, Standard};
///
/// let mut options = CompileOptions::default().define("N=8").include_dir("include");
/// options.standard = Standard::from_flag("gnu99").expect("compilers know it");
/// assert_eq!(options.standard, Standard::new(Edition::C99, true));
/// options.data_subscripts = DataSubscripts::Lengths;
/// options.macros.push(MacroSetting::Undefine("DEBUG".to_owned()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Standard {
    /// The edition.
    pub edition: Edition,
    /// true if the GNU extensions are enabled.
    pub gnu: bool,
}

impl Default for Standard {
    /// Returns gnu17, the default of gcc.
    fn default() -> Self {
        Standard { edition: Edition::C17, gnu: true }
    }
}

/// An edition of C.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[expect(missing_docs, reason = "each variant names its edition")]
#[non_exhaustive]
pub enum Edition {
    C89,
    C99,
    C11,
    C17,
    C23,
}

impl Edition {
    fn inner(self) -> preprocess::Edition {
        match self {
            Edition::C89 => preprocess::Edition::C89,
            Edition::C99 => preprocess::Edition::C99,
            Edition::C11 => preprocess::Edition::C11,
            Edition::C17 => preprocess::Edition::C17,
            Edition::C23 => preprocess::Edition::C23,
        }
    }
}

impl fmt::Display for Standard {
    /// Writes the standard as the value of `-std=`: `c99`, `gnu17`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.gnu { "gnu" } else { "c" })?;
        f.write_str(match self.edition {
            Edition::C89 => "89",
            Edition::C99 => "99",
            Edition::C11 => "11",
            Edition::C17 => "17",
            Edition::C23 => "23",
        })
    }
}

/// Reads the value of `-std=`, as [`Standard::from_flag`].
impl std::str::FromStr for Standard {
    type Err = clacc_syntax::UnknownName;

    fn from_str(name: &str) -> Result<Standard, clacc_syntax::UnknownName> {
        Standard::from_flag(name).ok_or_else(|| clacc_syntax::UnknownName::new(name))
    }
}

impl Standard {
    /// Returns an edition with or without the GNU extensions.
    #[must_use]
    pub fn new(edition: Edition, gnu: bool) -> Standard {
        Standard { edition, gnu }
    }

    /// Parses the value of `-std=`: `c99`, `gnu17`, `iso9899:2011`, and the other names that compilers accept.
    #[must_use]
    pub fn from_flag(flag: &str) -> Option<Standard> {
        let (gnu, rest) = match flag.strip_prefix("gnu") {
            Some(rest) => (true, rest),
            None => (false, flag.strip_prefix("iso9899:").or_else(|| flag.strip_prefix('c'))?),
        };
        let edition = match rest {
            "89" | "90" | "1990" | "199409" => Edition::C89,
            "99" | "9x" | "1999" | "199x" => Edition::C99,
            "11" | "1x" | "2011" => Edition::C11,
            "17" | "18" | "2017" | "2018" => Edition::C17,
            "23" | "2x" | "2y" | "2023" | "2024" => Edition::C23,
            _ => return None,
        };
        Some(Standard { edition, gnu })
    }
}

/// A target machine and operating system. It determines predefined macros, sizes of types, and directories of system headers.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Target {
    inner: Arc<target::Target>,
}

impl Target {
    /// The triples of the built-in targets.
    pub const TRIPLES: &[&str] = &["x86_64-linux-gnu", "aarch64-linux-gnu"];

    /// Returns the built-in target of a triple, or none for other machines and systems. The vendor part of
    /// the triple (`x86_64-unknown-linux-gnu`) is ignored.
    #[must_use]
    pub fn from_triple(triple: &str) -> Option<Target> {
        let mut parts = triple.split('-');
        let machine = parts.next()?;
        let is_linux = parts.any(|part| part == "linux");
        let inner = match machine {
            "x86_64" | "amd64" if is_linux => target::Target::x86_64_linux_gnu(),
            "aarch64" | "arm64" if is_linux => target::Target::aarch64_linux_gnu(),
            _ => return None,
        };
        Some(Target { inner: Arc::new(inner) })
    }

    /// Returns the target that this library was built for, or x86_64 Linux if that is not a built-in target.
    #[must_use]
    pub fn host() -> Target {
        let inner = if cfg!(target_arch = "aarch64") {
            target::Target::aarch64_linux_gnu()
        } else {
            target::Target::x86_64_linux_gnu()
        };
        Target { inner: Arc::new(inner) }
    }

    /// Returns the target with the predefined macros and search directories of an installed compiler. The arguments are the texts that `cc
    /// -E -dM -v -x c - </dev/null` prints to stdout and stderr. Sizes of types are derived from the macros. The headers in these
    /// directories are read through the session's [`FileSystem`](crate::files::FileSystem).
    ///
    /// ```
    /// # use clacc::options::Target;
    /// let (macros, folders) = ("#define __SIZEOF_LONG__ 4\n", "#include <...> search starts here:\n /opt/include\nEnd of search list.\n");
    /// let target = Target::host().with_compiler(macros, folders);
    /// assert_ne!(target, Target::host());
    /// ```
    #[must_use]
    pub fn with_compiler(&self, macros: &str, search_directories: &str) -> Target {
        let inner = target::Target::from_cc_output(macros, search_directories);
        Target { inner: Arc::new(inner) }
    }
}

impl Default for Target {
    fn default() -> Self {
        Target::host()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn standards_have_many_names() {
        for (flag, edition, gnu) in [
            ("c99", Edition::C99, false),
            ("gnu11", Edition::C11, true),
            ("iso9899:1990", Edition::C89, false),
            ("gnu2x", Edition::C23, true),
        ] {
            let standard = Standard { edition, gnu };
            assert_eq!(Standard::from_flag(flag), Some(standard), "{flag}");
            assert_eq!(Standard::from_flag(&standard.to_string()), Some(standard), "{flag}");
        }
        for flag in ["c", "c++17", "gnu", "fortran"] {
            assert_eq!(Standard::from_flag(flag), None, "{flag}");
        }
    }
}
