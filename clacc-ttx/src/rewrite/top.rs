//! The additions before the first declaration of the main file: `_OPENACC`, declarations of the runtime library, and the objects of queues.

use clacc_sema::omp::form::Routine;
use clacc_syntax::Name;
use clacc_syntax::diagnostics::{Code, Diagnostic};
use clacc_syntax::sorted::distinct;
use clacc_syntax::source::FileRange;
use clacc_syntax::unit::{MAIN_FILE_LIMIT, Preprocessed};

use super::change::Change;
use super::edit::Edit;
use super::openacc_words::OpenaccWords;
use super::preamble::Preamble;
use super::separate::Placed;
use super::{Mode, RewriteOptions, SourceFiles, UnitInput, ignored_openmp, lines};
use crate::{codes, declared, queue_objects};

/// The routines and objects that new code needs declarations of.
pub(super) struct Needed {
    /// The routines that it calls.
    pub(super) routines: Vec<Routine>,
    /// The queues whose objects it names.
    queues: Vec<u32>,
    /// True if code in headers names some of them.
    has_queues_in_headers: bool,
}

impl Needed {
    /// Collects what is needed by changes, by separately rewritten functions, and by the directives in place of calls.
    pub(super) fn of(unit: &UnitInput<'_>, kept: &[&Change], apart: &[Placed<'_>]) -> Needed {
        let apart = || apart.iter().map(|placed| placed.apart);
        let routines = apart().flat_map(|apart| &apart.routines).copied().chain(called(kept));
        let queues = kept.iter().flat_map(|change| &change.queues).copied();
        let queues = queues.chain(apart().flat_map(|apart| &apart.queues).copied());
        let waits = || unit.queues.waits.iter().filter(|wait| wait.queue.is_some());
        let with_queues = kept.iter().filter(|change| !change.queues.is_empty());
        let mut files =
            with_queues.map(|change| change.site.range.file).chain(waits().map(|wait| wait.at.file));
        Needed {
            routines: distinct(routines),
            queues: distinct(queues.chain(waits().filter_map(|wait| wait.queue))),
            has_queues_in_headers: files.any(|file| file != unit.main),
        }
    }
}

/// Returns the insertions at the top of the main file, each with a finding that explains it, for the changes and for what all new code
/// needs. A mode that leaves OpenACC active only adds comments, so it needs none.
pub(super) fn additions(
    unit: &UnitInput<'_>,
    options: &RewriteOptions,
    (kept, needed): (&[&Change], &Needed),
    words: &OpenaccWords,
    sources: &mut SourceFiles<'_>,
) -> (Vec<Edit>, Vec<Diagnostic<FileRange>>) {
    if options.mode == Mode::AccOmp {
        return Default::default();
    }
    // With both languages in a text, each compiler defines its own macro.
    let version = options.openacc_macro.version().filter(|_| options.mode != Mode::Dual);
    let version = version.filter(|_| !words.uses.are_renamed());
    let definition = version.and_then(|version| version_macro(unit, version, words.uses.refusal, sources));
    // A line that includes OpenMP's header declares its routines.
    let is_undeclared = |routine: &Routine| !(words.routines.includes_openmp && routine.is_of_openmp());
    let in_headers = kept.iter().copied().filter(|change| change.site.range.file != unit.main);
    let mut in_headers = called(&in_headers.collect::<Vec<_>>());
    in_headers.retain(is_undeclared);
    let routines: Vec<Routine> = needed.routines.iter().copied().filter(is_undeclared).collect();
    let declaration =
        (options.mode != Mode::Dual).then(|| declaration(unit, &in_headers, &routines, sources)).flatten();
    let added = definition.into_iter().chain(declaration).chain(queue_objects(unit, needed));
    added.map(|addition| addition.insert(unit, sources)).unzip()
}

/// The place of added lines in the preamble of a file.
#[derive(Clone, Copy)]
enum AdditionPlace {
    /// Before all preprocessing lines.
    Start,
    /// Before the inclusions, for code in headers.
    BeforeInclusions,
    /// Behind the inclusions.
    BehindInclusions,
}

