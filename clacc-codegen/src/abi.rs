//! What generated code calls in the runtime library: the declarations of `clacc_abi.h`, without macros.

use std::sync::Arc;

use clacc_syntax::Names;
use clacc_syntax::lexer::{LexedFile, lex};
use clacc_syntax::preprocess::{Options, preprocess};
use clacc_syntax::source::{FileId, FileProvider};
use clacc_syntax::target::Target;
use clacc_syntax::token::{TokenFlags, TokenKind};

/// The name of the header, as compilers and debuggers are told of it.
pub const FILE: &str = "clacc_abi.h";

/// The text of the header: the whole contract between generated code and the library.
pub const HEADER: &str = include_str!("../include/clacc_abi.h");

/// The names of types that new code may use as `<stdint.h>` and `<stddef.h>` have them. The program may use these names for something
/// else, or not at all, so the compiler's own words stand in their places.
pub(crate) struct TypeWords {
    words: [(&'static str, String); 9],
}

impl TypeWords {
    /// The words of the compiler for a target.
    pub(crate) fn of(target: &Target) -> TypeWords {
        let of_compiler = |name: &str, otherwise: &str| {
            let value = |line: &str| {
                Some(line.strip_prefix("#define ")?.strip_prefix(name)?.strip_prefix(' ')?.to_owned())
            };
            target.macros.lines().find_map(value).unwrap_or_else(|| otherwise.to_owned())
        };
        let words = [
            ("int32_t", of_compiler("__INT32_TYPE__", "int")),
            ("int64_t", of_compiler("__INT64_TYPE__", "long long")),
            ("uint16_t", of_compiler("__UINT16_TYPE__", "unsigned short")),
            ("uint32_t", of_compiler("__UINT32_TYPE__", "unsigned int")),
            ("uint64_t", of_compiler("__UINT64_TYPE__", "unsigned long long")),
            ("uintptr_t", of_compiler("__UINTPTR_TYPE__", "unsigned long")),
            ("ptrdiff_t", of_compiler("__PTRDIFF_TYPE__", "long")),
            ("size_t", of_compiler("__SIZE_TYPE__", "unsigned long")),
            ("NULL", "((void *)0)".to_owned()),
        ];
        TypeWords { words }
    }

    /// New code with the compiler's words.
    pub(crate) fn spelled(&self, code: &str) -> String {
        let is_of_word = |character: char| character.is_ascii_alphanumeric() || character == '_';
        let mut text = String::with_capacity(code.len() + 16);
        let (mut rest, mut quote) = (code, None);
        while let Some(first) = rest.chars().next() {
            let length = if quote.is_none() && is_of_word(first) {
                rest.find(|character| !is_of_word(character)).unwrap_or(rest.len())
            } else if quote.is_some() && first == '\\' {
                rest.chars().take(2).map(char::len_utf8).sum()
            } else {
                quote = match quote {
                    Some(open) if open == first => None,
                    None if matches!(first, '"' | '\'') => Some(first),
                    quote => quote,
                };
                first.len_utf8()
            };
            let (word, behind) = rest.split_at(length);
            let known = self.words.iter().find(|(name, _)| *name == word);
            text.push_str(known.map_or(word, |(_, spelled)| spelled));
            rest = behind;
        }
        text
    }
}

/// The header and the two that it includes, which define the names of types as macros.
struct HeaderFiles {
    names: Names,
    texts: [(&'static str, String); 3],
}

impl HeaderFiles {
    fn of(words: &TypeWords) -> HeaderFiles {
        let define = |(name, text): &(&str, String)| format!("#define {name} {text}\n");
        let types = words.words.iter().map(define).collect();
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

/// The declarations of the header for a target: one in a line, and no line for the preprocessor.
pub fn declarations(target: &Target) -> String {
    let files = HeaderFiles::of(&TypeWords::of(target));
    let options = Options {
        include: vec![String::new()],
        standard_includes: false,
        openacc: false,
        ..Options::default()
    };
    let preprocessed = preprocess(&options, &files, FileId(0));
    let tokens = &preprocessed.tokens;
    let (mut text, mut depth) = (String::new(), 0_u32);
    for at in 0..tokens.len() {
        if tokens.flags[at] != TokenFlags::default() && !text.is_empty() && !text.ends_with('\n') {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_need_no_preprocessor() {
        let text = declarations(&Target::default());
        assert!(text.lines().all(|line| !line.is_empty() && !line.starts_with('#')));
        assert!(text.contains("void clacc_barrier(clacc_thread *t);\n"), "{text}");
        for name in ["int32_t", "uint64_t", "size_t", "NULL", "extern", "//", "/*"] {
            assert!(!text.contains(name), "{name} in\n{text}");
        }
    }

    #[test]
    fn types_of_new_code_are_those_of_the_compiler() {
        let words = TypeWords::of(&Target::x86_64_linux_gnu());
        for (code, expected) in [
            ("uint64_t lo = NULL;", "long unsigned int lo = ((void *)0);"),
            ("my_size_t x; size_t2 y;", "my_size_t x; size_t2 y;"),
            (
                "f(\"size_t \\\" size_t\", '\"', sizeof(size_t))",
                "f(\"size_t \\\" size_t\", '\"', sizeof(long unsigned int))",
            ),
        ] {
            assert_eq!(words.spelled(code), expected);
        }
    }

    /// The package of the library has the header too; each carries its own copy, because a package holds its own files alone.
    #[test]
    fn the_copies_of_the_header_are_equal() {
        let of_library = concat!(env!("CARGO_MANIFEST_DIR"), "/../clacc-runtime/include/clacc_abi.h");
        if let Ok(text) = std::fs::read_to_string(of_library) {
            assert_eq!(text, HEADER);
        }
    }
}
