//! The words that have the same id in every table of names: the words of C, of its preprocessor, and of the tables of directives.

use std::sync::LazyLock;

use super::index::Index;
use super::number::Name;
use crate::directive;
use crate::token::{self, TokenKind};

/// Declares [`Known`], the words that the preprocessor looks for. Their ids are fixed, so comparing ids shows whether a name is one of
/// them.
macro_rules! known_words {
    ($($word:ident $text:literal,)*) => {
        /// A word that has a meaning to the preprocessor and is neither a keyword nor a punctuator.
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

/// Typedef names that GCC declares itself.
const PREDEFINED_TYPES: &[&str] = &[
    "__int128_t",
    "__uint128_t",
    "__builtin_ms_va_list",
    "__builtin_sysv_va_list",
    "__bf16",
    "__fp16",
    "__ibm128",
];

const FIRST_KNOWN: usize = token::FIXED_KINDS.len() + 1;
const FIRST_PREDEFINED_TYPE: usize = FIRST_KNOWN + KNOWN.len();

/// The fixed words in the order of their ids, and the index that every table starts with.
pub(super) struct FixedWords {
    pub(super) texts: Vec<&'static str>,
    pub(super) index: Index,
}

/// The fixed words, collected once per process.
pub(super) static FIXED: LazyLock<FixedWords> = LazyLock::new(FixedWords::new);

impl FixedWords {
    fn new() -> Self {
        let mut words = FixedWords { texts: Vec::new(), index: Index::default() };
        let kinds = token::FIXED_KINDS.iter().map(|kind| kind.text());
        let c = kinds.chain(KNOWN_TEXTS.iter().copied()).chain(PREDEFINED_TYPES.iter().copied());
        for text in std::iter::once("").chain(c).chain(directive::words()) {
            words.add(text);
        }
        words
    }

    fn add(&mut self, text: &'static str) {
        let hash = Index::hash(text);
        let texts = &self.texts;
        if self.index.find(hash, |number| texts[number as usize] == text).is_none() {
            self.index.insert(hash);
            self.texts.push(text);
        }
    }
}

impl Known {
    /// Returns the name of this word.
    pub(crate) const fn name(self) -> Name {
        Name((FIRST_KNOWN + self as usize) as u32)
    }
}

impl Name {
    /// The empty text, used for nodes without a name.
    pub const EMPTY: Name = Name(0);

    /// Returns the name of a fixed word, which every table has: a keyword, a punctuator, or a word of the preprocessor or of the tables of
    /// directives. Returns none for any other text.
    pub fn fixed(text: &str) -> Option<Name> {
        FIXED.index.find(Index::hash(text), |number| FIXED.texts[number as usize] == text).map(Name)
    }

    /// Returns the text of a fixed word, or none for another name.
    pub fn fixed_text(self) -> Option<&'static str> {
        FIXED.texts.get(self.index()).copied()
    }

    /// Returns the name of the text that every token of this kind has, or [`Name::EMPTY`] for kinds whose tokens have different texts.
    pub const fn of_kind(kind: TokenKind) -> Name {
        match kind.fixed_index() {
            Some(index) => Name(index as u32 + 1),
            None => Name::EMPTY,
        }
    }

    /// Returns the keyword that this name spells, or none.
    pub fn keyword(self) -> Option<TokenKind> {
        let index = (self.0 as usize).checked_sub(1)?;
        token::FIXED_KINDS.get(index).copied().filter(|kind| kind.is_keyword())
    }

    /// Returns the word of the preprocessor that this name spells, or none.
    pub(crate) fn known(self) -> Option<Known> {
        KNOWN.get((self.0 as usize).checked_sub(FIRST_KNOWN)?).copied()
    }

    /// Returns whether this is a typedef name that GCC declares itself.
    pub(crate) const fn is_predefined_type(self) -> bool {
        let number = self.index();
        number >= FIRST_PREDEFINED_TYPE && number < FIRST_PREDEFINED_TYPE + PREDEFINED_TYPES.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixed_words_have_the_numbers_that_constants_say() {
        let number = |text| Name::fixed(text).unwrap();
        for kind in token::FIXED_KINDS {
            assert_eq!(number(kind.text()), Name::of_kind(*kind));
        }
        for (word, text) in KNOWN.iter().zip(KNOWN_TEXTS) {
            assert_eq!(number(text), word.name());
            assert_eq!(number(text).known(), Some(*word));
        }
        for text in PREDEFINED_TYPES {
            assert!(number(text).is_predefined_type());
        }
        assert_eq!(number("while").keyword(), Some(TokenKind::While));
        assert_eq!((number("+").keyword(), number("ifdef").keyword()), (None, None));
        assert!(!number("copyin").is_predefined_type() && !Known::False.name().is_predefined_type());
        assert_eq!((number(""), Name::fixed("alpha")), (Name::EMPTY, None));
    }
}
