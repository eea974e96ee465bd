//! Renders diagnostics: as text for people, as one line each, as JSON lines, and as SARIF.
//!
//! Renderers get sources through a function, so that they depend on no session.
//! [`Analysis::source`](crate::Analysis::source) can be that function:
//!
//! ```
//! # use clacc::{Session, files::MemoryFiles, options::CompileOptions, render};
//! let mut session = Session::new(MemoryFiles::new().with("f.c", "void f(void) {\n#pragma acc paralel\n}\n"));
//! let unit = session.add_unit("f.c", &CompileOptions::default())?;
//! for finding in session.check(unit) {
//!     eprintln!("{}\n", render::human(&finding, &|path| session.source(path), false));
//! }
//! # Ok::<(), clacc::Error>(())
//! ```

use std::fmt;

use crate::translate::VerdictLine;

mod human;
mod json;
mod report;
mod sarif;

pub use human::{brief, human};
pub use json::{json_line, own_json_line, verdict_json_line};
pub use report::Report;
pub use sarif::sarif;

/// Returns the bytes of the file at a path. If it returns none, no excerpt is shown.
pub type Sources<'a> = &'a dyn Fn(&str) -> Option<std::sync::Arc<[u8]>>;

/// A verdict in a report.
///
/// ```
/// # use clacc::Session;
/// # use clacc::files::MemoryFiles;
/// # use clacc::options::CompileOptions;
/// use clacc::render::{ReportedVerdict, verdict_json_line};
/// use clacc::translate::{Fidelity, TranslateOptions};
///
/// let program = "#pragma acc wait\n";
/// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
/// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// let translation = session.translate(unit, &TranslateOptions::default());
/// for line in &translation.verdicts {
///     let reported = ReportedVerdict::new(line.clone(), line.fidelity == Fidelity::Unsupported);
///     println!("{reported}");
///     println!("{}", verdict_json_line(&reported));
/// }
/// # Ok::<(), clacc::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct ReportedVerdict {
    /// The verdict.
    pub verdict: VerdictLine,
    /// true if the user does not accept the verdict.
    pub denied: bool,
}

impl ReportedVerdict {
    /// Makes the report of a verdict; `denied` if the user does not accept it.
    #[must_use]
    pub fn new(verdict: VerdictLine, denied: bool) -> ReportedVerdict {
        ReportedVerdict { verdict, denied }
    }
}

impl fmt::Display for ReportedVerdict {
    /// Writes one line for people: `path:line:column: data: copy: exact: reason`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ReportedVerdict { verdict, denied } = self;
        if let Some(place) = &verdict.place {
            write!(f, "{place}: ")?;
        }
        let denied = if *denied { "denied: " } else { "" };
        write!(f, "{denied}{}: {}: {}", verdict.what(), verdict.fidelity, verdict.reason)?;
        verdict.added.iter().try_for_each(|added| write!(f, "; {added}"))
    }
}
