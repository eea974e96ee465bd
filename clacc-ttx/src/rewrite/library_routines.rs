//! Calls of OpenACC's routines become calls of OpenMP's, so that the program needs no OpenACC library.
//!
//! A call without a counterpart stays, and so does a call whose device type or place is not known; then the unit includes both headers,
//! and a finding names what is left. If nothing is left, `omp.h` takes the place of `openacc.h`. A unit that keeps something refuses what
//! other units would change in a header that they share. `docs/decisions/0018-no-library.md` says why both libraries may be mixed.

use std::collections::BTreeSet;

use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::sorted::distinct;
use clacc_syntax::source::FileRange;

use super::edit::Edit;
use super::file_words::{FileWords, ProgramFiles};
use super::library_calls::{self, Call, CallPlace, LibraryUse, UseKind};
use super::library_inclusions::Inclusions;
use super::openmp_counterparts::{
    self, Argument, Counterpart, DeviceSort, Family, MAPPED_POINTER, SELECT_HOST, is_of_library,
};
use super::unwritten::Unwritten;
use super::{UnitInput, captured_words, removed_lines};
use crate::codes;

/// The edits that replace the routines of OpenACC in a unit, and the findings about them.
#[derive(Default)]
pub(super) struct LibraryRoutines {
    pub(super) edits: Vec<Edit>,
    pub(super) findings: Vec<Diagnostic<FileRange>>,
    /// Text of headers that other units must not change.
    pub(super) refused: Vec<FileRange>,
    /// True if a line of the unit includes `omp.h` now.
    pub(super) includes_openmp: bool,
}

/// A use of a name, and what becomes of it.
struct Decided<'w> {
    at: FileRange,
    name: &'w str,
    /// The new text; none for a use that stays.
    new: Option<NewText>,
}

/// The new text of a call.
struct NewText {
    edits: Vec<Edit>,
    /// The text that is gone, with the names in it.
    gone: Vec<FileRange>,
    /// The statement that is gone with its call.
    removed: Option<FileRange>,
    finding: Option<Diagnostic<FileRange>>,
    calls_openmp: bool,
}

/// Returns the edits of the calls of a unit. `others` are the edits that translate directives.
pub(super) fn of_unit(unit: &UnitInput<'_>, unwritten: &Unwritten, others: &[Edit]) -> LibraryRoutines {
    let program = ProgramFiles::of(unit);
    if !program.includes_library {
        return LibraryRoutines::default();
    }
    let files: Vec<FileWords> = program.own.iter().filter_map(|file| FileWords::of(unit, *file)).collect();
    let uses: Vec<Vec<LibraryUse>> = files.iter().map(library_calls::uses).collect();
    let inclusions = Inclusions::of(&files, unwritten);
    let (declared, selects_host) = (declared(&files, &uses), selects_host(&files, &uses));
    let rewriting = Rewriting { unit, files: &files, unwritten, others, declared, selects_host };
    let mut decided = rewriting.decided(&uses);
    keep_families(&mut decided);
    if inclusions.is_unwritten {
        decided.iter_mut().for_each(|each| each.new = None);
    }
    rewriting.concluded(&decided, &inclusions)
}

/// Returns the names that the program declares, defines or makes macros.
fn declared<'w>(files: &'w [FileWords], uses: &[Vec<LibraryUse>]) -> BTreeSet<&'w str> {
    let names = files.iter().zip(uses).flat_map(|(words, uses)| {
        let declared = uses.iter().filter(|each| matches!(each.kind, UseKind::Declaration));
        declared.map(|each| words.text(each.token))
    });
    names.collect()
}

/// Returns whether the program selects the host as its device somewhere.
fn selects_host(files: &[FileWords], uses: &[Vec<LibraryUse>]) -> bool {
    files.iter().zip(uses).any(|(words, uses)| {
        let selects = |token: usize| {
            matches!(words.text(token), "acc_set_device_type" | "acc_set_device_num")
                && (token..token + 32)
                    .take_while(|token| words.text(*token) != ";")
                    .any(|token| words.text(token) == "acc_device_host")
        };
        uses.iter().any(|each| selects(each.token))
    })
}

/// Keeps all routines of a family if one of them stays.
fn keep_families(decided: &mut [Decided<'_>]) {
    let family = |each: &Decided<'_>| Family::of(each.name);
    let kept: BTreeSet<Family> =
        decided.iter().filter(|each| each.new.is_none()).filter_map(family).collect();
    let is_kept = |each: &Decided<'_>| family(each).is_some_and(|family| kept.contains(&family));
    decided.iter_mut().filter(|each| is_kept(each)).for_each(|each| each.new = None);
}

struct Rewriting<'u> {
    unit: &'u UnitInput<'u>,
    files: &'u [FileWords],
    unwritten: &'u Unwritten,
    others: &'u [Edit],
    declared: BTreeSet<&'u str>,
    selects_host: bool,
}

