//! Lists behind one pointer.

use std::ops::{Deref, DerefMut};

/// A list that takes as little room as can be where it stands, and nothing more if it is empty. It is for lists that are mostly empty,
/// and for those of nodes that are rarer than the others beside which they stand.
#[derive(Clone, Debug)]
#[expect(
    clippy::box_collection,
    reason = "a list has more than one word, which is too much where it is mostly empty"
)]
pub struct Slim<T>(Option<Box<Vec<T>>>);

impl<T> Slim<T> {
    /// Adds an element.
    pub fn push(&mut self, element: T) {
        self.0.get_or_insert_default().push(element);
    }

    /// Takes the element at a place away, if there is one.
    pub fn remove(&mut self, at: usize) -> Option<T> {
        let elements = self.0.as_mut().filter(|elements| at < elements.len())?;
        Some(elements.remove(at))
    }
}

impl<T> Default for Slim<T> {
    fn default() -> Self {
        Slim(None)
    }
}

impl<T: PartialEq> PartialEq for Slim<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Eq> Eq for Slim<T> {}

impl<T> From<Vec<T>> for Slim<T> {
    fn from(elements: Vec<T>) -> Self {
        Slim((!elements.is_empty()).then(|| Box::new(elements)))
    }
}

impl<T> From<Box<[T]>> for Slim<T> {
    fn from(elements: Box<[T]>) -> Self {
        elements.into_vec().into()
    }
}

impl<T, const N: usize> From<[T; N]> for Slim<T> {
    fn from(elements: [T; N]) -> Self {
        Vec::from(elements).into()
    }
}

impl<T> FromIterator<T> for Slim<T> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        Box::<[T]>::from_iter(elements).into()
    }
}

impl<T> Extend<T> for Slim<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, elements: I) {
        elements.into_iter().for_each(|element| self.push(element));
    }
}

impl<T> Deref for Slim<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        self.0.as_ref().map_or(&[], |elements| elements)
    }
}

impl<T> DerefMut for Slim<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        self.0.as_mut().map_or(&mut [], |elements| elements)
    }
}

impl<T> IntoIterator for Slim<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.map_or_else(Vec::new, |elements| *elements).into_iter()
    }
}

impl<'l, T> IntoIterator for &'l Slim<T> {
    type Item = &'l T;
    type IntoIter = std::slice::Iter<'l, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
