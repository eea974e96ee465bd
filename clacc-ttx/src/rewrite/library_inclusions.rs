//! The lines that include `openacc.h`.

use clacc_syntax::source::{FileId, FileRange};

use super::edit::Edit;
use super::file_words::{FileWords, Line};
use super::unwritten::Unwritten;
use super::{UnitInput, lines};

/// An inclusion of OpenACC's header.
struct Inclusion {
    /// The name with its delimiters.
    name: FileRange,
    /// The directive, from `#` to the name.
    directive: FileRange,
    /// The line end that is used there.
    style: &'static str,
}

/// The inclusions of OpenACC's header in the files of a unit.
#[derive(Default)]
pub(super) struct Inclusions {
    all: Vec<Inclusion>,
    /// The files that include `omp.h` in any case.
    with_openmp: Vec<FileId>,
    /// True if none of the inclusions is in a file that is written.
    pub(super) is_unwritten: bool,
}

impl Inclusions {
    pub(super) fn of(files: &[FileWords], unwritten: &Unwritten) -> Inclusions {
        let mut inclusions = Inclusions::default();
        for words in files {
            let mut depth = 0_usize;
            for line in words.lines() {
                match line.word(words) {
                    "if" | "ifdef" | "ifndef" => depth += 1,
                    "endif" => depth = depth.saturating_sub(1),
                    "include" => inclusions.add(words, line, depth),
                    _ => {}
                }
            }
        }
        inclusions.all.retain(|each| !unwritten.holds(each.name.file));
        inclusions.is_unwritten = inclusions.all.is_empty();
        inclusions
    }

    fn add(&mut self, words: &FileWords, line: Line, depth: usize) {
        let text = &words.lexed.text;
        let start = lines::skip_blanks(text, words.lexed.end(line.hash + 1) as usize);
        let rest = &text[start..];
        if rest.starts_with(b"<omp.h>") && depth == 0 {
            self.with_openmp.push(words.file);
        }
        let is_library = [&b"<openacc.h>"[..], b"\"openacc.h\""].iter().any(|name| rest.starts_with(name));
        if is_library {
            let end = start + "<openacc.h>".len();
            let range = |start: usize, end: usize| FileRange {
                file: words.file,
                start: start as u32,
                end: end as u32,
            };
            self.all.push(Inclusion {
                name: range(start, end),
                directive: range(words.lexed.starts.get(line.hash) as usize, end),
                style: std::str::from_utf8(lines::line_end_style(text, start)).unwrap_or("\n"),
            });
        }
    }

    /// The names of the included headers.
    pub(super) fn names(&self) -> impl Iterator<Item = FileRange> + '_ {
        self.all.iter().map(|each| each.name)
    }

    /// Returns the edits that include OpenMP's header: in place of OpenACC's, unless something of that is left, also in another unit. The
    /// second result is the directives that are removed, because the file includes OpenMP's header already, or because nothing in the unit
    /// calls a routine of OpenMP. Another unit may call one, so headers include it in any case.
    pub(super) fn edits(
        &self,
        unit: &UnitInput<'_>,
        is_left: bool,
        calls_openmp: bool,
    ) -> (Vec<Edit>, Vec<FileRange>) {
        let (mut edits, mut removed) = (Vec::new(), Vec::new());
        for each in &self.all {
            let at = each.name;
            let is_kept = is_left || unit.withholds(at);
            let has_openmp = self.with_openmp.contains(&at.file);
            let is_needless = has_openmp || !calls_openmp && at.file == unit.main;
            if !is_kept && is_needless {
                removed.push(each.directive);
            } else if !is_kept {
                edits.push(Edit { range: at, replacement: INCLUDED.as_bytes().into() });
            } else if calls_openmp && !has_openmp {
                let replacement = format!("#include {INCLUDED}{}", each.style).into_bytes().into();
                let range = FileRange { end: each.directive.start, ..each.directive };
                edits.push(Edit { range, replacement });
            }
        }
        (edits, removed)
    }
}

const INCLUDED: &str = "<omp.h>";
