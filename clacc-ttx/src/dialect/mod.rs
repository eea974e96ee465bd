//! The words that an OpenMP compiler has, what it gets wrong, and where its programs run, as data.
//!
//! A policy determines the meaning of an OpenACC construct in OpenMP; a dialect determines the words for
//! it. Each row of [`Dialect::all`] was tested by compiling and running small programs (gcc 12 and 14, clang 19
//! on the host and on its host plugin with separate memory). Single entries can be overridden, as with the
//! command line options of the Clacc compiler.

mod axes;
mod composed;
mod fault_set;
pub mod faults;
pub(crate) mod optional_words;
pub mod tried_programs;
pub mod unasked;

use std::borrow::Cow;

use clacc_sema::omp::form::MapFlags;
use clacc_syntax::directive::Version;

use fault_set::FaultSet;
use optional_words::{DialectWords, NoCreate};
use tried_programs::Versions;

use axes::Axes;

pub use axes::{CompilerVersions, Platform};
pub use faults::Fault;
pub use optional_words::OptionalWord;

/// The keywords that an OpenMP compiler accepts, its faults, and where its programs run. It is plain data, and is copied.
///
/// ```
/// # use clacc_ttx::dialect::{self, Dialect, Fault, OptionalWord, Overrides};
/// let llvm = Dialect::by_name("llvm").expect("there is one with this name");
/// assert!(llvm == dialect::LLVM && llvm.has(OptionalWord::Hold) && llvm.avoids(Fault::SimdNarrow));
/// let mut overrides = Overrides::default();
/// overrides.hold = Some(false);
/// assert!(!llvm.with(overrides).has(OptionalWord::Hold));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Dialect {
    identity: Identity,
    /// The keywords that the compiler accepts.
    pub(crate) words: DialectWords,
    /// The faults of compilers that the translation avoids.
    avoids: FaultSet,
    /// The place of execution.
    runs_on: RunsOn,
    /// True if the forms are those of the Clacc compiler's design, even where OpenACC requires more: list items are neither single elements
    /// nor in several data clauses; the threads that execute a `seq` loop share its control variable, and the threads of a gang share
    /// scalars that a loop only uses within one iteration; all gangs execute an `auto` loop.
    follows_design: bool,
    /// The tuning for the programs of the compiler.
    pub(crate) tuning: Tuning,
    /// The style of the text.
    text: Text,
}

/// The origin of a dialect, of which its name is made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Identity {
    /// A row of the list of dialects.
    Preset { name: &'static str, about: &'static str },
    /// Three choices.
    Composed(Axes),
}

/// The style of the text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Text {
    /// A directive for each construct, with all clauses, as the design of the Clacc compiler has it.
    OfDesign,
    /// As few directives and clauses as mean the same.
    Short,
}

/// The place where programs run, ordered from most to fewest devices.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum RunsOn {
    /// On clacc's own device with a memory of its own. Its library maps each member by itself, as OpenACC does, whatever else of its struct
    /// is on the device.
    OwnDevice,
    /// On a device, with separate memory or not, or on the host if there is no device.
    Any,
    /// On the host, in `target` regions that are compiled for no device: device memory is host memory, data directives have no effect, and
    /// there are no reference counts.
    HostFallback,
    /// On host threads: nothing becomes `target`, and nothing is mapped or moved. One gang executes each construct.
    HostThreads,
    /// On host threads. Where results may depend on the number of gangs, a `parallel` construct has exactly the gangs of its `num_gangs`,
    /// as the teams of a `teams` region.
    HostGangs,
}

/// Tuning for the programs of a compiler.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Tuning {
    /// The work, in element accesses, up to which one host thread is faster than several; none if several always are. In gcc's programs
    /// each `target` region starts and joins its threads.
    pub(crate) least_work: Option<u64>,
    /// True if vector lanes share loops whose levels are merged, and loops that are proven to be independent. Threads share all but the last loop
    /// of a merged nest then, and the last one gets `simd`, because compilers do not vectorize collapsed loops. Devices have no vector lanes:
    /// threads share the whole nest, and `simd` would only give the control variable another meaning.
    pub(crate) has_lanes: bool,
    /// True if the text avoids what makes all kernels of a file longer in clang's device code: `teams` regions that one thread executes alone,
    /// and calls of functions of other files that might begin parallel regions.
    pub(crate) short_kernels: bool,
    /// The sizes of gangs that are printed although no result depends on them.
    pub(crate) sizes: PrintedSizes,
}

