//! Uses of `_OPENACC`, which OpenMP compilers do not define (OpenACC 3.4 2.2), become `_OPENMP`, if each of them asks only whether
//! directives have an effect.
//!
//! All uses of a unit are renamed, or none: those in lines that the preprocessor skipped too, because other configurations read them.
//! Units that share a file agree, because a unit that renames nothing refuses the edits of the others (`Rewritten::refused`).

use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::source::{FileId, FileRange};

use super::edit::Edit;
use super::file_words::{FileWords, Line, ProgramFiles};
use super::unwritten::Unwritten;
use super::{UnitInput, lines};
use crate::codes;

pub(super) const MACRO: &str = "_OPENACC";
const INSTEAD: &str = "_OPENMP";

/// The uses of the macro in a unit.
#[derive(Default)]
pub(super) struct MacroUses {
    /// The uses, and the mentions of the macro in comments on the `#else` and `#endif` of conditionals that use it.
    places: Vec<FileRange>,
    mentions: Vec<FileRange>,
    /// The reason why the uses keep their name, with its place.
    pub(super) refusal: Option<(FileRange, &'static str)>,
}

impl MacroUses {
    /// Finds the uses. `staying` is the place of a directive that keeps its OpenACC text, if there is one.
    pub(super) fn of(
        unit: &UnitInput<'_>,
        (unwritten, staying): (&Unwritten, Option<FileRange>),
    ) -> MacroUses {
        let mut uses = MacroUses::default();
        let files = ProgramFiles::of(unit);
        for file in files.own {
            if let Some(words) = FileWords::of(unit, file) {
                uses.add_file(&words, unit);
            }
        }
        let Some(first) = uses.places.first().copied() else { return MacroUses::default() };
        if let Some(at) = staying {
            uses.refuse(
                at,
                "this directive keeps its OpenACC text, which is compiled where the macro is defined",
            );
        }
        if let Some(at) = uses.places.iter().find(|at| unwritten.holds(at.file)) {
            uses.refuse(*at, "this header is not written");
        }
        if let Some(at) = uses.places.iter().find(|at| unit.withholds(**at)) {
            uses.refuse(*at, "another unit that reads this text cannot do without the macro");
        }
        if uses.refusal.is_none() && are_asking(unit, &files.foreign) {
            uses.refuse(first, "a system header asks for the macro");
        }
        uses
    }

    fn refuse(&mut self, at: FileRange, reason: &'static str) {
        self.refusal.get_or_insert((at, reason));
    }

    fn add_file(&mut self, words: &FileWords, unit: &UnitInput<'_>) {
        for token in words.all(INSTEAD) {
            if !words.line_of(token).is_some_and(|line| is_message(words, line)) {
                self.refuse(words.range(token, token), "the program asks for `_OPENMP` too");
            }
        }
        let named: Vec<usize> = words.all(MACRO).collect();
        for &token in &named {
            let line = words.line_of(token);
            if line.is_some_and(|line| is_message(words, line)) {
                continue;
            }
            let at = words.range(token, token);
            self.places.push(at);
            match line {
                Some(line) if asks_only(words, line, token) => {}
                Some(line) if matches!(line.word(words), "define" | "undef") && token == line.hash + 2 => {
                    self.refuse(at, "the program defines the macro itself");
                }
                _ => self.refuse(at, "this use needs the value of the macro"),
            }
        }
        if !named.is_empty() {
            self.add_conditionals(words, &named, unit);
        }
    }

    /// Adds the mentions in comments, and looks for directives that another macro name would turn on. `named` are the tokens of the macro.
    fn add_conditionals(&mut self, words: &FileWords, named: &[usize], unit: &UnitInput<'_>) {
        // For each open conditional: whether one of its conditions so far uses the macro.
        let mut open: Vec<bool> = Vec::new();
        for line in words.lines() {
            let uses = named.iter().any(|token| (line.hash..line.end).contains(token));
            match line.word(words) {
                "if" | "ifdef" | "ifndef" => open.push(uses),
                "elif" | "elifdef" | "elifndef" => {
                    if let Some(last) = open.last_mut() {
                        *last |= uses;
                    }
                }
                word @ ("else" | "endif") => {
                    if open.last() == Some(&true) {
                        self.add_mentions(words, line);
                    }
                    if word == "endif" {
                        open.pop();
                    }
                }
                "pragma" if open.contains(&true) && words.text(line.hash + 2) == "acc" => {
                    let at = words.range(line.hash, line.end - 1);
                    if unit.parts.iter().flat_map(|part| &part.inactive).any(|range| range.holds(at)) {
                        self.refuse(at, "this directive is in a branch that is not taken");
                    }
                }
                _ => {}
            }
        }
    }

