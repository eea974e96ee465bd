//! The OpenACC directives of a unit, collected once for all steps that look for unhandled ones.

use clacc_syntax::checkpoint;
use clacc_syntax::source::FileRange;
use clacc_syntax::token::TokenRange;
use clacc_syntax::unit::Preprocessed;

use super::UnitInput;
use super::edit_places::directives_among;
use super::separate::Placed;

/// A token of a unit: the index of its part, and its index there.
pub(super) type UnitToken = (usize, u32);

/// A directive, with the index of its part.
type UnitDirective = (usize, TokenRange);

const DIRECTIVES_BETWEEN_CHECKPOINTS: usize = 1 << 10;

/// The OpenACC directives of a unit, without their `PragmaEnd`.
#[derive(Default)]
pub(super) struct UnitDirectives {
    /// The directives outside separately rewritten functions, by parts and in order.
    outside: Vec<UnitDirective>,
    /// The directives of separately rewritten functions that are not translated.
    staying_apart: Vec<UnitDirective>,
    /// The directives of `staying_apart` that are in no tree.
    unread_apart: Vec<UnitDirective>,
}

impl UnitDirectives {
    /// Collects the directives of a unit. Functions of `apart` are rewritten separately and provide their own, so their tokens are not
    /// searched.
    pub(super) fn of(unit: &UnitInput<'_>, apart: &[Placed<'_>]) -> UnitDirectives {
        let Some(main) = unit.parts.len().checked_sub(1) else { return UnitDirectives::default() };
        let among = |part: usize, tokens| {
            directives_among(unit.parts[part], tokens).map(move |directive| (part, directive))
        };
        let mut outside = Vec::new();
        let mut add = |part, tokens| {
            outside.extend(checkpoint::every(DIRECTIVES_BETWEEN_CHECKPOINTS, among(part, tokens)));
        };
        let end = |part: usize| unit.parts[part].tokens.len() as u32;
        (0..main).for_each(|part| add(part, TokenRange::new(0, end(part))));
        let mut from = 0;
        for placed in apart {
            add(main, TokenRange::new(from, placed.tokens.start));
            from = placed.tokens.end;
        }
        add(main, TokenRange::new(from, end(main)));
        UnitDirectives {
            outside,
            staying_apart: apart.iter().flat_map(Placed::staying).map(|each| (main, each)).collect(),
            unread_apart: apart.iter().flat_map(Placed::unread).map(|each| (main, each)).collect(),
        }
    }

    /// The directives outside separately rewritten functions.
    pub(super) fn outside(&self) -> impl Iterator<Item = UnitDirective> {
        self.outside.iter().copied()
    }

    /// Returns the directives that are not translated. `translated` contains the first tokens of the translated ones outside separately
    /// rewritten functions.
    pub(super) fn staying(
        &self,
        translated: impl Iterator<Item = UnitToken>,
    ) -> impl Iterator<Item = UnitDirective> {
        self.outside_but(translated).chain(self.staying_apart.iter().copied())
    }

    /// Returns the directives that are in no tree. `read` contains the first tokens of those in trees, outside separately rewritten
    /// functions.
    pub(super) fn unread(
        &self,
        read: impl Iterator<Item = UnitToken>,
    ) -> impl Iterator<Item = UnitDirective> {
        self.outside_but(read).chain(self.unread_apart.iter().copied())
    }

    fn outside_but(&self, known: impl Iterator<Item = UnitToken>) -> impl Iterator<Item = UnitDirective> {
        let mut known: Vec<UnitToken> = checkpoint::every(DIRECTIVES_BETWEEN_CHECKPOINTS, known).collect();
        known.sort_unstable();
        let all = checkpoint::every(DIRECTIVES_BETWEEN_CHECKPOINTS, self.outside.iter().copied());
        all.filter(move |(part, tokens)| known.binary_search(&(*part, tokens.start)).is_err())
    }
}

/// Returns the index of a part of a unit.
pub(super) fn number_of(unit: &UnitInput<'_>, part: &Preprocessed) -> Option<usize> {
    unit.parts.iter().position(|each| std::ptr::eq(*each, part))
}

/// Returns the place of a directive in the program's text.
pub(super) fn shown_directive(part: &Preprocessed, tokens: TokenRange) -> Option<FileRange> {
    let start = part.map.outermost(part.tokens.places.origin(tokens.start as usize)?).spelling;
    let end = part.tokens.places.origin(tokens.end as usize).map_or(start, |origin| origin.spelling);
    part.map.file_range(start, end).or_else(|| part.map.file_range(start, start))
}