/// The sizes of gangs that are printed although no result depends on them, under an edition that leaves them out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum PrintedSizes {
    /// None.
    None,
    /// A `vector_length` without workers, as the number of threads of a team.
    OfVectors,
    /// All.
    All,
}

/// The dialect that the Clacc compiler prints. This is the default of `clacc cc`.
pub const CLACC: Dialect = Dialect {
    identity: Identity::Preset {
        name: "clacc",
        about: "the words of the Clacc compiler's design: hold, no_alloc, present",
    },
    words: DialectWords {
        openmp: Version::tenths(51),
        hold: Some("hold"),
        no_create: NoCreate::Word("no_alloc"),
        present_map: true,
        present_motion: true,
        tile: true,
        mapped_pointer: true,
    },
    avoids: FaultSet::NONE,
    runs_on: RunsOn::Any,
    follows_design: true,
    tuning: Tuning { least_work: None, has_lanes: true, short_kernels: false, sizes: PrintedSizes::None },
    text: Text::OfDesign,
};

/// The dialect of the newest version of the Clacc compiler.
pub const CLACC_LATEST: Dialect = Dialect {
    identity: Identity::Preset {
        name: "clacc-latest",
        about: "the words of the newest version of the Clacc compiler: ompx_hold, ompx_no_alloc, present",
    },
    words: DialectWords {
        hold: Some("ompx_hold"),
        no_create: NoCreate::Word("ompx_no_alloc"),
        ..CLACC.words
    },
    ..CLACC
};

/// The compilers of dialect `portable`.
const PORTABLE_COMPILERS: &[Versions] = &[Versions::gcc_from(12), Versions::clang(19, 21)];

/// The compilers that read OpenMP 5.1.
const NEWER_COMPILERS: &[Versions] = &[Versions::gcc_from(14), Versions::clang(19, 21)];

/// The subset that gcc 12 and newer and clang 19 to 21 accept and compile correctly. This is the default of `clacc translate`.
pub const PORTABLE: Dialect = Dialect {
    identity: Identity::Preset {
        name: "portable",
        about: "what gcc 12 and newer and clang 19 to 21 accept alike",
    },
    words: DialectWords {
        openmp: Version::tenths(50),
        hold: None,
        no_create: NoCreate::Implicit,
        present_map: false,
        present_motion: false,
        tile: false,
        mapped_pointer: false,
    },
    avoids: FaultSet::avoided(Some("portable"), PORTABLE_COMPILERS, true),
    runs_on: RunsOn::Any,
    follows_design: false,
    tuning: Tuning {
        least_work: Some(800_000),
        has_lanes: true,
        short_kernels: false,
        sizes: PrintedSizes::None,
    },
    text: Text::OfDesign,
};

/// Exactly OpenMP 5.1.
pub const OPENMP_5_1: Dialect = Dialect {
    identity: Identity::Preset { name: "openmp-5.1", about: "standard OpenMP 5.1, with present" },
    words: DialectWords {
        openmp: Version::tenths(51),
        present_map: true,
        present_motion: true,
        ..PORTABLE.words
    },
    avoids: FaultSet::avoided(Some("openmp-5.1"), NEWER_COMPILERS, true),
    ..PORTABLE
};

/// OpenMP 6.0. There, `target data` is composed of `target enter data`, a task with the region, and `target exit data` (15.7; the examples
/// of version 6.0, `target_data_semantics_new.1.c`). With `nowait` the thread does not wait for that task either, but OpenACC defers only
/// the copies, and the thread executes the region. So `async` on `data` becomes the first and the last of the three.
pub const OPENMP_6_0: Dialect = Dialect {
    identity: Identity::Preset {
        name: "openmp-6.0",
        about: "standard OpenMP 6.0: as openmp-5.1, with asynchronous data regions and tile",
    },
    words: DialectWords { openmp: Version::tenths(60), tile: true, ..OPENMP_5_1.words },
    avoids: FaultSet::avoided(Some("openmp-6.0"), NEWER_COMPILERS, true),
    ..OPENMP_5_1
};