impl<'u> Rewriting<'u> {
    /// Decides about each use of a name that the program does not declare itself, outside text that directives lose.
    fn decided(&self, uses: &[Vec<LibraryUse>]) -> Vec<Decided<'u>> {
        let all = self.files.iter().zip(uses);
        let all = all.flat_map(|(words, uses)| uses.iter().map(move |each| (words, each)));
        let own = all.filter(|(words, each)| !self.declared.contains(words.text(each.token)));
        let decided = own.map(|(words, each)| {
            let name = words.text(each.token);
            let (at, new) = match &each.kind {
                UseKind::Call(call) => {
                    let at = call.range(words, each.token);
                    (at, self.may_change(at).then(|| self.new_text(words, each.token, call)).flatten())
                }
                _ => (words.range(each.token, each.token), None),
            };
            Decided { at, name, new }
        });
        decided.filter(|each| !self.is_replaced(each.at)).collect()
    }

    fn may_change(&self, at: FileRange) -> bool {
        !self.unwritten.holds(at.file) && !self.unit.withholds(at)
    }

    /// Returns whether the text of a directive that is translated holds a place.
    fn is_replaced(&self, at: FileRange) -> bool {
        self.others.iter().any(|edit| edit.range.overlaps(at))
    }

    /// Returns the new text of a call. None if it stays.
    fn new_text(&self, words: &FileWords, token: usize, call: &Call) -> Option<NewText> {
        let row = openmp_counterparts::of(words.text(token))?;
        if is_of_translation(words, token)
            || call.arguments.len() != row.arguments.len()
            || row.is_statement && call.place == CallPlace::Expression
            || row.becomes == Some(MAPPED_POINTER) && !self.unit.dialect.words.mapped_pointer
        {
            return None;
        }
        let mut sort = DeviceSort::Device;
        for (number, argument) in row.arguments.iter().enumerate() {
            match argument {
                Argument::Kept => {}
                Argument::Dropped if call.is_pure(words, number) => {}
                Argument::Dropped => return None,
                Argument::Type => sort = DeviceSort::of(&call.argument(words, number))?,
            }
        }
        let new = NewCall { words, token, call, row };
        match (row.routine, sort) {
            ("acc_on_device", _) if is_in_teams(words, token) => None,
            ("acc_on_device", DeviceSort::Current) => None,
            ("acc_on_device", DeviceSort::Host) => Some(new.renamed("omp_is_initial_device", None)),
            ("acc_on_device", DeviceSort::Device) => Some(new.renamed("!omp_is_initial_device", None)),
            ("acc_on_device", DeviceSort::Vendor) => Some(
                new.renamed("!omp_is_initial_device", Some("OpenMP does not tell of what type a device is")),
            ),
            ("acc_get_num_devices", DeviceSort::Host) => Some(new.replaced("1")),
            ("acc_get_device_num", DeviceSort::Host) => Some(new.replaced("0")),
            ("acc_set_device_num", DeviceSort::Host) => {
                call.is_pure(words, 0).then(|| new.replaced(SELECT_HOST))
            }
            ("acc_set_device_type", DeviceSort::Host) => Some(new.replaced(SELECT_HOST)),
            ("acc_set_device_type", DeviceSort::Device | DeviceSort::Vendor) if self.selects_host => {
                Some(new.replaced("omp_set_default_device(0)"))
            }
            _ => Some(match row.becomes {
                Some(becomes) => new.renamed(becomes, row.lost),
                None => new.removed(self.others),
            }),
        }
    }

    fn concluded(&self, decided: &[Decided<'_>], inclusions: &Inclusions) -> LibraryRoutines {
        let mut routines = LibraryRoutines::default();
        let new = || decided.iter().filter_map(|each| each.new.as_ref());
        let gone: Vec<FileRange> = new().flat_map(|new| new.gone.iter().copied()).collect();
        let is_gone = |at: FileRange| gone.iter().any(|gone| gone.holds(at));
        let left: Vec<&Decided<'_>> =
            decided.iter().filter(|each| each.new.is_none() && !is_gone(each.at)).collect();
        let is_shared = |at: &FileRange| at.file != self.unit.main;
        routines.refused.extend(left.iter().map(|each| each.at).filter(is_shared));
        // The edits of a call inside text that is gone are gone too.
        for each in decided.iter().filter(|each| !is_gone(each.at)) {
            let Some(new) = &each.new else { continue };
            routines.edits.extend(new.edits.iter().cloned());
            routines.findings.extend(new.finding.clone());
        }
        let in_new_text = self.names_in_new_text();
        let names = distinct(left.iter().map(|each| each.name.to_owned()).chain(in_new_text.of_library));
        let calls_openmp = in_new_text.has_openmp || new().any(|new| new.calls_openmp);
        let (included, unneeded) = inclusions.edits(self.unit, !names.is_empty(), calls_openmp);
        let removed = new().filter_map(|new| new.removed).chain(unneeded);
        routines.edits.extend(removed_lines::edits(self.files, removed, self.others));
        routines.includes_openmp = !included.is_empty();
        routines.edits.extend(included);
        if !names.is_empty() {
            routines.refused.extend(inclusions.names().filter(is_shared));
            let first = left.first().map(|each| each.at).or_else(|| inclusions.names().next());
            routines.findings.extend(first.map(|at| finding_left(at, &names)));
        }
        routines
    }

    fn names_in_new_text(&self) -> NamesInNewText {
        let mut names = NamesInNewText::default();
        for text in self.others.iter().map(|edit| String::from_utf8_lossy(&edit.replacement)) {
            for (word, is_called) in captured_words::words(&text) {
                let is_routine = word.starts_with("acc_") || word.starts_with("acc2omp_");
                let is_name = is_of_library(word) || is_called && is_routine;
                names.of_library.extend((is_name && !self.declared.contains(word)).then(|| word.to_owned()));
                names.has_openmp |= is_called && word.starts_with("omp_");
            }
        }
        names
    }
}

