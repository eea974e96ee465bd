//! Lists whose elements are named by typed ids, and tables by such ids.
//!
//! An id has a number that none has, so that an id which may be missing takes four bytes like any other: nodes, symbols and facts
//! hold many of them.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::num::NonZeroU32;
use std::ops::{Index, IndexMut};

use crate::rare::RareTable;

/// The index of an element.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RawIdx(u32);

impl RawIdx {
    /// The index as a number.
    #[inline]
    pub const fn into_u32(self) -> u32 {
        self.0
    }

    /// A number as an index.
    #[inline]
    pub const fn from_u32(index: u32) -> RawIdx {
        RawIdx(index)
    }
}

impl From<u32> for RawIdx {
    fn from(index: u32) -> Self {
        RawIdx(index)
    }
}

impl fmt::Debug for RawIdx {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for RawIdx {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// An element of an [`Arena`] of `T`.
pub struct Idx<T> {
    /// The index, and one more.
    stored: NonZeroU32,
    element: PhantomData<fn() -> T>,
}

impl<T> Idx<T> {
    /// The element with an index. No arena has an element with the largest number: its memory would have no addresses.
    #[inline]
    pub const fn from_raw(index: RawIdx) -> Idx<T> {
        let stored = NonZeroU32::MIN.saturating_add(index.0);
        Idx { stored, element: PhantomData }
    }

    /// Its index.
    #[inline]
    pub const fn into_raw(self) -> RawIdx {
        RawIdx(self.stored.get() - 1)
    }

    #[inline]
    const fn at(self) -> usize {
        self.into_raw().into_u32() as usize
    }

    #[inline]
    const fn of(at: usize) -> Idx<T> {
        Idx::from_raw(RawIdx(at as u32))
    }
}

impl<T> Clone for Idx<T> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Idx<T> {}

impl<T> PartialEq for Idx<T> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.stored == other.stored
    }
}

impl<T> Eq for Idx<T> {}

impl<T> PartialOrd for Idx<T> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> Ord for Idx<T> {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.stored.cmp(&other.stored)
    }
}

impl<T> Hash for Idx<T> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.into_raw().hash(state);
    }
}

impl<T> fmt::Debug for Idx<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = std::any::type_name::<T>();
        let name = path.rsplit(':').next().unwrap_or(path);
        write!(f, "Idx::<{name}>({})", self.into_raw())
    }
}

/// A list that gives each element an id.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Arena<T> {
    elements: Vec<T>,
}

impl<T> Arena<T> {
    /// No elements yet.
    pub const fn new() -> Arena<T> {
        Arena { elements: Vec::new() }
    }

    /// No elements yet, and room for so many.
    pub fn with_capacity(room: usize) -> Arena<T> {
        Arena { elements: Vec::with_capacity(room) }
    }

    /// The number of elements.
    #[inline]
    pub fn len(&self) -> usize {
        self.elements.len()
    }

    /// Whether there are no elements.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    /// Adds an element.
    #[inline]
    pub fn alloc(&mut self, element: T) -> Idx<T> {
        let id = Idx::of(self.elements.len());
        self.elements.push(element);
        id
    }

    /// The elements with their ids, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Idx<T>, &T)> + DoubleEndedIterator {
        self.elements.iter().enumerate().map(|(at, element)| (Idx::of(at), element))
    }

    /// The same, to change them.
    pub fn iter_mut(&mut self) -> impl ExactSizeIterator<Item = (Idx<T>, &mut T)> + DoubleEndedIterator {
        self.elements.iter_mut().enumerate().map(|(at, element)| (Idx::of(at), element))
    }

    /// The elements in order.
    pub fn values(&self) -> impl ExactSizeIterator<Item = &T> + DoubleEndedIterator {
        self.elements.iter()
    }

    /// The same, to change them.
    pub fn values_mut(&mut self) -> impl ExactSizeIterator<Item = &mut T> + DoubleEndedIterator {
        self.elements.iter_mut()
    }

    /// Gives back the room that the elements do not need.
    pub fn shrink_to_fit(&mut self) {
        self.elements.shrink_to_fit();
    }
}

impl<T: 'static> RareTable for Arena<T> {
    const EMPTY: &'static Self = &Arena::new();
}

impl<T> Default for Arena<T> {
    fn default() -> Self {
        Arena::new()
    }
}

impl<T: fmt::Debug> fmt::Debug for Arena<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Arena").field("len", &self.len()).field("data", &self.elements).finish()
    }
}

impl<T> Index<Idx<T>> for Arena<T> {
    type Output = T;

    #[inline]
    fn index(&self, id: Idx<T>) -> &T {
        &self.elements[id.at()]
    }
}

impl<T> IndexMut<Idx<T>> for Arena<T> {
    #[inline]
    fn index_mut(&mut self, id: Idx<T>) -> &mut T {
        &mut self.elements[id.at()]
    }
}

impl<T> FromIterator<T> for Arena<T> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        Arena { elements: elements.into_iter().collect() }
    }
}

impl<T> IntoIterator for Arena<T> {
    type Item = (Idx<T>, T);
    type IntoIter = IntoIter<T>;

    fn into_iter(self) -> IntoIter<T> {
        IntoIter { elements: self.elements.into_iter().enumerate() }
    }
}