/// OpenMP 6.1.
pub const OPENMP_6_1: Dialect = Dialect {
    identity: Identity::Preset {
        name: "openmp-6.1",
        about: "standard OpenMP 6.1: as openmp-6.0, with the attach modifier",
    },
    words: DialectWords { openmp: Version::tenths(61), ..OPENMP_6_0.words },
    avoids: FaultSet::avoided(Some("openmp-6.1"), NEWER_COMPILERS, true),
    ..OPENMP_6_0
};

/// The dialect of gcc 14 and newer.
pub const GCC: Dialect = Dialect {
    identity: Identity::Preset { name: "gcc", about: "gcc 14 and newer: OpenMP 5.1's present, no extension" },
    avoids: FaultSet::avoided(Some("gcc"), &[Versions::gcc_from(14)], true),
    ..OPENMP_5_1
};

/// The dialect of LLVM, with its extensions.
pub const LLVM: Dialect = Dialect {
    identity: Identity::Preset { name: "llvm", about: "clang 19 to 21: ompx_hold and present" },
    words: DialectWords { hold: Some("ompx_hold"), tile: true, ..OPENMP_5_1.words },
    avoids: FaultSet::avoided(Some("llvm"), &[Versions::clang(19, 21)], true),
    tuning: Tuning {
        least_work: None,
        has_lanes: false,
        short_kernels: true,
        sizes: PrintedSizes::OfVectors,
    },
    ..OPENMP_5_1
};

/// The dialect of LLVM 19. It accepts nothing that newer versions do not.
pub const LLVM_19: Dialect =
    Dialect { identity: Identity::Preset { name: "llvm-19", about: "clang 19: the same as llvm" }, ..LLVM };

/// The dialect of LLVM 22, which maps structs and their members correctly in more cases.
pub const LLVM_22: Dialect = Dialect {
    identity: Identity::Preset {
        name: "llvm-22",
        about: "clang 22: as llvm, with members mapped where earlier versions get addresses wrong",
    },
    avoids: FaultSet::avoided(Some("llvm-22"), &[Versions::clang(22, 22)], true),
    ..LLVM
};

/// The dialect for programs that run on the host alone.
pub const HOST: Dialect = Dialect {
    identity: Identity::Preset {
        name: "host",
        about: "the threads of the host, for programs without a device: no target, no data is moved",
    },
    avoids: FaultSet::avoided(Some("host"), PORTABLE_COMPILERS, false),
    runs_on: RunsOn::HostThreads,
    tuning: Tuning { least_work: Some(20_000), ..PORTABLE.tuning },
    ..PORTABLE
};

/// The dialect of clacc's own code generator, for host threads. Compilers read only `simd` of its forms, so their faults with `simd` are
/// avoided as in `host`; the generator computes trip counts and combines values itself.
pub const NATIVE: Dialect = Dialect {
    identity: Identity::Preset {
        name: "native",
        about: "what clacc generates code for by itself: the threads of the host, with its own runtime",
    },
    avoids: HOST.avoids.without(&[
        Fault::NarrowStarts,
        Fault::SignedRanges,
        Fault::NarrowNests,
        Fault::ArrayBounds,
        Fault::FiniteIdentities,
    ]),
    runs_on: RunsOn::HostGangs,
    ..HOST
};

/// The dialect of clacc's own code generator for a device with a memory of its own. Every attribute is explicit, and it has every word with
/// which a data clause keeps its meaning. It has no text: queues and tables of rows are calls of the library. Verdicts say what is
/// approximated, above all the order of queues: in places the thread itself waits, as in other dialects, which hides that a wait is missing.
pub const DISCRETE: Dialect = Dialect {
    identity: Identity::Preset {
        name: "discrete",
        about: "what clacc generates code for by itself: a device with a memory of its own, with its own runtime",
    },
    words: DialectWords {
        openmp: Version::tenths(60),
        hold: Some("hold"),
        no_create: NoCreate::Word("no_alloc"),
        present_map: true,
        present_motion: true,
        tile: false,
        mapped_pointer: true,
    },
    avoids: NATIVE.avoids.with(Fault::FirstprivatePointers),
    runs_on: RunsOn::OwnDevice,
    tuning: Tuning { least_work: None, ..NATIVE.tuning },
    ..NATIVE
};