/// The names in the text of translated directives.
#[derive(Default)]
struct NamesInNewText {
    /// The names of OpenACC's header.
    of_library: Vec<String>,
    /// True if a routine of OpenMP is called.
    has_openmp: bool,
}

/// Returns whether a call initializes a variable that an earlier translation has declared. Its call stays as it was written then.
fn is_of_translation(words: &FileWords, token: usize) -> bool {
    let before = |count: usize| token.checked_sub(count).map_or("", |at| words.text(at));
    before(1) == "!" && before(2) == "=" && before(3).starts_with("__clacc_")
}

/// Returns whether a call may be in a region of teams, but not in one of threads: OpenMP permits no other routines there than those about teams
/// (OpenMP 5.2 10.2), and a macro may be used there.
fn is_in_teams(words: &FileWords, token: usize) -> bool {
    let regions = library_calls::compute_constructs(words);
    words.line_of(token).is_some() || regions.iter().any(|region| region.contains(&token))
}

fn finding_left(at: FileRange, names: &[String]) -> Diagnostic<FileRange> {
    const SHOWN: usize = 4;
    let shown: Vec<String> = names.iter().take(SHOWN).map(|name| format!("`{name}`")).collect();
    let more = match names.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let message = format!("this still needs an OpenACC library: {}{more}", shown.join(", "));
    Diagnostic::new(&codes::MAP0105, at, message)
}

/// A call with the row of its routine.
struct NewCall<'c> {
    words: &'c FileWords,
    token: usize,
    call: &'c Call,
    row: &'static Counterpart,
}

impl NewCall<'_> {
    fn finding(&self, becomes: &str, lost: &str) -> Diagnostic<FileRange> {
        let routine = self.row.routine;
        let message = format!("`{routine}` became `{becomes}`, which is not quite the same: {lost}");
        Diagnostic::new(&codes::MAP0104, self.call.range(self.words, self.token), message)
    }

    /// A call of another routine.
    fn renamed(&self, becomes: &str, lost: Option<&str>) -> NewText {
        let (words, call) = (self.words, self.call);
        let name = words.range(self.token, self.token);
        let kept = self.row.arguments.iter().filter(|argument| **argument == Argument::Kept).count();
        let behind = match kept.checked_sub(1) {
            Some(last) => words.lexed.end(call.arguments[last].1),
            None => words.lexed.end(self.token + 1),
        };
        let end = match call.arguments.last() {
            Some((_, last)) if call.arguments.len() > kept => words.lexed.end(*last),
            _ => behind,
        };
        let separator = if kept > 0 && !self.row.added.is_empty() { ", " } else { "" };
        let range = FileRange { file: words.file, start: behind, end };
        let added = Edit { range, replacement: format!("{separator}{}", self.row.added).into_bytes().into() };
        let mut edits = vec![Edit { range: name, replacement: becomes.as_bytes().into() }];
        edits.extend((behind < end || !added.replacement.is_empty()).then_some(added));
        let finding = lost.map(|lost| self.finding(becomes.trim_start_matches('!'), lost));
        NewText { edits, gone: vec![range], removed: None, finding, calls_openmp: true }
    }

    /// Another expression in place of the call.
    fn replaced(&self, becomes: &str) -> NewText {
        let range = self.call.range(self.words, self.token);
        let edits = vec![Edit { range, replacement: becomes.as_bytes().into() }];
        let inside = FileRange { start: self.words.lexed.end(self.token), ..range };
        let calls_openmp = becomes.starts_with("omp_");
        NewText { edits, gone: vec![inside], removed: None, finding: None, calls_openmp }
    }

    /// No call. Its statement is gone too, unless another one needs it.
    fn removed(&self, others: &[Edit]) -> NewText {
        let range = self.call.range(self.words, self.token);
        let statement = self.words.range(self.token, self.call.close + 1);
        let inside = FileRange { start: self.words.lexed.end(self.token), ..range };
        let is_whole =
            self.call.place == CallPlace::Statement && removed_lines::are_free(self.words, statement, others);
        let edit = Edit { range, replacement: [].into() };
        let message = format!("`{}` left the text: {}", self.row.routine, self.row.lost.unwrap_or_default());
        NewText {
            edits: if is_whole { Vec::new() } else { vec![edit] },
            gone: vec![inside],
            removed: is_whole.then_some(statement),
            finding: Some(Diagnostic::new(&codes::MAP0104, range, message)),
            calls_openmp: false,
        }
    }
}
