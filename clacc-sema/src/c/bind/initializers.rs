//! Counts the elements that an initializer gives an array (C17 6.7.9).

use clacc_syntax::ast::{Designator, Expr, ExprId, Init, InitId, InitItem};
use clacc_syntax::checkpoint;

use super::Binder;
use crate::c::types::{ArrayLength, QualType, Type};

/// The number of scalars in one element at which counting stops. Only nested arrays have so many.
const MAX_LEAVES: u64 = 1 << 40;
/// The number of members that are looked at to count scalars.
const MAX_COUNTED: u32 = 10_000;

impl Binder<'_> {
    /// The number of elements of this type that an initializer covers.
    pub(super) fn initialized_length(&self, element: &QualType, init: InitId) -> Option<u64> {
        match &self.tree[init] {
            Init::Expr(expr) => self.string_length(element, *expr),
            Init::List(items) => match &**items {
                [InitItem { designators, init, .. }] if designators.is_empty() => match &self.tree[*init] {
                    Init::Expr(expr) => self.string_length(element, *expr).or(Some(1)),
                    Init::List(_) => Some(1),
                },
                _ => self.listed_length(element, items),
            },
        }
    }

    /// The length of a string literal that initializes an array of characters.
    fn string_length(&self, element: &QualType, expr: ExprId) -> Option<u64> {
        let expr = self.tree.unparenthesized(expr);
        if !matches!(self.tree[expr], Expr::Str(_)) || !element.is_integer() {
            return None;
        }
        match &*self.type_of(expr).ty {
            Type::Array { length: ArrayLength::Constant(length), .. } => Some(*length),
            _ => None,
        }
    }

    /// Walks the list and keeps track of the current position. `within` counts the scalars that were given
    /// for the current element, if its braces are omitted.
    fn listed_length(&self, element: &QualType, items: &[InitItem]) -> Option<u64> {
        let leaves = self.leaves(element);
        let (mut next, mut within, mut length) = (0u64, 0u64, 0u64);
        for item in checkpoint::every(checkpoint::STRIDE, items.iter()) {
            let mut nested = false;
            match item.designators.first() {
                Some(Designator::Index(index) | Designator::Range(_, index)) => {
                    next = u64::try_from(self.integer_of(*index)?).ok()?;
                    within = 0;
                    nested = item.designators.len() > 1;
                }
                Some(Designator::Field(_)) => return None,
                None => {}
            }
            let whole = !nested && within == 0 && self.initializes_whole(element, item);
            within = if whole { leaves } else { within + 1 };
            length = length.max(next.checked_add(1)?);
            if within >= leaves {
                next = next.checked_add(1)?;
                within = 0;
            }
        }
        Some(length)
    }

    /// Whether an item initializes a whole element instead of only its first scalar.
    fn initializes_whole(&self, element: &QualType, item: &InitItem) -> bool {
        match &self.tree[item.init] {
            Init::List(_) => true,
            Init::Expr(expr) => match element.plain() {
                Type::Array { element, .. } => self.string_length(element, *expr).is_some(),
                Type::Record(_) => self.type_of(*expr).plain() == element.plain(),
                _ => true,
            },
        }
    }

    /// The number of scalars in an element, at least 1.
    fn leaves(&self, ty: &QualType) -> u64 {
        let mut budget = MAX_COUNTED;
        self.counted_leaves(ty, &mut budget).clamp(1, MAX_LEAVES)
    }

    /// Counts scalars up to a number of members. The limit is necessary because nesting records can double
    /// their number with each definition.
    fn counted_leaves(&self, ty: &QualType, budget: &mut u32) -> u64 {
        let mut count = 1u64;
        let mut ty = ty.clone();
        while let Type::Array { element, length: ArrayLength::Constant(length) } = ty.plain() {
            count = count.saturating_mul(*length);
            ty = element.clone();
        }
        let Type::Record(tag) = ty.plain() else { return count };
        let Some(record) = self.definitions().record(tag) else { return count };
        let counted = if record.is_union { 1 } else { record.fields.len() };
        let mut sum = 0u64;
        for field in record.fields.iter().take(counted) {
            if *budget == 0 {
                break;
            }
            *budget -= 1;
            sum = sum.saturating_add(self.counted_leaves(&field.ty, budget));
        }
        count.saturating_mul(sum)
    }
}
