//! Splitting of command lines into arguments, and reading of `@file` arguments.

use std::path::Path;

use crate::{Failure, paths};

/// The rules for backslashes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Quoting {
    /// Rules of a POSIX shell: a backslash escapes the next character, except between single quotes.
    Shell,
    /// Rules of option files (`@FILE`) of gcc and clang: a backslash always escapes the next character.
    ResponseFile,
}

/// Splits a text at white space. Single and double quotes group; no other syntax has a meaning.
pub(crate) fn split(text: &str, quoting: Quoting) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        let escapes = quote != Some('\'') || quoting == Quoting::ResponseFile;
        match (quote, character) {
            (_, '\\') if escapes => word.get_or_insert_default().extend(characters.next()),
            (None, space) if space.is_ascii_whitespace() => words.extend(word.take()),
            (None, '\'' | '"') => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            (Some(open), close) if open == close => quote = None,
            (_, other) => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    words
}

/// The deepest nesting of `@file`.
const NESTING: usize = 100;

/// Replaces each `@file` by the arguments in the file, as compilers that run in `folder` do: an `@name` without such a file is kept. Fails
/// if a file includes itself.
pub(crate) fn with_files(words: Vec<String>, folder: &Path) -> Result<Vec<String>, Failure> {
    let mut all = Vec::new();
    expand(words, folder, 0, &mut all)?;
    Ok(all)
}

fn expand(words: Vec<String>, folder: &Path, depth: usize, all: &mut Vec<String>) -> Result<(), Failure> {
    for word in words {
        let name = word.strip_prefix('@').map(|name| folder.join(paths::of(name)));
        match name.and_then(|name| std::fs::read(name).ok()) {
            Some(_) if depth == NESTING => return Err(format!("{word} includes itself")),
            Some(text) => {
                let words = split(&clacc::files::path_text(&text), Quoting::ResponseFile);
                expand(words, folder, depth + 1, all)?;
            }
            None => all.push(word),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_split_as_their_readers_split_them() {
        let command = r#"cc -DA="b c" '-DQ="x"' d\ e"#;
        for quoting in [Quoting::Shell, Quoting::ResponseFile] {
            assert_eq!(split(command, quoting), ["cc", "-DA=b c", "-DQ=\"x\"", "d e"]);
        }
        assert_eq!(split(r"'a\b'", Quoting::Shell), [r"a\b"]);
        assert_eq!(split(r"'a\b'", Quoting::ResponseFile), ["ab"]);
    }
}
