//! The three choices of which a dialect is composed: a version of OpenMP, the platform on which programs run, and compilers.

use std::fmt;

use clacc_syntax::directive::Version;

use super::tried_programs::Compiler;

/// The platform that programs are translated for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Platform {
    /// Devices. The text has no tuning for hosts.
    Device,
    /// Devices and hosts alike: the text is tuned for the host and is right on devices.
    Any,
    /// The threads of the host: nothing becomes `target`, and no data is moved.
    Host,
}

impl Platform {
    const ALL: [Platform; 3] = [Platform::Device, Platform::Any, Platform::Host];

    /// Returns the name, as on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Platform::Device => "device",
            Platform::Any => "any",
            Platform::Host => "host",
        }
    }

    /// Returns the platform with this name.
    pub fn by_name(name: &str) -> Option<Platform> {
        Platform::ALL.into_iter().find(|platform| platform.name() == name)
    }
}

/// Writes the name.
impl fmt::Display for Platform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Reads a name.
impl std::str::FromStr for Platform {
    type Err = clacc_syntax::UnknownName;

    fn from_str(name: &str) -> Result<Platform, clacc_syntax::UnknownName> {
        Platform::by_name(name).ok_or_else(|| clacc_syntax::UnknownName::new(name))
    }
}

/// The compilers whose faults a dialect may avoid, by their major versions.
pub(super) const COMPILERS: [(Compiler, u32, &str); 9] = [
    (Compiler::Gcc, 12, "gcc-12"),
    (Compiler::Gcc, 13, "gcc-13"),
    (Compiler::Gcc, 14, "gcc-14"),
    (Compiler::Gcc, 15, "gcc-15"),
    (Compiler::Gcc, 16, "gcc-16"),
    (Compiler::Clang, 19, "clang-19"),
    (Compiler::Clang, 20, "clang-20"),
    (Compiler::Clang, 21, "clang-21"),
    (Compiler::Clang, 22, "clang-22"),
];

/// Some compilers.
///
/// ```
/// use clacc_ttx::dialect::CompilerVersions;
///
/// let both = CompilerVersions::NONE.with("gcc-12").and_then(|it| it.with("clang-19")).expect("both are known");
/// assert_eq!(both.names().collect::<Vec<_>>(), ["gcc-12", "clang-19"]);
/// assert_eq!(both.with("tcc"), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CompilerVersions(pub(super) u16);

impl CompilerVersions {
    /// No compiler: the text is that of the specification.
    pub const NONE: CompilerVersions = CompilerVersions(0);

    /// The names of all compilers whose faults are known.
    pub fn known() -> impl Iterator<Item = &'static str> {
        COMPILERS.iter().map(|(.., name)| *name)
    }

    /// These compilers and one more. None if no faults are known of a compiler with this name.
    #[must_use]
    pub fn with(self, name: &str) -> Option<CompilerVersions> {
        let number = COMPILERS.iter().position(|(.., known)| *known == name)?;
        Some(CompilerVersions(self.0 | 1 << number))
    }

    /// The compiler of a family, `gcc` or `clang`, with a major version. Newer and older versions than those of which faults are known
    /// count as the closest one; none of another family is known.
    ///
    /// ```
    /// use clacc_ttx::dialect::CompilerVersions;
    ///
    /// let names = |family, version| CompilerVersions::closest(family, version).names().collect::<Vec<_>>();
    /// assert_eq!([names("gcc", 13), names("gcc", 11), names("clang", 30)], [["gcc-13"], ["gcc-12"], ["clang-22"]]);
    /// assert!(names("tcc", 1).is_empty());
    /// ```
    #[must_use]
    pub fn closest(family: &str, version: u32) -> CompilerVersions {
        let own = COMPILERS.iter().filter(|(.., name)| name.split('-').next() == Some(family));
        let closest = own.min_by_key(|(_, known, _)| known.abs_diff(version));
        closest.and_then(|(.., name)| CompilerVersions::NONE.with(name)).unwrap_or(CompilerVersions::NONE)
    }

    /// The names of the compilers.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        self.rows().map(|(.., name)| *name)
    }

    /// Returns whether there are some, and all are versions of clang.
    pub(super) const fn are_clang(self) -> bool {
        let mut at = 0;
        while at < COMPILERS.len() {
            if self.0 >> at & 1 == 1 && !matches!(COMPILERS[at].0, Compiler::Clang) {
                return false;
            }
            at += 1;
        }
        self.0 != 0
    }

    fn rows(self) -> impl Iterator<Item = &'static (Compiler, u32, &'static str)> {
        COMPILERS.iter().enumerate().filter(move |(number, _)| self.0 >> number & 1 == 1).map(|(_, row)| row)
    }
}

/// The three choices.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Axes {
    pub(super) openmp: Version,
    pub(super) platform: Platform,
    pub(super) compilers: CompilerVersions,
}

impl fmt::Display for Axes {
    /// Writes `5.1/device`, or `5.1/device/gcc-12+clang-19` with compilers.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}/{}", self.openmp.major, self.openmp.minor, self.platform.name())?;
        for (number, name) in self.compilers.names().enumerate() {
            write!(f, "{}{name}", if number == 0 { '/' } else { '+' })?;
        }
        Ok(())
    }
}

/// The versions of OpenMP that can be chosen.
pub(super) const VERSIONS: [Version; 6] = [
    Version::tenths(45),
    Version::tenths(50),
    Version::tenths(51),
    Version::tenths(52),
    Version::tenths(60),
    Version::tenths(61),
];
