//! Detection of units without directives: none of their files contains a word that a directive needs. They need no translation, and this
//! search is far cheaper than preprocessing.
//!
//! The search reads every file that an `#include` can name, whether or not a condition excludes it, and gives up where it cannot be
//! certain. Directives in system headers are never translated, so those headers are not searched.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::request::{DriverWord, Request};
use crate::command_line::SourceArguments;
use crate::files::read_file;
use crate::inputs::STDIN;
use crate::paths;

/// Returns whether neither a source nor any header of the program that it may include contains words of a directive.
pub(super) fn is_plain(source: &str, request: &Request) -> bool {
    let arguments = &request.source;
    // A macro on the command line can name a header or contain a directive, and some ways to set header folders are not supported here.
    let is_unclear =
        |define: &String| define.contains(['"', '<']) || DirectiveWords::of(define.as_bytes()).is_directive;
    let flags = request.words.iter().filter_map(DriverWord::flag);
    if source == "-"
        || source == STDIN
        || request.remarks
        || arguments.define.iter().any(is_unclear)
        || std::env::var_os("CPATH").is_some()
        || flags.into_iter().any(|flag| flag.starts_with("-iwith"))
    {
        return false;
    }
    HeaderSearch::begin(source, arguments).finds_nothing()
}

/// Returns a source and every header of the program that it may include, as far as that can be determined without preprocessing.
pub(super) fn files(source: &str, request: &Request) -> BTreeSet<PathBuf> {
    let mut search = HeaderSearch::begin(source, &request.source);
    while let Some(path) = search.waiting.pop() {
        if let Ok(text) = std::fs::read(&path) {
            search.include_all(&path, &DirectiveWords::of(&text));
        }
    }
    search.seen
}

struct HeaderSearch {
    /// The user's folders for headers.
    folders: Vec<PathBuf>,
    seen: BTreeSet<PathBuf>,
    waiting: Vec<PathBuf>,
}

impl HeaderSearch {
    fn begin(source: &str, arguments: &SourceArguments) -> HeaderSearch {
        let folders =
            [&arguments.quote_dir, &arguments.include_dir, &arguments.system_dir, &arguments.after_dir];
        let folders: Vec<PathBuf> = folders.into_iter().flatten().map(|folder| paths::of(folder)).collect();
        let source = paths::of(source);
        let mut search =
            HeaderSearch { folders, seen: BTreeSet::from([source.clone()]), waiting: vec![source] };
        for header in &arguments.forced_include {
            search.include(Path::new(""), header.as_bytes());
        }
        search
    }

    fn finds_nothing(mut self) -> bool {
        while let Some(path) = self.waiting.pop() {
            let Ok(text) = read_file(&path) else { return false };
            let words = DirectiveWords::of(&text);
            if words.is_directive || words.is_unclear {
                return false;
            }
            self.include_all(&path, &words);
        }
        true
    }

    /// Adds the headers that a file names.
    fn include_all(&mut self, file: &Path, words: &DirectiveWords<'_>) {
        let folder = file.parent().unwrap_or(Path::new(""));
        words.included.iter().for_each(|name| self.include(folder, name));
    }

    /// Adds each existing file that an `#include` of this name could refer to.
    fn include(&mut self, beside: &Path, name: &[u8]) {
        let name = paths::of(&clacc::files::path_text(name));
        let beside = beside.join(&name);
        let others = self.folders.iter().map(|folder| folder.join(&name));
        for path in [beside].into_iter().chain(others).collect::<Vec<_>>() {
            if path.is_file() && self.seen.insert(path.clone()) {
                self.waiting.push(path);
            }
        }
    }
}

/// The relevant words of a text.
#[derive(Default)]
struct DirectiveWords<'t> {
    /// true if the text contains a word that every directive has, or `_OPENMP`, which the compiler of translations defines.
    is_directive: bool,
    /// true if the form of an `#include` is not supported here, or if a word may continue on the next line.
    is_unclear: bool,
    /// The names in `#include`s.
    included: Vec<&'t [u8]>,
}

impl<'t> DirectiveWords<'t> {
    fn of(text: &'t [u8]) -> DirectiveWords<'t> {
        let mut words = DirectiveWords::default();
        let mut at = 0;
        while at < text.len() {
            let rest = &text[at..];
            match rest[0] {
                byte if is_of_word(byte) => {
                    let length = rest.iter().position(|byte| !is_of_word(*byte)).unwrap_or(rest.len());
                    words.is_directive |= matches!(&rest[..length], b"acc" | b"omp" | b"_OPENMP");
                    words.is_unclear |= goes_on(&rest[length..]);
                    at += length;
                }
                b'#' => {
                    words.header(&rest[1..]);
                    at += 1;
                }
                // Alternative spellings of `#` and of a backslash.
                b'%' | b'?' => {
                    words.is_unclear |=
                        [&b"%:"[..], b"??=", b"??/"].iter().any(|sign| rest.starts_with(sign));
                    at += 1;
                }
                _ => at += 1,
            }
        }
        words
    }

    /// Adds the header that a `#include` names, given the text after its `#`.
    fn header(&mut self, text: &'t [u8]) {
        let text = text.trim_ascii_start();
        let is_hidden = text.starts_with(b"\\") || text.starts_with(b"/*");
        let length = text.iter().position(|byte| !is_of_word(*byte)).unwrap_or(text.len());
        if !matches!(&text[..length], b"include" | b"include_next" | b"import") {
            self.is_unclear |= is_hidden;
            return;
        }
        let name = text[length..].trim_ascii_start();
        let end = match name.first() {
            Some(b'"') => b'"',
            Some(b'<') => b'>',
            _ => {
                self.is_unclear = true;
                return;
            }
        };
        let name = &name[1..];
        self.included.extend(name.iter().position(|byte| *byte == end).map(|length| &name[..length]));
    }
}

fn is_of_word(byte: u8) -> bool {
    byte == b'_' || byte.is_ascii_alphanumeric() || !byte.is_ascii()
}

/// Returns whether a word continues on the next line. Compilers accept blanks after the backslash.
fn goes_on(behind: &[u8]) -> bool {
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r');
    let next =
        behind.strip_prefix(b"\\").map(|rest| &rest[rest.iter().take_while(|byte| is_blank(byte)).count()..]);
    next.and_then(|rest| rest.strip_prefix(b"\n")?.first()).is_some_and(|byte| is_of_word(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_directives_are_found() {
        for text in [
            "#pragma acc data",
            "_Pragma(\"acc data\")",
            "#define P(x) _Pragma(#x)\nP(acc loop)",
            "#pragma omp for",
            "#ifdef _OPENMP",
            "#pragma \\\nacc data",
        ] {
            assert!(DirectiveWords::of(text.as_bytes()).is_directive, "{text}");
        }
        for text in [
            "#pragma ac\\\nc data",
            "#pragma ac\\ \t\nc data",
            "#include NAME",
            "# /**/ include \"a.h\"",
            "%:include \"a.h\"",
            "a??/\nb",
        ] {
            assert!(DirectiveWords::of(text.as_bytes()).is_unclear, "{text}");
        }
    }

    #[test]
    fn headers_are_found() {
        let words = DirectiveWords::of(
            b"#include \"a.h\"\n /**/ # include <b/c.h>\n#include_next<d>\nint access, omp_x; // #x\n",
        );
        assert_eq!(words.included, [&b"a.h"[..], b"b/c.h", b"d"]);
        assert!(!words.is_directive && !words.is_unclear);
    }
}
