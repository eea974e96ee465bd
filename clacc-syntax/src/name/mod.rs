//! Interned texts: identifiers, keywords, operators and literals.
//!
//! A [`Name`] is a small number that stands for one text of one table, [`Names`]. A session has one table.
//! The table lives until the session, and everything with names that the session returned, is dropped.
//! Fixed words, which are those of C and of the tables of directives, have the same numbers in every table.
//! All other numbers depend on the order of interning, so they must never decide the order of printed
//! results.

mod append;
mod fixed;
mod index;
mod number;
mod text_table;

use std::fmt;
use std::ops::Index;
use std::sync::Arc;

pub(crate) use fixed::Known;
pub use number::Name;
use text_table::TextTable;

/// A handle on a table of names. Clones share the table, and two handles are equal if they share it.
/// `names[name]` is the text of a name; this takes no lock.
///
/// ```
/// use clacc_syntax::Names;
///
/// let names = Names::default();
/// let alpha = names.intern("alpha");
/// assert_eq!(alpha, names.intern("alpha"));
/// assert_eq!(&names[alpha], "alpha");
/// ```
#[derive(Clone)]
pub struct Names(Arc<TextTable>);

impl Default for Names {
    /// Makes a new table that contains only the fixed words.
    fn default() -> Self {
        Names(Arc::new(TextTable::new()))
    }
}

impl Names {
    /// Interns a text. Takes a lock; callers with many texts use [`Names::intern_all`].
    pub fn intern(&self, text: &str) -> Name {
        self.0.intern(text)
    }

    /// Returns the name of a text, if this table has interned it.
    pub fn find(&self, text: &str) -> Option<Name> {
        self.0.find(text)
    }

    /// Returns the text of a name, if the table has it. A name of another table can have the same id as a name of this table.
    pub fn get(&self, name: Name) -> Option<&str> {
        self.0.text(name.0)
    }

    /// Interns many texts, in order, under one lock.
    pub fn intern_all<'t>(&self, texts: impl IntoIterator<Item = &'t str>) -> Vec<Name> {
        self.0.intern_all(texts.into_iter())
    }

    /// The number of names in the table, which only grows.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Returns the number of handles on the table, this one included. Dropping the last one frees the table.
    pub fn handles(&self) -> usize {
        Arc::strong_count(&self.0)
    }
}

impl Index<Name> for Names {
    type Output = str;

    /// # Panics
    ///
    /// It panics if the table has no such name, because the name belongs to another table.
    fn index(&self, name: Name) -> &str {
        self.0.text(name.0).expect("a name is shown with the table that it is of")
    }
}

impl PartialEq for Names {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Names {}

impl fmt::Debug for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Names({})", self.0.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_have_one_name() {
        let names = Names::default();
        let alpha = names.intern("alpha");
        let all = names.intern_all(["beta", "alpha", "while", "beta", ""]);
        assert_eq!((all[0], all[1], all[4]), (all[3], alpha, Name::EMPTY));
        assert_eq!(Some(all[2]), Name::fixed("while"));
        assert_eq!(
            all.iter().map(|name| &names[*name]).collect::<Vec<_>>(),
            ["beta", "alpha", "while", "beta", ""]
        );
        assert_eq!((names.intern(""), names.intern("beta")), (Name::EMPTY, all[0]));
    }

    #[test]
    fn a_table_grows_while_its_texts_are_lent() {
        let names = Names::default();
        let first = &names[names.intern("first")];
        let texts: Vec<String> = (0..20_000).map(|number| format!("name{number}")).collect();
        let interned = names.intern_all(texts.iter().map(String::as_str));
        assert_eq!(first, "first");
        for (text, name) in texts.iter().zip(interned) {
            assert_eq!((&names[name], names.intern(text)), (text.as_str(), name));
        }
    }

    #[test]
    fn threads_intern_and_read_one_table() {
        let names = Names::default();
        let intern = |_| (0..2000).map(|number| names.intern(&format!("name{number}"))).collect::<Vec<_>>();
        let seen: Vec<Vec<Name>> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|thread| scope.spawn(move || intern(thread))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert!(seen.iter().all(|each| *each == seen[0]));
        assert_eq!(&names[seen[0][1999]], "name1999");
    }

    #[test]
    fn tables_share_nothing_and_are_freed() {
        let (one, other) = (Names::default(), Names::default());
        let freed = Arc::downgrade(&one.0);
        let (here, there) = (one.intern("here"), other.intern("there"));
        assert_eq!((one.find("there"), other.find("there")), (None, Some(there)));
        assert_eq!((here, one.clone() == one, one == other), (there, true, false));
        assert_eq!((&one[here], &other[there]), ("here", "there"));
        let lent = one.clone();
        drop(one);
        assert_eq!((lent.handles(), &lent[here]), (1, "here"));
        drop(lent);
        assert!(freed.upgrade().is_none());
    }
}