/// All dialects, in the order of the list that users see.
const DIALECTS: &[&Dialect] = &[
    &PORTABLE,
    &HOST,
    &NATIVE,
    &CLACC,
    &CLACC_LATEST,
    &OPENMP_5_1,
    &OPENMP_6_0,
    &OPENMP_6_1,
    &GCC,
    &LLVM,
    &LLVM_19,
    &LLVM_22,
];

/// Overrides of single entries of a dialect, as with the `-fopenacc-*-omp` options of the Clacc compiler.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub struct Overrides {
    /// `-fopenacc-update-present-omp=present|no-present`
    pub update_present: Option<bool>,
    /// `-fopenacc-present-omp=present|no-present`
    pub present: Option<bool>,
    /// `-fopenacc-structured-ref-count-omp=hold|no-hold`
    pub hold: Option<bool>,
    /// `-fopenacc-no-create-omp=no_alloc|no-no_alloc`
    pub no_alloc: Option<bool>,
    /// `-fopenacc-small-loops=one-thread|threads`: whether one thread executes loops with little work, if the policy considers the work of
    /// loops.
    pub small_loops: Option<bool>,
    /// True if `num_gangs`, `num_workers` and `vector_length` are printed although no result depends on them.
    pub keep_sizes: bool,
}

/// Writes the name.
impl std::fmt::Display for Dialect {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(&self.name())
    }
}

/// Reads a name, as [`Dialect::by_name`].
impl std::str::FromStr for Dialect {
    type Err = clacc_syntax::UnknownName;

    fn from_str(name: &str) -> Result<Dialect, clacc_syntax::UnknownName> {
        Dialect::by_name(name).ok_or_else(|| clacc_syntax::UnknownName::new(name))
    }
}

