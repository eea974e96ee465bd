//! The pages of the codes. The files `docs/codes/*.md` are part of this crate and are parsed on demand.

use std::sync::LazyLock;

#[cfg(feature = "codegen")]
use clacc_codegen::codes as codegen;
use clacc_sema::{acc::codes as acc, omp::codes as omp};
use clacc_syntax::diagnostics::{Code, Severity};
use clacc_syntax::{directive::codes as directive, parse::codes as parse, preprocess::codes as preprocess};
use clacc_ttx::codes as ttx;

/// The page of a code, as `clacc explain` prints it. [`codes`](crate::codes) returns all pages, and
/// [`Page::of`] returns the page of one finding.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Page {
    /// The stable identifier, such as `ACC0042`. It is never reused for another finding.
    pub id: &'static str,
    /// The severity unless the user changes it.
    pub severity: Severity,
    /// true if the finding is shown only to users who enable it by [name](crate::severities).
    pub off_by_default: bool,
    /// One line that says what is wrong, without names of the user's program.
    pub title: &'static str,
    /// The explanation: why it is wrong, what to do, and the section of the specification that forbids it. Each paragraph is one line.
    pub explanation: String,
    /// A small program for which the code is reported. Empty if no single file can show it.
    pub bad: &'static str,
    /// The corrected program. Empty if there is no single correction.
    pub good: &'static str,
}

impl Page {
    /// Returns the page of a code. For a [code of another tool](Code::own), it has the title and explanation of the code, and no programs.
    /// None for the code of a policy that has no page.
    ///
    /// ```
    /// # use clacc::{Session, diagnostics::Page, files::MemoryFiles, options::CompileOptions};
    /// let mut session = Session::new(MemoryFiles::new().with("f.c", "#pragma acc wait\n"));
    /// let unit = session.add_unit("f.c", &CompileOptions::default())?;
    /// let page = Page::of(session.check(unit)[0].code).expect("every code has a page");
    /// assert_eq!((page.id, page.title), ("ACC0050", "directive outside a function"));
    /// # Ok::<(), clacc::Error>(())
    /// ```
    #[must_use]
    pub fn of(code: &Code) -> Option<Page> {
        if code.is_own() {
            return Some(Page::of_own(code));
        }
        text_of(code.id).map(|text| Page::read(code, text))
    }

    fn of_own(code: &Code) -> Page {
        Page {
            id: code.id,
            severity: code.severity,
            off_by_default: code.off_by_default,
            title: code.title(),
            explanation: code.explanation().to_owned(),
            bad: "",
            good: "",
        }
    }

    /// Reads the page from its Markdown: a heading with the title, prose, and a section for each program.
    fn read(code: &Code, text: &'static str) -> Page {
        let (heading, text) = text.split_once('\n').unwrap_or((text, ""));
        let (prose, programs) = text.split_once("\n## ").unwrap_or((text, ""));
        Page {
            id: code.id,
            severity: code.severity,
            off_by_default: code.off_by_default,
            title: heading.split_once(": ").map_or("", |(_, title)| title),
            explanation: unwrapped(prose),
            bad: program(programs, "Reported for\n"),
            good: program(programs, "Not reported for\n"),
        }
    }
}

/// Joins the lines of each paragraph into one line.
fn unwrapped(prose: &str) -> String {
    let paragraphs = prose.trim().split("\n\n");
    paragraphs.map(|paragraph| paragraph.replace('\n', " ")).collect::<Vec<_>>().join("\n\n")
}

/// Returns the program in the section with a heading, or an empty text if there is no such section.
fn program<'a>(sections: &'a str, heading: &str) -> &'a str {
    let section = sections.split("\n## ").find_map(|section| section.strip_prefix(heading));
    let fenced = section.and_then(|section| section.trim().strip_prefix("```c\n")?.strip_suffix("```"));
    fenced.unwrap_or_default()
}

/// Returns every page, in the order of the codes.
pub(crate) fn all() -> impl Iterator<Item = Page> {
    codes().filter_map(|code| Some(Page::read(code, text_of(code.id)?)))
}

/// Returns every code, in order.
pub(crate) fn codes() -> impl Iterator<Item = &'static Code> {
    static CODES: LazyLock<Vec<&'static Code>> = LazyLock::new(|| {
        let mut codes = REGISTERS.concat();
        codes.sort_by_key(|code| code.id);
        codes
    });
    CODES.iter().copied()
}

/// Returns the text of a registered code's page.
fn text_of(id: &str) -> Option<&'static str> {
    let at = PAGES.binary_search_by_key(&id, |(known, _)| known).ok()?;
    Some(PAGES[at].1)
}

/// Returns whether a word has the form of a code: capital letters and four digits.
pub(crate) fn is_code_like(word: &str) -> bool {
    let letters = word.bytes().take_while(u8::is_ascii_uppercase).count();
    letters > 0 && word.len() == letters + 4 && word[letters..].bytes().all(|byte| byte.is_ascii_digit())
}

/// The codes of all crates. They hold no reference to their pages, so that a program that never shows a page is not linked with the 150 kB
/// of their text.
static REGISTERS: &[&[&Code]] = &[
    parse::ALL,
    preprocess::ALL,
    directive::ALL,
    acc::ALL,
    omp::ALL,
    ttx::ALL,
    crate::codes::ALL,
    #[cfg(feature = "codegen")]
    codegen::ALL,
];

// `PAGES`: the id and the text of each file in `docs/codes`, by id. The build script lists them.
include!(concat!(env!("OUT_DIR"), "/pages.rs"));
