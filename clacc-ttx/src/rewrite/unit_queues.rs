//! The queues of a unit: whether objects or the library represent them, the directives in place of calls, and the finding about what needs
//! the library.

use clacc_sema::db::{Db, Unit};
use clacc_sema::omp::form::Routine;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::{Language, OmpDirective};
use clacc_syntax::source::FileRange;
use clacc_syntax::token::{TokenKind, TokenRange};
use clacc_syntax::unit::Preprocessed;

use super::edit::Edit;
use super::queue_calls::{self, WaitCall};
use super::{EditPlaces, Mode, QueueChoice, RewriteOptions, Spelling, UnitInput};
use crate::codes;
use crate::dialect::Dialect;
use crate::mapping::FunctionMapping;
use crate::queue_objects::{QueueForm, object};

/// The queues of a unit.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct UnitQueues {
    /// The representation of the queues.
    pub form: QueueForm,
    /// The first place where the library is needed, and the reason; none if the unit itself does not need it.
    pub use_of_library: Option<(FileRange, String)>,
    /// The calls of routines that become directives, in order.
    pub(super) waits: Vec<WaitCall>,
    /// True if the unit uses a queue.
    pub has_queues: bool,
}

impl UnitQueues {
    /// Decides about a unit. `mappings` are those of all its declarations with directives, in order, with their places.
    pub(crate) fn of<'m>(
        (db, unit): (&dyn Db, Unit),
        dialect: &Dialect,
        options: &RewriteOptions,
        input: &UnitInput<'_>,
        mappings: impl Iterator<Item = (EditPlaces<'m>, &'m FunctionMapping)> + Clone,
    ) -> UnitQueues {
        if !may_have_objects(dialect, options) {
            return UnitQueues::default();
        }
        let calls = queue_calls::of_unit((db, unit), input);
        let of_mappings = mappings.clone().find_map(|(places, mapping)| {
            let (at, reason) = mapping.queues.use_of_library.as_ref()?;
            Some((places.shown(*at)?, reason.to_string()))
        });
        let mut numbers: Vec<u32> =
            mappings.flat_map(|(_, mapping)| mapping.queues.numbers.iter().copied()).collect();
        numbers.extend(calls.waits.iter().filter_map(|wait| wait.queue));
        let use_of_library = of_mappings.or(calls.use_of_library).or_else(|| taken_name(input, &numbers));
        let has_queues = !(numbers.is_empty() && calls.waits.is_empty());
        if use_of_library.is_some() || options.queues == QueueChoice::LibraryOfProgram {
            return UnitQueues { use_of_library, has_queues, ..UnitQueues::default() };
        }
        UnitQueues { form: QueueForm::Objects, use_of_library, waits: calls.waits, has_queues }
    }
}

/// Returns whether the text is of a kind in which objects may represent queues: short OpenMP for persons, with devices.
fn may_have_objects(dialect: &Dialect, options: &RewriteOptions) -> bool {
    options.queues != QueueChoice::Library
        && dialect.is_short()
        && !dialect.is_for_host()
        && options.mode == Mode::Omp
        && options.spelling == Spelling::AsWritten
        && !options.reader.is_compiler()
}

/// Returns the edit that replaces a call by a directive.
pub(super) fn edit(wait: &WaitCall) -> Edit {
    let words = OmpDirective::Taskwait.text();
    let directive = match wait.queue {
        Some(queue) => format!("{words} depend(inout: {})", object(queue)),
        None => words.to_owned(),
    };
    let replacement = Language::OpenMp.pragma_line(&directive).into_bytes();
    Edit { range: wait.at, replacement: replacement.into() }
}

/// Returns the finding about the library, if it represents the queues of a text in which objects might.
pub(super) fn library_finding(
    unit: &UnitInput<'_>,
    options: &RewriteOptions,
    routines: &[Routine],
) -> Option<Diagnostic<FileRange>> {
    if !routines.contains(&Routine::QueueAddress) {
        return None;
    }
    let (at, reason) = match &unit.queues.use_of_library {
        Some((at, reason)) => (*at, reason.as_str()),
        None if options.queues == QueueChoice::LibraryOfProgram && unit.queues.has_queues => {
            (FileRange { file: unit.main, start: 0, end: 0 }, "another unit of the program needs it")
        }
        None => return None,
    };
    let message = format!(
        "the library libacc2omp represents the queues of this unit: {reason}; this unit and one whose queues are objects do not wait for each other's work"
    );
    Some(Diagnostic::new(&codes::MAP0103, at, message))
}

/// Returns a use of a name that the object of one of the queues would have, if the program gives it another meaning.
fn taken_name(input: &UnitInput<'_>, numbers: &[u32]) -> Option<(FileRange, String)> {
    numbers.iter().find_map(|number| {
        let name = object(*number);
        let (part, at) =
            input.parts.iter().find_map(|part| Some((*part, part.tokens.with_text(&name).next()?)))?;
        let is_object = is_definition(part, at as usize);
        let place = EditPlaces { unit: part, first_token: 0 }.shown(TokenRange::new(at, at + 1));
        (!is_object).then_some(place?).map(|place| (place, format!("the program has a name `{name}` itself")))
    })
}

/// Returns whether a name stands in a definition of objects that an earlier translation made.
fn is_definition(part: &Preprocessed, at: usize) -> bool {
    let (kinds, texts) = (&part.tokens.kinds, &part.tokens.texts);
    let listed = kinds[..at].iter().rev();
    let listed = listed.take_while(|kind| matches!(kind, TokenKind::Ident | TokenKind::Comma)).count();
    let start = at - listed;
    let word = |before: usize| {
        start.checked_sub(before).and_then(|at| Some((kinds[at], part.tokens.names.get(texts[at])?)))
    };
    word(1).is_some_and(|(kind, _)| kind == TokenKind::Char)
        && word(4).is_some_and(|(_, text)| text == "weak")
}
