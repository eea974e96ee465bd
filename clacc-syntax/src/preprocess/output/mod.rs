//! The results of a running preprocessor so far: tokens, their origins, and notes for later stages.

mod findings;
pub(crate) mod map;
mod mark;
mod moved;

use std::sync::Arc;

use super::codes;
use super::line::DirectiveLine;
use super::token::PpToken;
use crate::checkpoint::HalfDone;
use crate::diagnostics::{Code, Diagnostic};
use crate::encoding;
use crate::lexer::LexedFile;
use crate::name::Known;
use crate::source::FileRange;
use crate::token::TokenKind;
use crate::token_places::{PlacesBuilder, TokenPlace};
use crate::unit::{
    Expansion, ExpansionId, ExpansionKind, IgnoredPragma, Inclusion, LineMark, MacroChange, MacroDefinition,
    MacroState, MacroUse, Pos, Preprocessed, TokenBuffer,
};
use crate::{Name, Names};
use findings::{Finding, Findings};
use map::MapBuilder;
pub(crate) use mark::OutputMark;
pub(crate) use moved::MovedPlaces;

/// The results of a stage.
pub(crate) struct Output {
    /// The tokens without their places.
    tokens: HalfDone<TokenBuffer>,
    places: HalfDone<PlacesBuilder>,
    /// The positions of the unit.
    pub(crate) map: MapBuilder,
    findings: Findings,
    seen: HalfDone<Noticed>,
}

/// Notes for later stages that the tokens do not contain.
#[derive(Default)]
struct Noticed {
    inactive: Vec<FileRange>,
    inclusions: Vec<Inclusion>,
    version_macro_uses: Vec<MacroUse>,
    macro_changes: Vec<MacroChange>,
    pragma_macros: Vec<MacroDefinition>,
    ignored_openmp: Vec<IgnoredPragma>,
    line_marks: Vec<LineMark>,
}

impl Output {
    pub(crate) fn new(names: &Names, map: MapBuilder) -> Self {
        let tokens = HalfDone::new(TokenBuffer::new(names.clone()));
        let places = HalfDone::default();
        Output { tokens, places, map, findings: Findings::default(), seen: HalfDone::default() }
    }

    pub(crate) fn finish(mut self) -> Preprocessed {
        self.tokens.shrink_to_fit();
        self.tokens.places = self.places.finish().finish();
        let seen = self.seen.finish();
        Preprocessed {
            tokens: self.tokens.finish(),
            map: Arc::new(self.map.finish()),
            inactive: seen.inactive,
            inclusions: seen.inclusions,
            version_macro_uses: seen.version_macro_uses,
            macro_changes: seen.macro_changes,
            pragma_macros: seen.pragma_macros,
            ignored_openmp: seen.ignored_openmp,
            line_marks: seen.line_marks,
            diagnostics: self.findings.finish(),
        }
    }

    /// The table of all names.
    pub(crate) fn names(&self) -> &Names {
        &self.tokens.names
    }

    /// The text of a name.
    pub(crate) fn text(&self, name: Name) -> &str {
        &self.tokens.names[name]
    }

    // ---- findings ----

    /// Sets whether a system header is being read from here on.
    pub(crate) fn set_quiet(&mut self, quiet: bool) {
        self.findings.set_quiet(quiet);
    }

    /// Reports a finding, unless it is a warning about a system header.
    pub(crate) fn report(&mut self, code: &'static Code, at: (Pos, Pos), message: impl Into<String>) {
        self.report_finding(Diagnostic::new(code, at, message));
    }

    /// Reports a finding, unless it is a warning about a system header.
    pub(crate) fn report_finding(&mut self, finding: Finding) {
        self.findings.add(finding);
    }

    /// Returns whether a finding depended on earlier ones: because it is reported only once, or because there are too many.
    pub(crate) fn is_limited(&self) -> bool {
        self.findings.is_limited()
    }

    /// Reports a finding about a limit, unless the same one was reported before.
    pub(crate) fn report_once(&mut self, code: &'static Code, at: (Pos, Pos), message: &str) {
        self.findings.note_limit();
        if !self.findings.has(code) {
            self.report(code, at, message);
        }
    }

    /// Warns about the tokens from `from` on, which follow a complete directive.
    pub(crate) fn extra_tokens(&mut self, line: &DirectiveLine, from: usize, directive: &str) {
        if from < line.end {
            let message = format!("extra tokens at the end of {directive}");
            self.report(&codes::PP0010, line.token(from).range(), message);
        }
    }