/// The elements of an arena with their ids.
pub struct IntoIter<T> {
    elements: std::iter::Enumerate<std::vec::IntoIter<T>>,
}

impl<T> Iterator for IntoIter<T> {
    type Item = (Idx<T>, T);

    fn next(&mut self) -> Option<(Idx<T>, T)> {
        self.elements.next().map(|(at, element)| (Idx::of(at), element))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.elements.size_hint()
    }
}

/// Values by ids. It takes as much memory as if every element up to the last one with a value had one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ArenaMap<I, V> {
    values: Vec<Option<V>>,
    id: PhantomData<fn() -> I>,
}

impl<T, V> ArenaMap<Idx<T>, V> {
    /// No values yet.
    pub const fn new() -> Self {
        ArenaMap { values: Vec::new(), id: PhantomData }
    }

    /// No values yet, and room for so many elements.
    pub fn with_capacity(room: usize) -> Self {
        ArenaMap { values: Vec::with_capacity(room), id: PhantomData }
    }

    /// Gives back the room that the values do not need.
    pub fn shrink_to_fit(&mut self) {
        let end = self.values.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
        self.values.truncate(end);
        self.values.shrink_to_fit();
    }

    /// Whether an element has a value.
    pub fn contains_idx(&self, id: Idx<T>) -> bool {
        self.get(id).is_some()
    }

    /// The value of an element, if it has one.
    #[inline]
    pub fn get(&self, id: Idx<T>) -> Option<&V> {
        self.values.get(id.at())?.as_ref()
    }

    /// The same, to change it.
    #[inline]
    pub fn get_mut(&mut self, id: Idx<T>) -> Option<&mut V> {
        self.values.get_mut(id.at())?.as_mut()
    }

    /// Gives an element a value, and returns the one that it had.
    pub fn insert(&mut self, id: Idx<T>, value: V) -> Option<V> {
        self.slot(id).replace(value)
    }

    /// Takes the value of an element away.
    pub fn remove(&mut self, id: Idx<T>) -> Option<V> {
        self.values.get_mut(id.at())?.take()
    }

    /// The value of an element, which gets the default one if it has none.
    pub fn or_default(&mut self, id: Idx<T>) -> &mut V
    where
        V: Default,
    {
        self.slot(id).get_or_insert_default()
    }

    fn slot(&mut self, id: Idx<T>) -> &mut Option<V> {
        if id.at() >= self.values.len() {
            self.values.resize_with(id.at() + 1, || None);
        }
        &mut self.values[id.at()]
    }

    /// The elements that have values, in order, with these.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Idx<T>, &V)> {
        self.values.iter().enumerate().filter_map(|(at, value)| Some((Idx::of(at), value.as_ref()?)))
    }

    /// The same, to change the values.
    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = (Idx<T>, &mut V)> {
        self.values.iter_mut().enumerate().filter_map(|(at, value)| Some((Idx::of(at), value.as_mut()?)))
    }

    /// The values in the order of their elements.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &V> {
        self.values.iter().flatten()
    }

    /// The same, to change them.
    pub fn values_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut V> {
        self.values.iter_mut().flatten()
    }
}

impl<T, V> Default for ArenaMap<Idx<T>, V> {
    fn default() -> Self {
        ArenaMap::new()
    }
}

impl<T, V> Index<Idx<T>> for ArenaMap<Idx<T>, V> {
    type Output = V;

    /// # Panics
    ///
    /// Panics if the element has no value.
    fn index(&self, id: Idx<T>) -> &V {
        self.get(id).expect("the element has a value")
    }
}

impl<T, V> IndexMut<Idx<T>> for ArenaMap<Idx<T>, V> {
    fn index_mut(&mut self, id: Idx<T>) -> &mut V {
        self.get_mut(id).expect("the element has a value")
    }
}

impl<T, V> Extend<(Idx<T>, V)> for ArenaMap<Idx<T>, V> {
    fn extend<I: IntoIterator<Item = (Idx<T>, V)>>(&mut self, values: I) {
        values.into_iter().for_each(|(id, value)| _ = self.insert(id, value));
    }
}

impl<T, V> FromIterator<(Idx<T>, V)> for ArenaMap<Idx<T>, V> {
    fn from_iter<I: IntoIterator<Item = (Idx<T>, V)>>(values: I) -> Self {
        let mut map = ArenaMap::new();
        map.extend(values);
        map
    }
}

impl<T, V> IntoIterator for ArenaMap<Idx<T>, V> {
    type Item = (Idx<T>, V);
    type IntoIter = MapIntoIter<T, V>;

    fn into_iter(self) -> MapIntoIter<T, V> {
        MapIntoIter { values: self.values.into_iter().enumerate(), element: PhantomData }
    }
}

/// The values of a table with the ids of their elements.
pub struct MapIntoIter<T, V> {
    values: std::iter::Enumerate<std::vec::IntoIter<Option<V>>>,
    element: PhantomData<fn() -> T>,
}

impl<T, V> Iterator for MapIntoIter<T, V> {
    type Item = (Idx<T>, V);

    fn next(&mut self) -> Option<(Idx<T>, V)> {
        self.values.find_map(|(at, value)| Some((Idx::of(at), value?)))
    }
}
