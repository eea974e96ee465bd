//! Assignments that combine the old value of a variable with another value.

use super::View;
use super::access::{Write, WriteKind};
use super::entity::Class;
use super::passage::Passage;
use super::place::{At, EntityId};

/// A node that assigns a variable its old value combined with another one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Accumulation {
    /// The node.
    pub at: At,
    /// How the values are combined.
    pub combined_by: CombinedBy,
    /// The right operand of the assignment; none for an increment or decrement.
    pub value: Option<At>,
    /// The number of times that the node names the variable if the other value does not depend on it.
    pub names: usize,
}

/// How an old value and another one are combined. The order of several combinations does not matter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "each variant names its result")]
pub enum CombinedBy {
    Sum,
    Product,
    Greatest,
    Least,
    BitAnd,
    BitOr,
    BitXor,
    And,
    Or,
}

impl View<'_> {
    /// The accumulation of an assignment to a variable or an element of it, if the other value does not depend on the variable and is not
    /// truncated, and the value of the assignment itself is not used.
    pub fn own_accumulation(self, write: &Write, variable: EntityId) -> Option<Accumulation> {
        let accumulation = self.accumulation(write.at).filter(|_| write.kind == WriteKind::Assigned)?;
        let of_variable = self.mentions(self.run(accumulation.at)).filter(|each| each.place.root == variable);
        let is_real = matches!(self.class_at(write.operand), Class::Real | Class::Complex);
        let is_whole =
            is_real || accumulation.value.is_none_or(|value| self.class_at(value) == Class::Integer);
        let is_statement = |at: At| matches!(self.passage(at), Some(Passage::Plain | Passage::Choice { .. }));
        let outline = &self.program.outline;
        let is_unused = is_statement(accumulation.at)
            || outline.parent(write.at).is_some_and(|parent| self.passage(parent) == Some(Passage::Plain));
        // `&&` and `||` may skip the other value, so it must have no side effects.
        let is_short = matches!(accumulation.combined_by, CombinedBy::And | CombinedBy::Or);
        let has_effects = is_short && accumulation.value.is_some_and(|value| self.has_side_effects(value));
        // A value that is truncated when it is stored may be neither the maximum nor the minimum.
        let is_extreme = matches!(accumulation.combined_by, CombinedBy::Greatest | CombinedBy::Least);
        let is_cut =
            is_extreme && accumulation.value.is_some_and(|value| !self.keeps_stored(write.operand, value));
        let is_own =
            of_variable.count() == accumulation.names && is_whole && is_unused && !has_effects && !is_cut;
        is_own.then_some(accumulation)
    }
}
