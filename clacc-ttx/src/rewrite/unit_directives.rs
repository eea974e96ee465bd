//! The OpenACC directives of a unit, found once for all steps that ask which of them nobody has taken.

use clacc_syntax::checkpoint;
use clacc_syntax::token::TokenRange;
use clacc_syntax::unit::Preprocessed;

use super::UnitInput;
use super::edit_places::directives_of;

/// A token of a unit: the number of its part, and its number there.
type UnitToken = (usize, u32);

const DIRECTIVES_BETWEEN_CHECKPOINTS: usize = 1 << 10;

/// The OpenACC directives of each part of a unit, in order, without their `PragmaEnd`.
#[derive(Default)]
pub(super) struct UnitDirectives(Vec<Vec<TokenRange>>);

impl UnitDirectives {
    pub(super) fn of(unit: &UnitInput<'_>) -> UnitDirectives {
        let of_part = |part: &&Preprocessed| {
            checkpoint::every(DIRECTIVES_BETWEEN_CHECKPOINTS, directives_of(part)).collect()
        };
        UnitDirectives(unit.parts.iter().map(of_part).collect())
    }

    /// Those that begin at none of these tokens, each with the number of its part.
    pub(super) fn others(
        &self,
        known: impl Iterator<Item = UnitToken>,
    ) -> impl Iterator<Item = (usize, TokenRange)> {
        let mut known: Vec<UnitToken> = checkpoint::every(DIRECTIVES_BETWEEN_CHECKPOINTS, known).collect();
        known.sort_unstable();
        let all = self
            .0
            .iter()
            .enumerate()
            .flat_map(|(part, directives)| directives.iter().map(move |each| (part, *each)));
        let all = checkpoint::every(DIRECTIVES_BETWEEN_CHECKPOINTS, all);
        all.filter(move |(part, tokens)| known.binary_search(&(*part, tokens.start)).is_err())
    }
}

/// The number of a part of a unit.
pub(super) fn number_of(unit: &UnitInput<'_>, part: &Preprocessed) -> Option<usize> {
    unit.parts.iter().position(|each| std::ptr::eq(*each, part))
}
