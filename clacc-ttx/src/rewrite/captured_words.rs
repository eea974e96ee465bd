//! Macros of the program that would replace identifiers of a translation: compilers expand macros in `#pragma omp`, in everything after
//! `omp`.

use clacc_syntax::Name;
use clacc_syntax::unit::{MacroState, Preprocessed};
use rustc_hash::FxHashMap;

use super::UnitInput;
use super::piece::Piece;

/// A point in a unit: the index of a part, and of a token in it.
pub(super) type Point = (usize, u32);

/// The points at which names that a translation uses are defined or undefined as macros, in order.
pub(super) struct Macros<'a> {
    unit: &'a UnitInput<'a>,
    changes: FxHashMap<Name, Vec<(Point, MacroState)>>,
}

impl<'a> Macros<'a> {
    /// Collects the macros whose names are identifiers of these pieces.
    pub(super) fn among<'p>(unit: &'a UnitInput<'a>, pieces: impl Iterator<Item = &'p Piece>) -> Self {
        let mut changes: FxHashMap<Name, Vec<(Point, MacroState)>> = FxHashMap::default();
        let Some(names) = unit.parts.first().map(|part| &part.tokens.names) else {
            return Macros { unit, changes };
        };
        for (word, _) in pieces.flat_map(|piece| words(piece.words())) {
            changes.extend(names.find(word).map(|name| (name, Vec::new())));
        }
        for (index, part) in unit.parts.iter().enumerate() {
            for change in &part.macro_changes {
                if let Some(known) = changes.get_mut(&change.name) {
                    known.push(((index, change.before), change.state));
                }
            }
        }
        changes.retain(|_, changes| changes.iter().any(|(_, state)| *state != MacroState::Plain));
        Macros { unit, changes }
    }

    /// Returns whether no identifier is a macro anywhere.
    pub(super) fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// The point of a token of a part.
    pub(super) fn point(&self, part: &Preprocessed, token: u32) -> Point {
        let index = self.unit.parts.iter().position(|each| std::ptr::eq(*each, part));
        (index.unwrap_or_default(), token)
    }

    /// Returns the first identifier of these pieces that a macro would replace at a point.
    pub(super) fn replaced<'p>(&self, pieces: &'p [Piece], at: Point) -> Option<&'p str> {
        let mut words = pieces.iter().flat_map(|piece| words(piece.words()));
        words.find(|(word, before_paren)| self.is_replaced(word, *before_paren, at)).map(|(word, _)| word)
    }

    fn is_replaced(&self, word: &str, before_paren: bool, at: Point) -> bool {
        let names = self.unit.parts.first().map(|part| &part.tokens.names);
        let name = names.and_then(|names| names.find(word));
        let Some(changes) = name.and_then(|name| self.changes.get(&name)) else { return false };
        match changes.iter().rfind(|(point, _)| *point <= at).map(|(_, state)| *state) {
            Some(MacroState::Replaced) => true,
            Some(MacroState::ReplacedBeforeParen) => before_paren,
            Some(MacroState::Plain) | None => false,
        }
    }
}

/// Returns the identifiers of some pieces.
pub(super) fn of_pieces<'p>(pieces: impl Iterator<Item = &'p Piece>) -> impl Iterator<Item = &'p str> {
    pieces.flat_map(|piece| words(piece.words())).map(|(word, _)| word)
}

/// Returns whether an identifier is a macro anywhere in a unit.
pub(super) fn is_macro(unit: &UnitInput<'_>, word: &str) -> bool {
    let names = unit.parts.first().map(|part| &part.tokens.names);
    let Some(name) = names.and_then(|names| names.find(word)) else { return false };
    unit.parts.iter().flat_map(|part| &part.macro_changes).any(|change| change.name == name)
}

/// The identifiers of a text, each with whether `(` follows.
pub(super) fn words(text: &str) -> impl Iterator<Item = (&str, bool)> {
    let is_part = |each: char| each.is_alphanumeric() || each == '_' || each == '$';
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(|each| !is_part(each));
        let end = rest.find(|each| !is_part(each)).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end);
        rest = behind;
        (!word.is_empty()).then(|| (word, behind.trim_start().starts_with('(')))
    })
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn words_know_whether_a_parenthesis_follows() {
        let found: Vec<_> = words("target map (tofrom: a[0:n]) nowait").collect();
        let expected =
            [("target", false), ("map", true), ("tofrom", false), ("a", false), ("0", false), ("n", false)];
        assert_eq!(found[..6], expected);
        assert_eq!(found[6..], [("nowait", false)]);
        assert_eq!(words(" ").next(), None);
    }
}