/// Lines that are added to a file, with the finding about them.
struct Addition {
    text: String,
    place: AdditionPlace,
    code: &'static Code,
    message: &'static str,
    /// The reason for the lines, with its place.
    because: Option<(FileRange, &'static str)>,
}

impl Addition {
    fn insert(self, unit: &UnitInput<'_>, sources: &mut SourceFiles<'_>) -> (Edit, Diagnostic<FileRange>) {
        let file = unit.main;
        let bytes = sources.bytes(file);
        let preamble = Preamble::of(bytes);
        let start = match self.place {
            AdditionPlace::Start => preamble.start,
            AdditionPlace::BeforeInclusions => preamble.before_inclusions,
            AdditionPlace::BehindInclusions => preamble.behind_inclusions,
        } as u32;
        let end = std::str::from_utf8(lines::line_end_style(bytes, 0)).unwrap_or("\n");
        let replacement = format!("{}\n", self.text).replace('\n', end).into_bytes();
        let range = FileRange { file, start, end: start };
        let finding = match self.because {
            Some((at, reason)) => Diagnostic::new(self.code, at, format!("{}: {reason}", self.message)),
            None => Diagnostic::new(self.code, range, self.message),
        };
        (Edit { range, replacement: replacement.into() }, finding)
    }
}

/// Returns the definition of `_OPENACC`, if the unit tests the macro and does not already define it like this.
///
/// An OpenACC compiler defines the macro in every unit of a program, including those without directives. Units that share a header must
/// agree about it, so the definition does not depend on what a unit translates.
fn version_macro(
    unit: &UnitInput<'_>,
    version: u32,
    because: Option<(FileRange, &'static str)>,
    sources: &mut SourceFiles<'_>,
) -> Option<Addition> {
    let name = Name::fixed("_OPENACC")?;
    unit.parts.iter().flat_map(|part| &part.version_macro_uses).find(|each| each.name == name)?;
    if is_defined(unit, name, version, sources) {
        return None;
    }
    Some(Addition {
        text: definition(version).join("\n"),
        place: AdditionPlace::Start,
        code: &codes::MAP0013,
        message: "the program asks for _OPENACC, so a definition was added at the top",
        because,
    })
}

/// Returns the insertion that undefines `_OPENMP`, with a finding that explains it. None if nothing tests the macro, or if a header does,
/// or the main file before its last inclusion: clang's headers for devices need the macro; and none in the text of a translation, which asks in
/// place of the program's own questions about OpenACC. Empty if an earlier run has inserted it.
pub(super) fn openmp_removal(
    unit: &UnitInput<'_>,
    sources: &mut SourceFiles<'_>,
) -> Option<Vec<(Edit, Diagnostic<FileRange>)>> {
    let name = Name::fixed("_OPENMP")?;
    let parts = || unit.parts.iter().copied();
    let uses = parts().flat_map(|part: &Preprocessed| &part.version_macro_uses);
    let uses: Vec<u32> = uses.filter(|each| each.name == name).map(|each| each.at.0).collect();
    let first = uses.iter().copied().min()?;
    let inclusions = parts().flat_map(|part: &Preprocessed| &part.inclusions).map(|each| each.at.0);
    let last = inclusions.filter(|at| *at < MAIN_FILE_LIMIT).max();
    let (file, bytes) = (unit.main, sources.bytes(unit.main));
    if ignored_openmp::mark_of(bytes).is_some()
        || uses.iter().any(|at| *at >= MAIN_FILE_LIMIT)
        || last.is_some_and(|last| first < last)
    {
        return None;
    }
    let at = last.map_or(lines::text_start(bytes) as u32, |last| {
        lines::behind_line_end(bytes, lines::logical_line_end(bytes, last as usize)) as u32
    });
    let before_use = bytes.get(at as usize..first as usize).unwrap_or_default();
    if before_use.split(|byte| *byte == b'\n').any(|line| line.trim_ascii() == UNDEFINED.as_bytes()) {
        return Some(Vec::new());
    }
    let style = std::str::from_utf8(lines::line_end_style(bytes, 0)).unwrap_or("\n");
    let range = FileRange { file, start: at, end: at };
    let message = "the program asks for _OPENMP, so the macro is undefined here";
    let edit = Edit { range, replacement: format!("{UNDEFINED}{style}").into_bytes().into() };
    Some(vec![(edit, Diagnostic::new(&codes::MAP0068, range, message))])
}

const UNDEFINED: &str = "#undef _OPENMP";

fn definition(version: u32) -> [String; 3] {
    ["#ifndef _OPENACC".to_owned(), format!("#define _OPENACC {version}"), "#endif".to_owned()]
}

/// Returns whether the first test of `_OPENACC` in the main file is the added definition's own `#ifndef`, and no header precedes it.
fn is_defined(unit: &UnitInput<'_>, name: Name, version: u32, sources: &mut SourceFiles<'_>) -> bool {
    let in_main = |at: u32| at < MAIN_FILE_LIMIT;
    let parts = || unit.parts.iter().copied();
    let uses = parts().flat_map(|part: &Preprocessed| &part.version_macro_uses);
    let uses = uses.filter(|each| each.name == name).map(|each| each.at.0);
    let Some(first) = uses.filter(|at| in_main(*at)).min() else { return false };
    let inclusions = parts().flat_map(|part: &Preprocessed| &part.inclusions).map(|each| each.at.0);
    if inclusions.filter(|at| in_main(*at)).min().is_some_and(|inclusion| inclusion < first) {
        return false;
    }
    let bytes = sources.bytes(unit.main);
    let mut at = lines::line_start(bytes, first as usize);
    definition(version).iter().all(|line| {
        let end = lines::line_end(bytes, at);
        let same = bytes[at..end].trim_ascii() == line.as_bytes();
        at = lines::behind_line_end(bytes, end);
        same
    })
}

/// Declares the routines of the runtime library that new code calls, if the program does not declare them. Headers of the program may be
/// included after a header with new code, so for that code only the first inclusion counts.
fn declaration(
    unit: &UnitInput<'_>,
    in_headers: &[Routine],
    routines: &[Routine],
    sources: &mut SourceFiles<'_>,
) -> Option<Addition> {
    let needs_first = declared::declaration(in_headers)
        .is_some_and(|lines| lines != declared::INCLUSION || !is_first_inclusion(unit, sources));
    let declared = if needs_first { in_headers.to_vec() } else { declared::missing(unit.parts, routines) };
    let text = declared::declaration(&declared)?;
    let (code, message) = if declared.iter().all(|routine| routine.is_of_openmp()) {
        let message = "the translation calls a routine of OpenMP, so its declaration was added at the top";
        (&codes::MAP0076, message)
    } else {
        let message = "the translation calls the runtime library, so its declaration was added at the top";
        (&codes::MAP0018, message)
    };
    let place = match (text.contains("#include"), in_headers.is_empty()) {
        (true, true) => AdditionPlace::BehindInclusions,
        (true, false) => AdditionPlace::BeforeInclusions,
        (false, _) => AdditionPlace::Start,
    };
    Some(Addition { text, place, code, message, because: None })
}

/// Defines the objects of queues, except for those that an earlier run defined.
fn queue_objects(unit: &UnitInput<'_>, needed: &Needed) -> Option<Addition> {
    let is_new = |number: &u32| {
        let object = queue_objects::object(*number);
        !unit.parts.iter().any(|part| part.tokens.with_text(&object).next().is_some())
    };
    let queues: Vec<u32> = needed.queues.iter().copied().filter(is_new).collect();
    let text = queue_objects::definition(&queues)?;
    let message = "an object at the top represents each queue; this unit and one whose queues are those of a library do not wait for each other's work";
    let place = if needed.has_queues_in_headers {
        AdditionPlace::BeforeInclusions
    } else {
        AdditionPlace::BehindInclusions
    };
    Some(Addition { text, place, code: &codes::MAP0102, message, because: None })
}

/// Returns whether the first inclusion in the main file declares the library.
fn is_first_inclusion(unit: &UnitInput<'_>, sources: &mut SourceFiles<'_>) -> bool {
    let inclusions = unit.parts.iter().flat_map(|part| &part.inclusions).map(|each| each.at.0);
    let Some(first) = inclusions.filter(|at| *at < MAIN_FILE_LIMIT).min() else { return false };
    let (bytes, first) = (sources.bytes(unit.main), first as usize);
    let line = &bytes[lines::line_start(bytes, first)..lines::line_end(bytes, first)];
    line.trim_ascii() == declared::INCLUSION.as_bytes()
}

fn called(kept: &[&Change]) -> Vec<Routine> {
    distinct(kept.iter().flat_map(|change| change.routines.iter().copied()))
}

/// Returns the lines that declare the routines of the runtime library that the OpenMP side of a dual text calls. Declarations of the
/// program do not count, because they may be on the other side only.
pub(super) fn declaration_of_side(kept: &[&Change]) -> Option<String> {
    declared::declaration(&called(kept))
}
