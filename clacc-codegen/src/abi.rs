//! The interface of the runtime library that generated code calls: the declarations of `clacc_abi.h`, without macros.

use std::borrow::Cow;
use std::sync::Arc;

use clacc_syntax::Names;
use clacc_syntax::lexer::{LexedFile, lex};
use clacc_syntax::preprocess::{Options, preprocess};
use clacc_syntax::source::{FileId, FileProvider};
use clacc_syntax::token::{TokenFlags, TokenKind};

/// The name of the header in line markers, and so in messages and debug information.
pub const FILE: &str = "clacc_abi.h";

/// The text of the header, which is the whole interface between generated code and the library.
pub const HEADER: &str = include_str!("../include/clacc_abi.h");

/// The identifiers in new code that a program may lack or use otherwise, and their replacements, which every compiler knows. Type names are
/// replaced by the built-in types that they stand for where `long` has 64 bits: the program may declare them otherwise or not at all, and
/// pointers to `long` and to `long long` are incompatible, whatever `<stdint.h>` has. C90 has no `restrict` and no `inline`. The
/// declarations of the header are subject to the same replacements.
const REPLACED: &[(&str, &str)] = &[
    ("int32_t", "int"),
    ("uint16_t", "unsigned short"),
    ("uint32_t", "unsigned int"),
    ("int64_t", "long"),
    ("uint64_t", "unsigned long"),
    ("uintptr_t", "unsigned long"),
    ("size_t", "unsigned long"),
    ("ptrdiff_t", "long"),
    ("NULL", "((void *)0)"),
    ("restrict", "__restrict__"),
    ("inline", "__inline__"),
];

/// Encloses identifiers of the program in new code that is being made. No token of C contains this character.
const OWN: char = '\u{1}';

/// Returns whether [`plain`] replaces this identifier.
pub(crate) fn is_replaced(word: &str) -> bool {
    REPLACED.iter().any(|(name, _)| *name == word)
}

/// Marks a token of the program in new code, so that [`plain`] does not replace it.
pub(crate) fn own_word(word: &str) -> Cow<'_, str> {
    if REPLACED.iter().any(|(name, _)| word.contains(name)) {
        Cow::Owned(format!("{OWN}{word}{OWN}"))
    } else {
        Cow::Borrowed(word)
    }
}

/// Returns new code without identifiers that a header would have to declare.
pub(crate) fn plain(text: &str) -> String {
    let parts = text.split(OWN).enumerate();
    parts
        .map(|(number, part)| if number % 2 == 0 { with_common_words(part) } else { part.to_owned() })
        .collect()
}

fn with_common_words(text: &str) -> String {
    let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let is_first_word = rest.starts_with(is_word);
        let end = rest.find(|letter| is_word(letter) != is_first_word).unwrap_or(rest.len());
        let (part, behind) = rest.split_at(end);
        let known = REPLACED.iter().find(|(name, _)| *name == part);
        plain.push_str(known.map_or(part, |(_, builtin)| builtin));
        rest = behind;
    }
    plain
}

