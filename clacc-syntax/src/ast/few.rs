//! Lists that mostly have one element.

use std::ops::Deref;

/// A list that needs no memory of its own for one element.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Few<T>(FewOrMany<T>);

/// One element is never [`FewOrMany::Many`], so that equal lists are equal.
#[derive(Clone, PartialEq, Eq, Debug)]
enum FewOrMany<T> {
    One([T; 1]),
    Many(Box<[T]>),
}

impl<T> Few<T> {
    /// A list of one element.
    pub fn one(element: T) -> Few<T> {
        Few(FewOrMany::One([element]))
    }
}

impl<T> Default for Few<T> {
    fn default() -> Self {
        Few(FewOrMany::Many(Box::default()))
    }
}

impl<T> From<Box<[T]>> for Few<T> {
    fn from(elements: Box<[T]>) -> Self {
        <Box<[T; 1]>>::try_from(elements)
            .map_or_else(|many| Few(FewOrMany::Many(many)), |one| Few(FewOrMany::One(*one)))
    }
}

impl<T> Deref for Few<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        match &self.0 {
            FewOrMany::One(one) => one,
            FewOrMany::Many(many) => many,
        }
    }
}

impl<'l, T> IntoIterator for &'l Few<T> {
    type Item = &'l T;
    type IntoIter = std::slice::Iter<'l, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