impl Dialect {
    /// All dialects, in the order of the list that users see.
    pub const fn all() -> &'static [&'static Dialect] {
        DIALECTS
    }

    /// The dialect with this name: one of the list, or one of three choices as [`Dialect::of`] makes it.
    pub fn by_name(name: &str) -> Option<Dialect> {
        let preset = DIALECTS.iter().find(|dialect| dialect.preset_name() == Some(name));
        preset.map(|dialect| **dialect).or_else(|| Dialect::of_axes(name))
    }

    /// The name in the list of dialects. None if the dialect is composed of choices.
    pub const fn preset_name(&self) -> Option<&'static str> {
        match self.identity {
            Identity::Preset { name, .. } => Some(name),
            Identity::Composed(_) => None,
        }
    }

    /// The name by which users choose it.
    pub fn name(&self) -> Cow<'static, str> {
        match &self.identity {
            Identity::Preset { name, .. } => Cow::Borrowed(name),
            Identity::Composed(axes) => Cow::Owned(axes.to_string()),
        }
    }

    /// The description in a list of dialects, in one line.
    pub const fn about(&self) -> &'static str {
        match self.identity {
            Identity::Preset { about, .. } => about,
            Identity::Composed(_) => "a version of OpenMP, a platform and compilers",
        }
    }

    /// Returns true if a reduction maps its variables (from OpenMP 5.0 on).
    pub(crate) const fn implies_maps_of_reductions(&self) -> bool {
        self.words.openmp.major >= 5
    }

    /// Returns true if the text has as few directives and clauses as mean the same.
    pub const fn is_short(&self) -> bool {
        matches!(self.text, Text::Short)
    }

    /// Returns whether the text calls routines of OpenMP in place of OpenACC's: its devices are those of OpenMP, and it needs no OpenACC library.
    pub(crate) const fn calls_openmp(&self) -> bool {
        self.is_short() && !self.is_for_host()
    }

    /// Returns whether the translation avoids a fault of some compilers.
    pub const fn avoids(&self, fault: Fault) -> bool {
        self.avoids.has(fault)
    }

    /// Returns whether the dialect's compilers accept an optional keyword.
    pub const fn has(&self, word: OptionalWord) -> bool {
        self.words.has(word)
    }

    /// The version of OpenMP, major and minor number, whose directives, clauses and modifiers are printed, except for the optional keywords
    /// of [`has`](Self::has).
    pub const fn openmp_version(&self) -> (u8, u8) {
        (self.words.openmp.major, self.words.openmp.minor)
    }

    /// Returns whether the forms are those of the Clacc compiler's design, even where OpenACC requires more.
    pub const fn follows_design(&self) -> bool {
        self.follows_design
    }

    /// Returns whether programs run on the host alone, whose memory is device memory: nothing becomes `target`, and nothing is mapped or
    /// moved.
    pub const fn is_for_host(&self) -> bool {
        matches!(self.runs_on, RunsOn::HostThreads | RunsOn::HostGangs)
    }

    /// Returns whether device memory is host memory, so that data directives have no effect.
    pub const fn shares_memory(&self) -> bool {
        !matches!(self.runs_on, RunsOn::OwnDevice | RunsOn::Any)
    }

    /// Returns whether programs run on clacc's own device, whose library knows more than OpenMP has words for: each member is mapped by
    /// itself, whatever else of its struct is on the device, which OpenMP forbids (5.2 5.8.3); `firstprivate` brings the values of a section
    /// behind a pointer; and a missing wait for a queue is a mistake, so that no wait is added.
    pub(crate) const fn is_for_own_device(&self) -> bool {
        matches!(self.runs_on, RunsOn::OwnDevice)
    }

    /// Returns whether OpenMP's restrictions on mapping several members of one struct apply (OpenMP 5.2 5.8.3).
    pub(crate) const fn ties_members(&self) -> bool {
        !self.shares_memory() && !self.is_for_own_device()
    }

    /// Returns whether a directive may collapse the loops of directives inside its own, so that many threads have work. On clacc's own
    /// device one thread executes a region.
    pub(crate) const fn collapses_nests(&self) -> bool {
        matches!(self.runs_on, RunsOn::Any | RunsOn::HostFallback)
    }

    /// Returns whether host programs have exactly the gangs of `num_gangs` where results may depend on their number.
    pub(crate) const fn has_host_gangs(&self) -> bool {
        matches!(self.runs_on, RunsOn::HostGangs)
    }

    /// The work, in element accesses, up to which one host thread executes a loop, if the policy considers the work of loops.
    pub const fn least_work(&self) -> Option<u64> {
        self.tuning.least_work
    }

    /// Returns those modifiers of a `map` clause that the dialect has.
    pub fn spelled(&self, flags: MapFlags) -> MapFlags {
        let has_word = |flag, since| match flag {
            MapFlags::PRESENT => self.has(OptionalWord::PresentMap),
            MapFlags::NO_ALLOC => self.has(OptionalWord::NoAlloc),
            MapFlags::HOLD => self.has(OptionalWord::Hold),
            _ => since <= self.words.openmp,
        };
        let kept = MapFlags::WORDS.iter().filter(|(flag, _, since)| has_word(*flag, *since));
        kept.filter(|(flag, ..)| flags.contains(*flag))
            .fold(MapFlags::NONE, |kept, (flag, ..)| kept.with(*flag))
    }

    /// Returns the spellings of a `map` clause's modifiers, in the order of [`MapFlags::WORDS`].
    pub fn map_words(&self, flags: MapFlags) -> impl Iterator<Item = (MapFlags, &'static str)> {
        let (no_alloc, hold) = (self.words.no_alloc(), self.words.hold);
        let kept = MapFlags::WORDS.iter().filter(move |(flag, ..)| flags.contains(*flag));
        kept.map(move |(flag, word, _)| match *flag {
            MapFlags::NO_ALLOC => (*flag, no_alloc.unwrap_or(word)),
            MapFlags::HOLD => (*flag, hold.unwrap_or(word)),
            _ => (*flag, *word),
        })
    }

    /// The dialect for programs that are compiled for no device.
    #[must_use]
    pub fn without_devices(self) -> Dialect {
        Dialect { runs_on: self.runs_on.max(RunsOn::HostFallback), ..self }
    }

    /// The dialect for clang with -O1.
    #[must_use]
    pub const fn with_little_optimization(self) -> Dialect {
        self.avoiding(Fault::SimdReductions)
    }

    /// The dialect for a compiler that has this fault too.
    #[must_use]
    pub const fn avoiding(self, fault: Fault) -> Dialect {
        Dialect { avoids: self.avoids.with(fault), ..self }
    }

    /// The dialect with some entries overridden. A modifier that the dialect does not have is spelled as in the Clacc compiler's design.
    #[must_use]
    pub fn with(self, overrides: Overrides) -> Dialect {
        let own = self.words;
        let words = DialectWords {
            hold: word(own.hold, overrides.hold, "hold"),
            no_create: no_create(own.no_create, overrides.no_alloc),
            present_map: overrides.present.unwrap_or(own.present_map),
            present_motion: overrides.update_present.unwrap_or(own.present_motion),
            ..own
        };
        let least_work = self.tuning.least_work.filter(|_| overrides.small_loops != Some(false));
        let sizes = if overrides.keep_sizes { PrintedSizes::All } else { self.tuning.sizes };
        Dialect { words, tuning: Tuning { least_work, sizes, ..self.tuning }, ..self }
    }
}

