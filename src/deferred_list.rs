//! Lists that are worked out when somebody looks at them.

use std::fmt;
use std::ops::Deref;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::{Arc, OnceLock};

/// A list that is worked out at the first look, and can be read like a slice. The first look costs as much as there are items; a
/// later one costs nothing. Who translates a text again after each edit seldom looks at all that there is to say of it.
///
/// ```
/// # use clacc::Session;
/// # use clacc::files::MemoryFiles;
/// # use clacc::options::CompileOptions;
/// use clacc::diagnostics::Diagnostic;
/// use clacc::translate::{DeferredList, TranslateOptions};
///
/// let program = "void f(int n, int *x) {\n#pragma acc parallel loop device_type(nvidia) num_gangs(4)\nfor (int i = 0; i < n; ++i) x[i] = i;\n}\n";
/// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
/// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// let translation = session.translate(unit, &TranslateOptions::default());
/// let found: &DeferredList<Diagnostic> = &translation.diagnostics;
/// for finding in found {
///     println!("{finding}");
/// }
/// let all: &[Diagnostic] = found;
/// let owned: Vec<Diagnostic> = found.clone().into();
/// assert_eq!(all, owned);
/// # Ok::<(), clacc::Error>(())
/// ```
#[derive(Clone)]
pub struct DeferredList<T> {
    items: OnceLock<Box<[T]>>,
    /// None for a list that is there.
    make: Option<Arc<MakeList<T>>>,
}

type MakeList<T> = dyn Fn() -> Box<[T]> + Send + Sync + UnwindSafe + RefUnwindSafe;

impl<T> DeferredList<T> {
    /// A list that `make` works out.
    pub(crate) fn new(
        make: impl Fn() -> Box<[T]> + Send + Sync + UnwindSafe + RefUnwindSafe + 'static,
    ) -> DeferredList<T> {
        DeferredList { items: OnceLock::new(), make: Some(Arc::new(make)) }
    }
}

impl<T> Default for DeferredList<T> {
    /// An empty list.
    fn default() -> Self {
        DeferredList::from(Vec::new())
    }
}

impl<T> From<Vec<T>> for DeferredList<T> {
    fn from(items: Vec<T>) -> Self {
        DeferredList { items: OnceLock::from(items.into_boxed_slice()), make: None }
    }
}

impl<T> From<DeferredList<T>> for Vec<T> {
    fn from(mut list: DeferredList<T>) -> Self {
        let _: &[T] = &list;
        list.items.take().unwrap_or_default().into()
    }
}

impl<T> Deref for DeferredList<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        self.items.get_or_init(|| self.make.as_ref().map(|make| make()).unwrap_or_default())
    }
}

impl<'l, T> IntoIterator for &'l DeferredList<T> {
    type Item = &'l T;
    type IntoIter = std::slice::Iter<'l, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T> IntoIterator for DeferredList<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        Vec::from(self).into_iter()
    }
}

impl<T: PartialEq> PartialEq for DeferredList<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Eq> Eq for DeferredList<T> {}

impl<T: fmt::Debug> fmt::Debug for DeferredList<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

#[cfg(feature = "serde")]
impl<T: serde::Serialize> serde::Serialize for DeferredList<T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self)
    }
}

#[cfg(feature = "serde")]
impl<'de, T: serde::Deserialize<'de>> serde::Deserialize<'de> for DeferredList<T> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(DeferredList::from)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::DeferredList;

    #[test]
    fn a_list_is_made_once_and_only_for_who_looks() {
        let made = Arc::new(AtomicUsize::new(0));
        let list = {
            let made = made.clone();
            DeferredList::new(move || {
                made.fetch_add(1, Ordering::Relaxed);
                [1, 2].into()
            })
        };
        let unseen = list.clone();
        assert_eq!(made.load(Ordering::Relaxed), 0);
        assert_eq!((list.len(), list.first()), (2, Some(&1)));
        assert_eq!(made.load(Ordering::Relaxed), 1);
        assert_eq!(Vec::from(list), [1, 2]);
        assert_eq!(made.load(Ordering::Relaxed), 1);
        // A clone of what nobody has looked at yet is worked out by itself.
        assert_eq!(unseen.into_iter().sum::<u32>(), 3);
        assert_eq!(made.load(Ordering::Relaxed), 2);
        assert!(DeferredList::<u32>::default().is_empty());
    }
}