/// The header and the two headers that it includes, which define the replaced identifiers as macros.
struct HeaderFiles {
    names: Names,
    texts: [(&'static str, String); 3],
}

impl HeaderFiles {
    fn new() -> HeaderFiles {
        let define = |(name, text): &(&str, &str)| format!("#define {name} {text}\n");
        let types = REPLACED.iter().map(define).collect();
        let texts = [(FILE, HEADER.to_owned()), ("stddef.h", types), ("stdint.h", String::new())];
        HeaderFiles { names: Names::default(), texts }
    }
}

impl FileProvider for HeaderFiles {
    fn names(&self) -> &Names {
        &self.names
    }

    fn find(&self, path: &str) -> Option<FileId> {
        let number = self.texts.iter().position(|(name, _)| *name == path)?;
        Some(FileId(number as u32))
    }

    fn path(&self, file: FileId) -> Arc<str> {
        self.texts.get(file.0 as usize).map_or("", |(name, _)| name).into()
    }

    fn lexed(&self, file: FileId) -> Arc<LexedFile> {
        let text = self.texts.get(file.0 as usize).map_or("", |(_, text)| text);
        lex(&self.names, text.as_bytes().into()).into()
    }
}

/// Returns the declarations of the header, one in each line, without preprocessor directives.
pub fn declarations() -> String {
    let files = HeaderFiles::new();
    let options = Options {
        include: vec![String::new()],
        standard_includes: false,
        openacc: false,
        ..Options::default()
    };
    let preprocessed = preprocess(&options, &files, FileId(0));
    let tokens = &preprocessed.tokens;
    let (mut text, mut depth) = (String::new(), 0_u32);
    for (at, place) in tokens.places.iter().enumerate() {
        if place.flags != TokenFlags::default() && !text.is_empty() && !text.ends_with('\n') {
            text.push(' ');
        }
        text.push_str(&tokens.names[tokens.texts[at]]);
        depth = match tokens.kinds[at] {
            TokenKind::LBrace => depth + 1,
            TokenKind::RBrace => depth.saturating_sub(1),
            _ => depth,
        };
        let ends = tokens.kinds[at] == TokenKind::Semi || tokens.kinds[at] == TokenKind::RBrace;
        let goes_on =
            tokens.kinds.get(at + 1).is_none_or(|next| *next != TokenKind::Semi && *next != TokenKind::Ident);
        if depth == 0 && ends && goes_on {
            text.push('\n');
        }
    }
    text
}

/// The declarations by which functions of the C library that use or give memory become those of the runtime library, in programs for a
/// device with a memory of its own. They precede those of the C library.
pub(crate) fn checked_functions() -> String {
    let declared = [
        "void *memcpy(void *, const void *, unsigned long)",
        "void *memmove(void *, const void *, unsigned long)",
        "void *memset(void *, int, unsigned long)",
        "void *malloc(unsigned long)",
        "void *calloc(unsigned long, unsigned long)",
        "void *realloc(void *, unsigned long)",
        "void free(void *)",
    ];
    let name = |text: &str| {
        text.split('(').next().and_then(|head| head.rsplit(['*', ' ']).next().map(str::to_owned))
    };
    let line =
        |text: &&str| format!("extern {text} __asm__(\"clacc_{}\");\n", name(text).unwrap_or_default());
    declared.iter().map(line).chain([UNKNOWN.to_owned()]).collect()
}

/// A function that returns an address, of which compilers know nothing afterwards.
const UNKNOWN: &str = "static __inline__ void *clacc_unknown(const volatile void *address) { void *unknown = (void *)address; __asm__(\"\" : \"+r\"(unknown)); return unknown; }\n";

/// The function by which a unit with code for a device with a memory of its own says so before `main`.
pub(crate) const SAYS_CODE: &str = "static void clacc_has_code(void) __attribute__((__constructor__, __unused__));\nstatic void clacc_has_code(void) { clacc_globals(0, 0); }\n";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_need_no_preprocessor() {
        let text = declarations();
        assert!(text.lines().all(|line| !line.is_empty() && !line.starts_with('#')));
        assert!(text.contains("void clacc_barrier(clacc_thread *t);\n"), "{text}");
        for name in ["int32_t", "uint64_t", "size_t", "NULL", "extern", " inline", "//", "/*"] {
            assert!(!text.contains(name), "{name} in\n{text}");
        }
    }

    #[test]
    fn words_of_the_program_stay() {
        let own = own_word;
        for (code, expected) in [
            ("uint64_t lo = NULL;".to_owned(), "unsigned long lo = ((void *)0);"),
            ("double *restrict p;".to_owned(), "double *__restrict__ p;"),
            ("my_size_t x; size_t2 y;".to_owned(), "my_size_t x; size_t2 y;"),
            (format!("({}) < (size_t){}", own("size_t"), own("f")), "(size_t) < (unsigned long)f"),
            (format!("sizeof {}", own("\"a size_t\"")), "sizeof \"a size_t\""),
        ] {
            assert_eq!(plain(&code), expected);
        }
    }
}
