//! The output of code generation for one declaration: pieces in order, new names, and findings.

mod out;
mod sites;

use clacc_syntax::diagnostics::{Code, Diagnostic, Severity};
use clacc_syntax::token::TokenRange;

pub(crate) use self::out::Out;
pub(crate) use self::sites::Construct;
use crate::piece::{Item, Lowered, Piece, Region, shared};

/// Code generation was refused, and a finding was reported.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Refused;

/// The result of a lowering step, which may refuse to generate code.
pub(crate) type Step<T = ()> = Result<T, Refused>;

/// The output for one declaration while it is being built.
pub(crate) struct Emit {
    /// The code of the current function.
    pub(crate) out: Out,
    /// The code before the declaration.
    pub(crate) before: Vec<Item>,
    /// The outlined functions, which follow the declaration.
    pub(crate) behind: Vec<Item>,
    /// The outlined functions with their captures.
    pub(crate) regions: Vec<Region>,
    pub(crate) findings: Vec<Diagnostic<TokenRange>>,
    /// The prefix of new names.
    pub(crate) prefix: String,
    /// The name of the user's function.
    pub(crate) function: String,
    /// The first token of the current directive, to whose line errors in new code are attributed.
    pub(crate) at: u32,
    /// The construct that is being lowered.
    pub(crate) construct: Construct,
    /// New code behind statements that are not emitted yet, each with the end of its statement; that of an inner statement is later.
    pub(crate) ends: Vec<(u32, String)>,
    /// The number of new names so far.
    pub(crate) made: u32,
    /// The constructs that have a site constant, by their first tokens.
    sites: Vec<u32>,
}

impl Emit {
    /// Makes an empty output for a declaration with these tokens. New names begin with `prefix`.
    pub(crate) fn new(prefix: String, function: String, whole: TokenRange) -> Emit {
        Emit {
            out: Out::default(),
            before: Vec::new(),
            behind: Vec::new(),
            regions: Vec::new(),
            findings: Vec::new(),
            prefix,
            function,
            at: 0,
            construct: Construct::of(None, whole),
            ends: Vec::new(),
            made: 0,
            sites: Vec::new(),
        }
    }

    /// Returns a new unique name.
    pub(crate) fn name(&mut self, purpose: &str) -> String {
        self.made += 1;
        format!("{}{purpose}{}", self.prefix, self.made)
    }

    /// Emits new code at the current directive.
    pub(crate) fn line(&mut self, text: &str) {
        self.out.line(text, self.at);
    }

    /// Emits new code at file scope before the declaration, which introduces some names.
    pub(crate) fn declare_before(&mut self, names: &[&str], text: String) {
        self.before.push(Item::new(names, vec![Piece::Lines { text: shared(text), at: self.at }]));
    }

    /// Removes the last code that stands behind a statement, if the statement ends at or before a token.
    pub(crate) fn take_end(&mut self, limit: u32) -> Option<(u32, String)> {
        self.ends.pop_if(|(end, _)| *end <= limit)
    }

    /// Reports that code cannot be generated.
    pub(crate) fn refuse(
        &mut self,
        code: &'static Code,
        at: TokenRange,
        message: impl Into<String>,
    ) -> Refused {
        let finding = Diagnostic::new(code, at, message.into());
        if !self.findings.contains(&finding) {
            self.findings.push(finding);
        }
        Refused
    }

    /// Reports at the current directive that code cannot be generated.
    pub(crate) fn refuse_here(&mut self, code: &'static Code, message: impl Into<String>) -> Refused {
        self.refuse(code, TokenRange::new(self.at, self.at + 1), message)
    }

    /// Returns the finished declaration. If code generation was refused, the declaration is unchanged.
    pub(crate) fn finish(self) -> Lowered {
        let is_refused = self.findings.iter().any(|finding| finding.severity == Severity::Error);
        if is_refused {
            return Lowered { findings: self.findings.into(), ..Lowered::unchanged() };
        }
        Lowered {
            before: self.before.into(),
            declaration: Some(self.out.finish()),
            behind: self.behind.into(),
            regions: self.regions.into(),
            findings: self.findings.into(),
        }
    }
}
