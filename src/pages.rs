//! The pages of the codes. The files `docs/codes/*.md` are part of this crate and are parsed on demand.

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
    /// The stable identifier, such as `ACC0042`. It is never given to another finding.
    pub id: &'static str,
    /// The severity unless the user changes it.
    pub severity: Severity,
    /// Whether it is shown only to users who ask for it by [name](crate::severities).
    pub off_by_default: bool,
    /// One line that says what is wrong, without names of the user's program.
    pub title: &'static str,
    /// Why it is wrong, what to do, and the section of the specification that forbids it. Each paragraph is
    /// one line.
    pub explanation: String,
    /// A small program for which the code is reported. Empty if no single file can show it.
    pub bad: &'static str,
    /// The corrected program. Empty if there is no single correction.
    pub good: &'static str,
}

impl Page {
    /// Returns the page of a code. That of a [code of another tool](Code::own) has its title and explanation, and
    /// no programs. None for the code of a policy that has no page.
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
        let of_register = |pages: &&'static [(&'static Code, &'static str)]| {
            let at = pages.binary_search_by_key(&code.id, |(known, _)| known.id).ok()?;
            pages.get(at).copied()
        };
        let (code, text) = PAGES.iter().find_map(of_register)?;
        Some(Page::read(code, text))
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
    fn read(code: &'static Code, text: &'static str) -> Page {
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
    PAGES.iter().copied().flatten().map(|(code, text)| Page::read(code, text))
}

/// Returns every code.
pub(crate) fn codes() -> impl Iterator<Item = &'static Code> {
    CODES.iter().copied().flatten().copied()
}

/// Whether a word has the form of a code: capital letters and four digits.
pub(crate) fn is_code_like(word: &str) -> bool {
    let letters = word.bytes().take_while(u8::is_ascii_uppercase).count();
    letters > 0 && word.len() == letters + 4 && word[letters..].bytes().all(|byte| byte.is_ascii_digit())
}

/// Declares the codes of each register, in ascending order, and their pages. The codes have a table of their own, so that a
/// program that never shows a page does not hold their 150 kB.
macro_rules! pages {
    ($($(#[$of:meta])? $register:ident: $($code:ident)*;)*) => {
        static CODES: &[&[&Code]] = &[$($(#[$of])? &[$(&$register::$code,)*],)*];
        static PAGES: &[&[(&Code, &str)]] = &[$($(#[$of])? &[$(
            (&$register::$code, include_str!(concat!("../docs/codes/", stringify!($code), ".md"))),
        )*],)*];
    };
}

pages! {
    directive: ACC0001 ACC0002 ACC0003 ACC0004 ACC0005 ACC0006 ACC0007 ACC0008 ACC0009 ACC0010 ACC0011
        ACC0012 ACC0013 ACC0014;
    acc: ACC0050 ACC0051 ACC0052 ACC0053 ACC0054 ACC0055 ACC0056 ACC0057 ACC0058 ACC0059 ACC0060 ACC0061
        ACC0062 ACC0063 ACC0064 ACC0065 ACC0066 ACC0067 ACC0070 ACC0071 ACC0072 ACC0073 ACC0074 ACC0075 ACC0076
        ACC0077 ACC0078 ACC0079 ACC0080 ACC0081 ACC0082 ACC0083 ACC0084 ACC0085 ACC0090 ACC0091 ACC0092
        ACC0093 ACC0094 ACC0095 ACC0096 ACC0097 ACC0098 ACC0099 ACC0100 ACC0101 ACC0102 ACC0103 ACC0104
        ACC0105 ACC0106 ACC0110 ACC0111 ACC0112 ACC0113 ACC0114 ACC0115 ACC0116 ACC0117 ACC0118 ACC0119 ACC0120
        ACC0121 ACC0122 ACC0123 ACC0124
        ACC0125 ACC0126 ACC0127 ACC0128 ACC0129 ACC0130 ACC0131 ACC0132 ACC0133 ACC0134 ACC0135 ACC0136 ACC0137
        ACC0138 ACC0140 ACC0141 ACC0142 ACC0145 ACC0146 ACC0147
        ACC0150 ACC0151 ACC0152 ACC0153 ACC0154
        ACC0155 ACC0156 ACC0157 ACC0158 ACC0159
        ACC0160 ACC0161 ACC0162 ACC0163 ACC0164 ACC0165 ACC0166 ACC0170
        ACC0171 ACC0172 ACC0173;
    parse: C0001 C0002 C0003 C0004 C0005 C0006 C0007 C0008 C0009 C0010 C0011 C0012;
    #[cfg(feature = "codegen")] codegen: GEN0001 GEN0002 GEN0003 GEN0004 GEN0005 GEN0006 GEN0010 GEN0011
        GEN0012 GEN0013 GEN0020 GEN0030 GEN0031 GEN0032 GEN0033 GEN0034 GEN0035 GEN0040 GEN0041 GEN0042
        GEN0043 GEN0044 GEN0050 GEN0051 GEN0052 GEN0900;
    ttx: MAP0001 MAP0002 MAP0003 MAP0005 MAP0006 MAP0007 MAP0008 MAP0010 MAP0011 MAP0012
        MAP0013 MAP0014 MAP0015 MAP0016 MAP0017 MAP0018 MAP0019 MAP0020 MAP0021 MAP0022 MAP0023 MAP0024
        MAP0025 MAP0026 MAP0027 MAP0028 MAP0029 MAP0030 MAP0031 MAP0032 MAP0033 MAP0034 MAP0035 MAP0036 MAP0037
        MAP0038 MAP0039 MAP0040 MAP0041 MAP0043 MAP0044 MAP0045 MAP0046 MAP0047 MAP0048 MAP0049 MAP0050
        MAP0051 MAP0052 MAP0053 MAP0054 MAP0055 MAP0056 MAP0057 MAP0058 MAP0060 MAP0061 MAP0062 MAP0063 MAP0064
        MAP0065 MAP0066 MAP0067 MAP0068 MAP0069 MAP0070
        MAP0071 MAP0072 MAP0073 MAP0074 MAP0075 MAP0076 MAP0077 MAP0078 MAP0080 MAP0083 MAP0084 MAP0085 MAP0086 MAP0087
        MAP0088 MAP0089 MAP0092 MAP0093 MAP0094 MAP0096;
    directive: OMP0001 OMP0002 OMP0003 OMP0004 OMP0005 OMP0006 OMP0007 OMP0008 OMP0009 OMP0010 OMP0011
        OMP0012 OMP0013 OMP0014;
    omp: OMP0050 OMP0051 OMP0054 OMP0055 OMP0056 OMP0057 OMP0062 OMP0100 OMP0110 OMP0111 OMP0112 OMP0113;
    ttx: OMP9001 OMP9002 OMP9003 OMP9004 OMP9005 OMP9006 OMP9007;
    preprocess: PP0001 PP0002 PP0003 PP0004 PP0005 PP0006 PP0007 PP0008 PP0009 PP0010 PP0011 PP0012 PP0013
        PP0014 PP0015 PP0016 PP0017 PP0018 PP0019 PP0020 PP0021 PP0022 PP0023 PP0024 PP0025 PP0026 PP0027
        PP0028 PP0029 PP0030 PP0031 PP0032 PP0033 PP0034 PP0035 PP0036 PP0037 PP0038 PP0039;
}
