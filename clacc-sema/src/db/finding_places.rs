//! Converts token ranges to places in files. If tokens come from macros, the place is where the user wrote
//! the macro.

use clacc_syntax::Name;
use clacc_syntax::diagnostics::{Diagnostic, Label};
use clacc_syntax::source::{FileId, FileRange};
use clacc_syntax::token::TokenRange;
use clacc_syntax::token_places::TokenPlace;
use clacc_syntax::unit::{ExpansionId, ExpansionKind, Pos, SourceMap, TokenBuffer};

/// Tokens of a unit with the map that resolves their origins.
#[derive(Clone, Copy, Debug)]
pub struct FindingPlaces<'a> {
    /// The tokens.
    pub tokens: &'a TokenBuffer,
    /// The map that resolves the origins of the tokens.
    pub map: &'a SourceMap,
    /// The main file. It is the place of findings that are in no file, such as those about the command line.
    pub main: FileId,
}

/// The place at which a token was written.
#[derive(Clone, PartialEq, Eq, Debug)]
struct WrittenPlace {
    start: Pos,
    end: Pos,
    /// The expansions whose replacement list contains the token, innermost first: the macro, and the place in its definition.
    through: Vec<(Name, Pos, Pos)>,
}

/// A range of tokens in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spot {
    /// Its start as a position in the unit, by which findings are ordered.
    pub at: Pos,
    /// The file and range.
    pub range: FileRange,
    /// The macros whose expansion the range is in, innermost first, each with the place in its definition.
    pub expansions: Vec<(Name, FileRange)>,
}

/// The maximum number of nested expansions of a token that are followed.
const MAX_EXPANSIONS: usize = 64;

impl FindingPlaces<'_> {
    /// Returns the place at which a range of tokens was written. An empty range is the place before its
    /// token.
    pub fn spot(&self, range: TokenRange) -> Spot {
        let Some(first) = self.written(range.start) else { return self.end_of_tokens() };
        let last = match range.end.checked_sub(1) {
            Some(last) if last > range.start => self.written(last),
            _ => None,
        };
        let empty = range.end <= range.start;
        let end = if empty { first.start } else { last.as_ref().unwrap_or(&first).end };
        let joined = self.map.file_range(first.start, end);
        let own_end = if empty { first.start } else { first.end };
        let range = joined.or_else(|| self.map.file_range(first.start, own_end)).unwrap_or(self.nowhere());
        let expansions = first.through.iter().take(MAX_EXPANSIONS);
        let expansions = expansions
            .filter_map(|(name, start, end)| Some((*name, self.map.file_range(*start, *end)?)))
            .collect();
        Spot { at: first.start, range, expansions }
    }

    /// Whether a range of tokens is written in a file without macros.
    pub fn is_plain(&self, range: TokenRange) -> bool {
        let range = range.start as usize..range.end as usize;
        let is_there = !range.is_empty() && range.end <= self.tokens.len();
        is_there && self.tokens.places.range(range).all(|place| place.origin.expansion == ExpansionId::NONE)
    }

    /// The start of the main file, used for findings without a place.
    pub fn nowhere(&self) -> FileRange {
        FileRange { file: self.main, start: 0, end: 0 }
    }

    fn end_of_tokens(&self) -> Spot {
        let last = self.tokens.len().checked_sub(1).and_then(|last| self.written(last as u32));
        let at = last.map_or(Pos(0), |last| last.end);
        Spot { at, range: self.map.file_range(at, at).unwrap_or(self.nowhere()), expansions: Vec::new() }
    }

    fn written(&self, token: u32) -> Option<WrittenPlace> {
        let TokenPlace { origin, end, .. } = self.tokens.places.get(token as usize)?;
        let mut written = WrittenPlace { start: origin.spelling, end, through: Vec::new() };
        for (_, expansion) in self.map.chain(origin.expansion) {
            match expansion.kind {
                // The place of an argument is where the macro is used.
                ExpansionKind::Argument(_) => continue,
                ExpansionKind::Body => written.through.push((expansion.name, written.start, written.end)),
                ExpansionKind::PragmaOperator => {}
            }
            written.start = expansion.invocation.spelling;
            written.end = expansion.invocation_end;
        }
        Some(written)
    }

    /// Converts the places of a finding about tokens, counted from `first`, to places in files. The macros whose expansion contains a place
    /// become secondary labels.
    pub fn locate(&self, finding: Diagnostic<TokenRange>, first: u32) -> (Pos, Diagnostic<FileRange>) {
        let shift = |range: TokenRange| TokenRange::new(range.start + first, range.end + first);
        let primary = self.spot(shift(finding.primary.at));
        let mut finding = finding;
        let editable = |fix: &clacc_syntax::diagnostics::Fix<TokenRange>| {
            fix.edits.iter().all(|(range, _)| self.is_plain(shift(*range)))
        };
        finding.fix = finding.fix.filter(editable);
        let mut located = finding.map(|range| self.spot(shift(range)).range);
        located.secondary.extend(primary.expansions.iter().map(|(name, range)| Label {
            at: *range,
            text: format!("in the expansion of macro `{}`", &self.tokens.names[*name]),
        }));
        (primary.at, located)
    }

    /// Converts the places of a finding of the preprocessor to places in files.
    pub fn locate_positions(&self, finding: Diagnostic<(Pos, Pos)>) -> (Pos, Diagnostic<FileRange>) {
        let at = finding.primary.at.0;
        let located = finding.map(|(start, end)| {
            self.map
                .file_range(start, end)
                .or_else(|| self.map.file_range(start, start))
                .unwrap_or(self.nowhere())
        });
        (at, located)
    }
}