    fn add_mentions(&mut self, words: &FileWords, line: Line) {
        let text = &words.lexed.text;
        let start = words.lexed.end(line.hash + 1) as usize;
        let rest = &text[start..lines::line_end(text, start)];
        let is_word = |at: usize| {
            let is_part =
                |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
            rest[at..].starts_with(MACRO.as_bytes())
                && !is_part(rest.get(at + MACRO.len()))
                && !is_part(at.checked_sub(1).and_then(|before| rest.get(before)))
        };
        let places = (0..rest.len()).filter(|at| is_word(*at)).map(|at| (start + at) as u32);
        self.mentions.extend(places.map(|start| FileRange {
            file: words.file,
            start,
            end: start + MACRO.len() as u32,
        }));
    }

    /// Returns whether the program uses the macro, and every use can be renamed.
    pub(super) fn are_renamed(&self) -> bool {
        !self.places.is_empty() && self.refusal.is_none()
    }

    /// Returns the edits that rename the uses, with a finding about them. None if they keep their name.
    pub(super) fn renamed(&self) -> Option<(Vec<Edit>, Diagnostic<FileRange>)> {
        let first = *self.places.first().filter(|_| self.are_renamed())?;
        let edit = |range: &FileRange| Edit { range: *range, replacement: INSTEAD.as_bytes().into() };
        let mut edits: Vec<Edit> = self.places.iter().chain(&self.mentions).map(edit).collect();
        edits.sort_by_key(|edit| edit.range);
        edits.dedup();
        let message = match self.places.len() {
            1 => "the use of `_OPENACC` became one of `_OPENMP`".to_owned(),
            several => {
                format!("{several} uses of `_OPENACC` became uses of `_OPENMP`; this is the first one")
            }
        };
        Some((edits, Diagnostic::new(&codes::MAP0100, first, message)))
    }

    /// The uses that must keep their name.
    pub(super) fn refused(&self) -> &[FileRange] {
        if self.refusal.is_some() { &self.places } else { &[] }
    }
}

/// Returns whether a preprocessing line is a message to people.
fn is_message(words: &FileWords, line: Line) -> bool {
    matches!(line.word(words), "error" | "warning")
}

/// Returns whether the use of the macro at a token of a preprocessing line asks only whether the macro is defined.
fn asks_only(words: &FileWords, line: Line, token: usize) -> bool {
    match line.word(words) {
        "ifdef" | "ifndef" | "elifdef" | "elifndef" => token == line.hash + 2,
        "else" | "endif" => true,
        "if" | "elif" => is_truth_value(words, line, token),
        _ => false,
    }
}

/// Returns whether a condition uses the macro with `defined`, as a truth value, or compares it with zero. A macro that is not defined is
/// zero there.
fn is_truth_value(words: &FileWords, line: Line, token: usize) -> bool {
    let text = |at: usize| if (line.hash + 2..line.end).contains(&at) { words.text(at) } else { "" };
    if text(token - 1) == "defined" || text(token - 1) == "(" && text(token - 2) == "defined" {
        return true;
    }
    let (mut first, mut last) = (token, token);
    let widen = |first: &mut usize, last: &mut usize| {
        while text(*first - 1) == "(" && text(*last + 1) == ")" {
            (*first, *last) = (*first - 1, *last + 1);
        }
    };
    widen(&mut first, &mut last);
    if matches!(text(last + 1), "==" | "!=" | ">") && text(last + 2) == "0" {
        last += 2;
    } else if matches!(text(first - 1), "==" | "!=" | "<") && text(first - 2) == "0" {
        first -= 2;
    }
    widen(&mut first, &mut last);
    matches!(text(first - 1), "" | "(" | "!" | "&&" | "||")
        && matches!(text(last + 1), "" | ")" | "&&" | "||")
}

/// Returns whether one of these files contains the macro.
fn are_asking(unit: &UnitInput<'_>, files: &[FileId]) -> bool {
    let mut words = files.iter().filter_map(|file| FileWords::of(unit, *file));
    words.any(|words| words.all(MACRO).next().is_some())
}