    /// Reports a byte sequence in running text that is not a token.
    pub(crate) fn report_unknown(&mut self, token: &PpToken) {
        let text = self.text(token.text).to_owned();
        let place: (Pos, Pos) = token.range();
        if let Some(quote) = text.chars().find(|character| matches!(character, '"' | '\'')) {
            let message = format!("the closing {quote} is missing");
            self.report(&codes::PP0038, place, message);
        } else {
            let visible = |each: char| {
                if each.is_control() { each.escape_default().to_string() } else { each.to_string() }
            };
            let shown: String = encoding::shown(&text).chars().map(visible).collect();
            self.report(&codes::PP0039, place, format!("`{shown}` is no token of C"));
        }
    }

    // ---- tokens ----

    /// The number of tokens.
    pub(crate) fn len(&self) -> usize {
        self.tokens.len()
    }

    /// Reserves room for as many tokens as a file holds.
    pub(crate) fn reserve(&mut self, count: usize) {
        self.tokens.kinds.reserve(count);
        self.tokens.texts.reserve(count);
    }

    /// Appends a token to the unit.
    pub(crate) fn emit(&mut self, token: &PpToken) {
        let kind = match token.kind {
            TokenKind::Ident => token.text.keyword().unwrap_or(TokenKind::Ident),
            kind => kind,
        };
        self.tokens.kinds.push(kind);
        self.tokens.texts.push(token.text);
        self.places.push(TokenPlace { flags: token.flags, origin: token.origin, end: token.end });
    }

    /// Appends tokens of a file to the unit, column by column.
    pub(crate) fn copy_plain(&mut self, lexed: &LexedFile, base: u32, from: usize, to: usize) {
        let (kinds, texts) = (&lexed.kinds[from..to], &lexed.texts[from..to]);
        self.tokens.kinds.extend(kinds.iter().zip(texts).map(|(kind, text)| match kind {
            TokenKind::Ident => text.keyword().unwrap_or(TokenKind::Ident),
            kind => *kind,
        }));
        self.tokens.texts.extend_from_slice(texts);
        let starts = (from..to).zip(lexed.starts.range(from..to));
        let tokens = starts.map(|(at, start)| (lexed.flags[at], start, lexed.lengths.get(at)));
        self.places.extend_plain(base, tokens);
    }

    // ---- notes for later stages ----

    pub(crate) fn note_inactive(&mut self, range: FileRange) {
        self.seen.inactive.push(range);
    }

    pub(crate) fn note_inclusion(&mut self, inclusion: Inclusion) {
        self.seen.inclusions.push(inclusion);
    }

    /// Records the state of a name from here on.
    pub(crate) fn note_macro_change(&mut self, name: Name, state: MacroState) {
        let before = self.tokens.len() as u32;
        self.seen.macro_changes.push(MacroChange { name, before, state });
    }

    pub(crate) fn note_pragma_macro(&mut self, definition: MacroDefinition) {
        self.seen.pragma_macros.push(definition);
    }

    /// Records a place from which on line numbers, the file name or the kind of file are changed.
    pub(crate) fn note_line_mark(&mut self, mark: LineMark) {
        self.seen.line_marks.push(mark);
    }

    /// Records a directive of OpenMP that is not effective, unless it is in a system header.
    pub(crate) fn note_ignored_openmp(&mut self, pragma: IgnoredPragma) {
        if !self.findings.is_quiet() {
            self.seen.ignored_openmp.push(pragma);
        }
    }

    /// Records a use of `_OPENACC` or `_OPENMP` outside system headers.
    pub(crate) fn note_version_macro(&mut self, token: &PpToken) {
        let versions = [Known::OpenAcc.name(), Known::OpenMp.name()];
        if versions.contains(&token.text) && !self.findings.is_quiet() {
            self.seen.version_macro_uses.push(MacroUse { name: token.text, at: token.origin.spelling });
        }
    }

    /// Adds an expansion that replaces a name by a computed value.
    pub(crate) fn add_computed(&mut self, name: &PpToken) -> ExpansionId {
        self.map.add_expansion(Expansion {
            kind: ExpansionKind::Body,
            name: name.text,
            definition: name.origin.spelling,
            invocation: name.origin,
            invocation_end: name.end,
            ends_elsewhere: false,
        })
    }

    /// Returns the end of an invocation, and whether its `)` is in another text than the macro name. If so, the invocations that the name
    /// came through are extended to the `)`.
    pub(crate) fn invocation_end(&mut self, name: &PpToken, close: &PpToken) -> (Pos, bool) {
        let (from, to) = (name.origin.expansion, close.origin.expansion);
        if from == to {
            return (close.end, false);
        }
        self.map.reach(from, to, close.end);
        (name.end, true)
    }
}