fn no_create(own: NoCreate, choice: Option<bool>) -> NoCreate {
    match (own, choice) {
        (own, None) | (own @ NoCreate::Word(_), Some(true)) => own,
        (_, Some(true)) => NoCreate::Word("no_alloc"),
        (_, Some(false)) => NoCreate::Alloc,
    }
}

fn word(own: Option<&'static str>, choice: Option<bool>, default: &'static str) -> Option<&'static str> {
    match choice {
        None => own,
        Some(true) => own.or(Some(default)),
        Some(false) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dialect_is_found_by_its_name() {
        for dialect in DIALECTS {
            assert_eq!(Dialect::by_name(&dialect.name()), Some(**dialect));
        }
        assert_eq!(Dialect::by_name("fortran"), None);
    }

    #[test]
    fn overrides_change_single_points() {
        let with_words = |dialect: Dialect, words| Dialect { words, ..dialect };
        let without = CLACC.with(Overrides { hold: Some(false), ..Overrides::default() });
        assert_eq!(without, with_words(CLACC, DialectWords { hold: None, ..CLACC.words }));
        let with = PORTABLE.with(Overrides { hold: Some(true), present: Some(true), ..Overrides::default() });
        let words = DialectWords { hold: Some("hold"), present_map: true, ..PORTABLE.words };
        assert_eq!(with, with_words(PORTABLE, words));
        assert_eq!(LLVM.with(Overrides { hold: Some(true), ..Overrides::default() }), LLVM);
        assert_eq!(CLACC.with(Overrides::default()), CLACC);
        let shared = HOST.with(Overrides { small_loops: Some(false), ..Overrides::default() });
        assert_eq!(shared, Dialect { tuning: Tuning { least_work: None, ..HOST.tuning }, ..HOST });
    }

    #[test]
    fn what_no_create_becomes_can_be_chosen() {
        let becomes = |dialect: Dialect, no_alloc| {
            dialect.with(Overrides { no_alloc, ..Overrides::default() }).words.no_create
        };
        assert_eq!(becomes(PORTABLE, None), NoCreate::Implicit);
        assert_eq!(becomes(PORTABLE, Some(true)), NoCreate::Word("no_alloc"));
        assert_eq!(becomes(PORTABLE, Some(false)), NoCreate::Alloc);
        assert_eq!(becomes(CLACC_LATEST, Some(true)), NoCreate::Word("ompx_no_alloc"));
        assert_eq!(becomes(CLACC_LATEST, Some(false)), NoCreate::Alloc);
    }

    #[test]
    fn programs_without_devices_share_memory() {
        assert!(PORTABLE.without_devices().shares_memory() && !PORTABLE.without_devices().is_for_host());
        assert_eq!((HOST.without_devices(), NATIVE.without_devices()), (HOST, NATIVE));
    }
}
