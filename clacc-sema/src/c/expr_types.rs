//! The types of the expressions of a tree.
//!
//! Most expressions of a function have one of a few types. So the types are interned, and each expression takes four bytes for the index of
//! its type.

use std::sync::Arc;

use clacc_syntax::arena::{Arena, Idx};
use clacc_syntax::ast::{Expr, ExprId};

use crate::c::slots::Slots;
use crate::c::types::QualType;

/// Types by expression. Tables are equal if they give equal types to the same expressions.
#[derive(Clone, Default, Debug)]
pub struct ExprTypes {
    /// The interned types. Some may be equal to others, and some may no longer be the type of any expression.
    distinct: Arena<QualType>,
    of_exprs: Slots<Expr, Idx<QualType>>,
}

impl PartialEq for ExprTypes {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for ExprTypes {}

/// The number of the latest types that are compared before a type is added. Neighbouring expressions have the same few types; a type that
/// is added twice only takes memory.
const LOOKED_AT: usize = 8;

impl ExprTypes {
    /// Makes an empty table with room for this many expressions.
    pub(crate) fn with_room(exprs: usize) -> ExprTypes {
        ExprTypes { of_exprs: Slots::with_room(exprs), ..ExprTypes::default() }
    }

    /// Sets the type of an expression. Types are compared by their addresses, because comparing all their parts may take long.
    pub(crate) fn set(&mut self, expr: ExprId, ty: QualType) {
        let is_same = |known: &QualType| known.quals == ty.quals && Arc::ptr_eq(&known.ty, &ty.ty);
        let known = |(number, known): (_, &QualType)| is_same(known).then_some(number);
        let known = self.distinct.iter().rev().take(LOOKED_AT).find_map(known);
        let number = known.unwrap_or_else(|| self.distinct.alloc(ty));
        self.of_exprs.set(expr, number);
    }

    /// Frees the memory that was reserved for types and is not used.
    pub(crate) fn shrink_to_fit(&mut self) {
        self.distinct.shrink_to_fit();
    }

    /// The type of an expression, if it has one.
    pub fn get(&self, expr: ExprId) -> Option<&QualType> {
        Some(&self.distinct[self.of_exprs.get(expr).copied()?])
    }

    /// Returns the expressions that have a type, in their order, with the types.
    pub fn iter(&self) -> impl Iterator<Item = (ExprId, &QualType)> {
        self.of_exprs.iter().map(|(expr, ty)| (expr, &self.distinct[*ty]))
    }

    /// The types that expressions got, each at least once.
    pub(crate) fn distinct(&self) -> impl Iterator<Item = &QualType> {
        self.distinct.values()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::c::types::ArrayLength;
    use clacc_syntax::arena::RawIdx;
    use clacc_syntax::ast::Quals;

    fn expr(number: u32) -> ExprId {
        ExprId::from_raw(RawIdx::from_u32(number))
    }

    fn table(types: &[(u32, QualType)]) -> ExprTypes {
        let mut table = ExprTypes::default();
        types.iter().for_each(|(number, ty)| table.set(expr(*number), ty.clone()));
        table.shrink_to_fit();
        table
    }

    #[test]
    fn expressions_have_the_types_that_they_got_last() {
        let (int, pointer) = (QualType::int(), QualType::int().pointer_to());
        let constant = int.with_quals(Quals::CONST);
        let types = table(&[
            (4, int.clone()),
            (5, pointer.clone()),
            (7, int.clone()),
            (2, constant.clone()),
            (7, pointer.clone()),
        ]);
        let expected = [(2, &constant), (4, &int), (5, &pointer), (7, &pointer)];
        assert_eq!(types.iter().collect::<Vec<_>>(), expected.map(|(number, ty)| (expr(number), ty)));
        assert_eq!(
            (types.get(expr(2)), types.get(expr(3)), types.get(expr(9))),
            (Some(&constant), None, None)
        );
    }

    #[test]
    fn a_type_is_kept_once_where_others_are_few() {
        let of_two = [QualType::int(), QualType::int().array_of(ArrayLength::Unknown)];
        let types: Vec<_> = (0..100).map(|number| (number, of_two[number as usize % 2].clone())).collect();
        assert_eq!(table(&types).distinct().collect::<Vec<_>>(), of_two.iter().collect::<Vec<_>>());
        // The table also works with more types than it compares a new one with.
        let arrays: Vec<_> =
            (0..20).map(|length| QualType::int().array_of(ArrayLength::Constant(length))).collect();
        let types: Vec<_> = (0..60).map(|number| (number, arrays[number as usize % 20].clone())).collect();
        let expected: Vec<_> = types.iter().map(|(number, ty)| (expr(*number), ty)).collect();
        assert_eq!(table(&types).iter().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn equal_types_are_equal_wherever_they_are() {
        let [one, same] = [(); 2].map(|()| QualType::int().array_of(ArrayLength::Constant(3)));
        assert!(!Arc::ptr_eq(&one.ty, &same.ty));
        assert_eq!(table(&[(0, one.clone()), (1, one.clone())]), table(&[(1, same), (0, one.clone())]));
        assert_ne!(table(&[(0, one.clone())]), table(&[(0, QualType::int())]));
        assert_ne!(table(&[(0, one.clone())]), table(&[(1, one)]));
    }
}
