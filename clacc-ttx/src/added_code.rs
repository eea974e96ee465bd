//! The code that a mapping adds to a program beside directives, counted in lines and with its reason.

use std::borrow::Cow;
use std::fmt;

use clacc_sema::acc::facts::AccFacts;
use clacc_sema::omp::form::{Anchor, Omp};
use clacc_syntax::ast::DirectiveId;

use crate::layout::{Content, Line, layout};
use crate::mapping::FunctionMapping;
use crate::queue_objects::QueueForm;

/// The lines that the translation of a directive adds to the program and that are no directives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct AddedCode {
    /// The number of lines.
    pub lines: u32,
    /// The reason for them; for several reasons, the first one in the order of [`AddedReason`].
    pub why: AddedReason,
}

/// The reason why the translation of a directive needs code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum AddedReason {
    /// Rows behind a table of pointers are mapped one by one.
    Rows,
    /// A routine does what no directive of OpenMP does.
    Routine,
    /// A variable keeps a value, or is the copy that a loop needs.
    Variable,
    /// Code depends on a condition.
    Condition,
    /// A directive needs a block for its region.
    Block,
}

impl fmt::Display for AddedCode {
    /// Writes `3 lines of code added: rows behind a table of pointers are mapped one by one`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = if self.lines == 1 { "line" } else { "lines" };
        write!(f, "{} {lines} of code added: {}", self.lines, self.why.text())
    }
}

impl AddedReason {
    /// All reasons.
    pub const ALL: [AddedReason; 5] = [
        AddedReason::Rows,
        AddedReason::Routine,
        AddedReason::Variable,
        AddedReason::Condition,
        AddedReason::Block,
    ];

    /// The reason, as one sentence.
    pub const fn text(self) -> &'static str {
        match self {
            AddedReason::Rows => "rows behind a table of pointers are mapped one by one",
            AddedReason::Routine => "a routine does what no directive of OpenMP does",
            AddedReason::Variable => "a variable keeps a value, or is the copy that a loop needs",
            AddedReason::Condition => "code depends on a condition",
            AddedReason::Block => "a directive needs a block for its region",
        }
    }

    fn of(line: &Line<'_>) -> Option<AddedReason> {
        Some(match line.content {
            Content::Directive(_) | Content::Code(Omp::DeclareReduction(_)) => return None,
            Content::Open | Content::Close | Content::Tail => AddedReason::Block,
            Content::Code(code) | Content::Head(code) => match code {
                Omp::Rows(_) => AddedReason::Rows,
                Omp::Call(_) => AddedReason::Routine,
                Omp::If { then, .. } if then.iter().any(|part| matches!(part, Omp::Call(_))) => {
                    AddedReason::Routine
                }
                Omp::If { .. } => AddedReason::Condition,
                _ => AddedReason::Variable,
            },
        })
    }
}

/// Returns the code that is added for a directive; none if it keeps its text or only directives replace it.
pub(crate) fn of_directive(
    mapping: &FunctionMapping,
    facts: &AccFacts,
    directive: DirectiveId,
    queues: QueueForm,
) -> Option<AddedCode> {
    let mut found = Found::default();
    if let Some(divided) = mapping.divided_form_of(facts, directive) {
        found.add_forms(&[&divided.form]);
        for part in &divided.parts {
            let declared = part.start().count() as u32;
            if part.first != part.last || declared > 0 {
                found.add(2, AddedReason::Block);
            }
            found.add(declared, AddedReason::Variable);
        }
    } else {
        let forms = mapping.printed_forms_of(facts, directive, true)?;
        let printed: Vec<Cow<'_, Omp>> = forms.into_iter().map(|form| queues.printed(form)).collect();
        found.add_forms(&printed.iter().map(|form| &**form).collect::<Vec<_>>());
    }
    for anchor in [Anchor::Before, Anchor::After] {
        mapping.unit_forms_of(facts, directive, anchor).for_each(|form| found.add_forms(&[form]));
    }
    Some(AddedCode { lines: found.lines, why: found.why? })
}

/// The lines found so far.
#[derive(Default)]
struct Found {
    lines: u32,
    why: Option<AddedReason>,
}

impl Found {
    fn add_forms(&mut self, forms: &[&Omp]) {
        let layout = layout(forms);
        let reasons = layout.before.iter().chain(&layout.after).filter_map(AddedReason::of);
        reasons.for_each(|why| self.add(1, why));
    }

    fn add(&mut self, lines: u32, why: AddedReason) {
        if lines > 0 {
            self.lines += lines;
            self.why = Some(self.why.map_or(why, |known| known.min(why)));
        }
    }
}
