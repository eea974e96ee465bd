//! Interned texts: identifiers, keywords, operators and literals.
//!
//! A [`Name`] is a small number that stands for one text for as long as the process lives, so two trees can be
//! compared across edits and sessions by comparing numbers. Numbers depend on the order of interning: they
//! must never decide an order of anything that is printed.

use std::fmt;
use std::sync::{LazyLock, RwLock};

use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::token::{self, TokenKind};

/// An interned text. Copying and comparing cost one machine word.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Name(u32);

/// Declares [`Known`]: words that the preprocessor looks for. They are interned first, so asking whether a name is
/// one of them compares numbers.
macro_rules! known_words {
    ($($word:ident $text:literal,)*) => {
        /// A word with a meaning to the preprocessor that is neither keyword nor punctuator.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub(crate) enum Known { $($word,)* }

        const KNOWN: &[Known] = &[$(Known::$word,)*];
        const KNOWN_TEXTS: &[&str] = &[$($text,)*];
    };
}

known_words! {
    Ifdef "ifdef", Ifndef "ifndef", Elif "elif", Elifdef "elifdef", Elifndef "elifndef", Endif "endif",
    Define "define", Undef "undef", Include "include", IncludeNext "include_next", Import "import",
    Line "line", Error "error", Warning "warning", Pragma "pragma", Ident "ident", Sccs "sccs", Embed "embed",
    Assert "assert", Unassert "unassert",
    Defined "defined", VaArgs "__VA_ARGS__", VaOpt "__VA_OPT__", PragmaOperator "_Pragma",
    CurrentLine "__LINE__", CurrentFile "__FILE__", BaseFile "__BASE_FILE__", FileName "__FILE_NAME__",
    IncludeLevel "__INCLUDE_LEVEL__", Date "__DATE__", Time "__TIME__", Timestamp "__TIMESTAMP__",
    Counter "__COUNTER__",
    HasInclude "__has_include", HasIncludeNext "__has_include_next", HasAttribute "__has_attribute",
    HasCppAttribute "__has_cpp_attribute", HasCAttribute "__has_c_attribute", HasBuiltin "__has_builtin",
    Acc "acc", Omp "omp", Once "once", PushMacro "push_macro", PopMacro "pop_macro", Gcc "GCC",
    SystemHeader "system_header", Stdc "STDC",
    OpenAcc "_OPENACC", OpenMp "_OPENMP", True "true", False "false",
}

const FIRST_KNOWN: usize = token::FIXED_KINDS.len() + 1;

impl Known {
    /// The name that this word is.
    pub(crate) const fn name(self) -> Name {
        Name((FIRST_KNOWN + self as usize) as u32)
    }
}

struct Interner {
    ids: FxHashMap<&'static str, u32>,
    texts: Vec<&'static str>,
}

impl Interner {
    fn with_fixed_texts() -> Self {
        /// About as many texts as the headers of a small program have.
        const ROOM: usize = 4096;
        let ids = FxHashMap::with_capacity_and_hasher(ROOM, FxBuildHasher);
        let mut interner = Interner { ids, texts: Vec::with_capacity(ROOM) };
        interner.add_static("");
        for kind in token::FIXED_KINDS {
            interner.add_static(kind.text());
        }
        for text in KNOWN_TEXTS {
            interner.add_static(text);
        }
        interner
    }

    fn add(&mut self, text: &str) -> u32 {
        match self.ids.get(text) {
            Some(id) => *id,
            None => self.add_static(Box::leak(text.into())),
        }
    }

    /// Adds texts in order, the new ones in one block of memory.
    fn add_all<'a>(&mut self, texts: impl Iterator<Item = &'a str>) -> Vec<Name> {
        let mut names = Vec::with_capacity(texts.size_hint().0);
        let (mut block, mut fresh) = (String::new(), Vec::new());
        for text in texts {
            let known = self.ids.get(text).copied();
            if known.is_none() {
                fresh.push((names.len(), block.len()..block.len() + text.len()));
                block.push_str(text);
            }
            names.push(Name(known.unwrap_or_default()));
        }
        let block: &'static str = Box::leak(block.into());
        for (at, range) in fresh {
            names[at] = Name(self.add_static(&block[range]));
        }
        names
    }

    fn add_static(&mut self, text: &'static str) -> u32 {
        if let Some(&id) = self.ids.get(text) {
            return id;
        }
        let id = u32::try_from(self.texts.len()).expect("fewer than 2^32 distinct texts fit into memory");
        self.texts.push(text);
        self.ids.insert(text, id);
        id
    }
}

static INTERNER: LazyLock<RwLock<Interner>> = LazyLock::new(|| RwLock::new(Interner::with_fixed_texts()));

fn read() -> std::sync::RwLockReadGuard<'static, Interner> {
    INTERNER.read().unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn write() -> std::sync::RwLockWriteGuard<'static, Interner> {
    INTERNER.write().unwrap_or_else(std::sync::PoisonError::into_inner)
}

impl Name {
    /// The empty text, used where a node has no name.
    pub const EMPTY: Name = Name(0);

    /// Interns `text`. Takes a lock; callers with many texts use [`Name::intern_all`].
    pub fn new(text: &str) -> Name {
        if let Some(&id) = read().ids.get(text) {
            return Name(id);
        }
        Name(write().add(text))
    }

    /// Interns many texts under one lock, in order.
    pub fn intern_all<'a>(texts: impl IntoIterator<Item = &'a str>) -> Vec<Name> {
        write().add_all(texts.into_iter())
    }

    /// The text. Takes a read lock.
    pub fn as_str(self) -> &'static str {
        read().texts[self.0 as usize]
    }

    /// A dense number, for side tables indexed by name.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The name whose text a token of this kind always has; [`Name::EMPTY`] for kinds with a text of their own.
    pub const fn of_kind(kind: TokenKind) -> Name {
        match kind.fixed_index() {
            Some(index) => Name(index as u32 + 1),
            None => Name::EMPTY,
        }
    }

    /// The keyword that this name spells, if it is one. No lock, no look-up: keywords are interned first.
    pub fn keyword(self) -> Option<TokenKind> {
        let index = (self.0 as usize).checked_sub(1)?;
        token::FIXED_KINDS.get(index).copied().filter(|kind| kind.is_keyword())
    }

    /// The word of the preprocessor that this name spells, if it is one. No lock, no look-up.
    pub(crate) fn known(self) -> Option<Known> {
        KNOWN.get((self.0 as usize).checked_sub(FIRST_KNOWN)?).copied()
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_stable_and_know_keywords() {
        assert_eq!(Name::new("alpha"), Name::new("alpha"));
        assert_ne!(Name::new("alpha"), Name::new("beta"));
        assert_eq!(Name::new("while").keyword(), Some(TokenKind::While));
        assert_eq!(Name::new("alpha").keyword(), None);
        assert_eq!(Name::new("+").keyword(), None);
        for kind in token::FIXED_KINDS {
            assert_eq!(Name::of_kind(*kind).as_str(), kind.text());
        }
        for (word, text) in KNOWN.iter().zip(KNOWN_TEXTS) {
            assert_eq!(word.name().as_str(), *text);
            assert_eq!(Name::new(text).known(), Some(*word));
        }
    }
}
