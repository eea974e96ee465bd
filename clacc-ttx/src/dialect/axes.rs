//! A dialect composed of three choices: a version of OpenMP, the platform on which programs run, and compilers whose faults are avoided.

use std::fmt;

use clacc_syntax::directive::Version;

use super::fault_set::FaultSet;
use super::optional_words::DialectWords;
use super::tried_programs::{Compiler, Versions};
use super::{Dialect, HOST, Identity, PORTABLE, RunsOn, Text, Tuning};

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
    const ALL: [(Platform, &'static str); 3] =
        [(Platform::Device, "device"), (Platform::Any, "any"), (Platform::Host, "host")];

    /// The word for it, as on the command line.
    pub const fn text(self) -> &'static str {
        match self {
            Platform::Device => "device",
            Platform::Any => "any",
            Platform::Host => "host",
        }
    }

    /// The platform with this word.
    pub fn named(word: &str) -> Option<Platform> {
        Platform::ALL.iter().find(|(_, text)| *text == word).map(|(platform, _)| *platform)
    }
}

/// The compilers whose faults a dialect may avoid, by their major versions.
const COMPILERS: [(Compiler, u32, &str); 9] = [
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
pub struct CompilerVersions(u16);

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

    /// The names of the compilers.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        self.rows().map(|(.., name)| *name)
    }

    fn rows(self) -> impl Iterator<Item = &'static (Compiler, u32, &'static str)> {
        COMPILERS.iter().enumerate().filter(move |(number, _)| self.0 >> number & 1 == 1).map(|(_, row)| row)
    }
}

/// The three choices.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Axes {
    openmp: Version,
    platform: Platform,
    compilers: CompilerVersions,
}

impl fmt::Display for Axes {
    /// Writes `5.1/device`, or `5.1/device/gcc-12+clang-19` with compilers.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}/{}", self.openmp.major, self.openmp.minor, self.platform.text())?;
        for (number, name) in self.compilers.names().enumerate() {
            write!(f, "{}{name}", if number == 0 { '/' } else { '+' })?;
        }
        Ok(())
    }
}

/// The versions of OpenMP that can be chosen.
const VERSIONS: [Version; 6] = [
    Version::tenths(45),
    Version::tenths(50),
    Version::tenths(51),
    Version::tenths(52),
    Version::tenths(60),
    Version::tenths(61),
];

impl Dialect {
    /// The words of OpenMP 5.1 for devices, as the specification has them. This is the default of `clacc translate`.
    pub const DEFAULT: Dialect = composed(Axes {
        openmp: Version::tenths(51),
        platform: Platform::Device,
        compilers: CompilerVersions::NONE,
    });

    /// The dialect with the words of a version of OpenMP, for programs that run on a platform, without what some compilers get wrong.
    /// The version is given by the numbers before and behind the point. None if it is not one of 4.5, 5.0, 5.1, 5.2, 6.0 and 6.1.
    ///
    /// ```
    /// use clacc_ttx::dialect::{CompilerVersions, Dialect, Fault, Platform};
    ///
    /// let compilers = CompilerVersions::NONE.with("gcc-12").expect("it is known");
    /// let dialect = Dialect::of((5, 1), Platform::Device, compilers).expect("there is such a version");
    /// assert_eq!(dialect.name(), "5.1/device/gcc-12");
    /// assert!(dialect.avoids(Fault::NestedMembers) && !Dialect::DEFAULT.avoids(Fault::NestedMembers));
    /// ```
    pub fn of(openmp: (u8, u8), platform: Platform, compilers: CompilerVersions) -> Option<Dialect> {
        let openmp = VERSIONS.into_iter().find(|version| (version.major, version.minor) == openmp)?;
        Some(composed(Axes { openmp, platform, compilers }))
    }

    /// The dialect with the name of three choices: `5.1/device/gcc-12+clang-19`.
    pub(super) fn of_axes(name: &str) -> Option<Dialect> {
        let mut words = name.split('/');
        let (major, minor) = words.next()?.split_once('.')?;
        let platform = Platform::named(words.next()?)?;
        let mut compilers = words.next().into_iter().flat_map(|names| names.split('+'));
        let compilers = compilers.try_fold(CompilerVersions::NONE, CompilerVersions::with)?;
        let is_whole = words.next().is_none();
        Dialect::of((major.parse().ok()?, minor.parse().ok()?), platform, compilers).filter(|_| is_whole)
    }
}

const fn composed(axes: Axes) -> Dialect {
    let Axes { openmp, platform, compilers } = axes;
    let has_devices = !matches!(platform, Platform::Host);
    Dialect {
        identity: Identity::Composed(axes),
        words: words(openmp, compilers),
        avoids: avoided(compilers, has_devices),
        runs_on: if has_devices { RunsOn::Any } else { HOST.runs_on },
        tuning: match platform {
            Platform::Device => Tuning { least_work: None, collapses_all: true, merged_lanes: false },
            Platform::Any => PORTABLE.tuning,
            Platform::Host => HOST.tuning,
        },
        text: Text::Short,
        ..PORTABLE
    }
}

/// The words of a version, without those that one of the compilers lacks.
const fn words(openmp: Version, compilers: CompilerVersions) -> DialectWords {
    let mut words = DialectWords { openmp, ..PORTABLE.words };
    let has_present = openmp.major > 5 || openmp.major == 5 && openmp.minor >= 1;
    (words.present_map, words.present_motion, words.tile) = (has_present, has_present, has_present);
    let mut at = 0;
    while at < COMPILERS.len() {
        if compilers.0 >> at & 1 == 1 && matches!(COMPILERS[at].0, Compiler::Gcc) {
            let version = COMPILERS[at].1;
            words.tile = words.tile && version >= 15;
            words.present_map = words.present_map && version >= 14;
            words.present_motion = words.present_motion && version >= 14;
        }
        at += 1;
    }
    words
}

const fn avoided(compilers: CompilerVersions, has_devices: bool) -> FaultSet {
    let (mut avoided, mut at) = (FaultSet::NONE, 0);
    while at < COMPILERS.len() {
        if compilers.0 >> at & 1 == 1 {
            let (compiler, version, _) = COMPILERS[at];
            avoided = avoided.and(FaultSet::of(&[Versions::only(compiler, version)], has_devices));
        }
        at += 1;
    }
    avoided
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::Fault;

    #[test]
    fn names_lead_to_the_dialects_that_have_them() {
        for name in ["5.1/device", "4.5/host", "6.1/any/gcc-16", "5.0/device/gcc-12+clang-19"] {
            let dialect = Dialect::named(name).unwrap_or_else(|| panic!("{name} is found"));
            assert_eq!(dialect.name(), name);
        }
        for name in
            ["5.1", "5.1/", "5.3/device", "5.1/gpu", "5.1/device/", "5.1/device/tcc", "5.1/device/gcc-12/x"]
        {
            assert_eq!(Dialect::named(name), None, "{name}");
        }
    }

    #[test]
    fn compilers_restrict_the_words_and_bring_their_faults() {
        let dialect = |name| Dialect::named(name).expect("it is one");
        let (plain, old) = (dialect("5.1/device"), dialect("5.1/device/gcc-12"));
        assert!(plain.words.present_map && plain.words.tile && plain.avoids == FaultSet::NONE);
        assert!(!old.words.present_map && !old.words.tile && old.avoids(Fault::NestedMembers));
        assert!(dialect("5.1/device/gcc-14").words.present_map);
        assert!(dialect("5.0/device").avoids == FaultSet::NONE && !dialect("5.0/device").words.present_map);
        assert!(dialect("5.1/host").is_for_host());
    }
}
