//! Dialects that are composed of a version of OpenMP, a platform and compilers whose faults are avoided.

use clacc_syntax::directive::Version;

use super::axes::{Axes, COMPILERS, CompilerVersions, Platform, VERSIONS};
use super::fault_set::FaultSet;
use super::optional_words::DialectWords;
use super::tried_programs::{Compiler, Versions};
use super::{Dialect, Fault, HOST, Identity, PORTABLE, PrintedSizes, RunsOn, Text, Tuning};

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
        let platform = Platform::by_name(words.next()?)?;
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
            Platform::Device => Tuning {
                least_work: None,
                has_lanes: false,
                // OpenMP 5.1 has the words.
                short_kernels: compilers.are_clang() && is_5_1(openmp),
                sizes: PrintedSizes::None,
            },
            Platform::Any => PORTABLE.tuning,
            Platform::Host => HOST.tuning,
        },
        text: Text::Short,
        ..PORTABLE
    }
}

/// Returns whether a version is 5.1 or a newer one.
const fn is_5_1(openmp: Version) -> bool {
    openmp.major > 5 || openmp.major == 5 && openmp.minor >= 1
}

/// The words of a version, without those that one of the compilers lacks.
const fn words(openmp: Version, compilers: CompilerVersions) -> DialectWords {
    let mut words = DialectWords { openmp, ..PORTABLE.words };
    let has_present = is_5_1(openmp);
    (words.present_map, words.present_motion, words.tile) = (has_present, has_present, has_present);
    words.mapped_pointer = has_present;
    let mut at = 0;
    while at < COMPILERS.len() {
        if compilers.0 >> at & 1 == 1 && matches!(COMPILERS[at].0, Compiler::Gcc) {
            let version = COMPILERS[at].1;
            words.tile = words.tile && version >= 15;
            words.mapped_pointer = words.mapped_pointer && version >= 13;
            words.present_map = words.present_map && version >= 14;
            words.present_motion = words.present_motion && version >= 14;
        }
        at += 1;
    }
    words
}

/// The rows about forms that OpenMP does not permit, or that mean something else in OpenMP than in OpenACC, whatever the compiler.
const OF_SPECIFICATION: FaultSet = FaultSet::NONE
    .with(Fault::FirstprivatePointers)
    .with(Fault::ImplicitSections)
    .with(Fault::ConstBothWays)
    .with(Fault::UpdateForms)
    .with(Fault::MembersBeforeStruct)
    .with(Fault::RegisterVariables)
    .with(Fault::AtomicStatements)
    .with(Fault::AtomicInTeams)
    .with(Fault::SimdInTeams)
    .with(Fault::TileInTeams);

const fn avoided(compilers: CompilerVersions, has_devices: bool) -> FaultSet {
    let (mut avoided, mut at) = (OF_SPECIFICATION, 0);
    while at < COMPILERS.len() {
        if compilers.0 >> at & 1 == 1 {
            let (compiler, version, _) = COMPILERS[at];
            avoided = avoided.and(FaultSet::avoided(None, &[Versions::only(compiler, version)], has_devices));
        }
        at += 1;
    }
    avoided
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_to_the_dialects_that_have_them() {
        for name in ["5.1/device", "4.5/host", "6.1/any/gcc-16", "5.0/device/gcc-12+clang-19"] {
            let dialect = Dialect::by_name(name).unwrap_or_else(|| panic!("{name} is found"));
            assert_eq!(dialect.name(), name);
        }
        for name in
            ["5.1", "5.1/", "5.3/device", "5.1/gpu", "5.1/device/", "5.1/device/tcc", "5.1/device/gcc-12/x"]
        {
            assert_eq!(Dialect::by_name(name), None, "{name}");
        }
    }

    #[test]
    fn compilers_restrict_the_words_and_bring_their_faults() {
        let dialect = |name| Dialect::by_name(name).expect("it is one");
        let (plain, old) = (dialect("5.1/device"), dialect("5.1/device/gcc-12"));
        assert!(plain.words.present_map && plain.words.tile && plain.avoids == OF_SPECIFICATION);
        assert!(!old.words.present_map && !old.words.tile && old.avoids(Fault::NestedMembers));
        assert!(dialect("5.1/device/gcc-14").words.present_map);
        assert!(dialect("5.0/device").avoids == OF_SPECIFICATION && !dialect("5.0/device").words.present_map);
        assert!(dialect("5.1/host").is_for_host());
    }
}
