//! Comments behind new directives, which say what OpenMP only approximates.

use clacc_syntax::ast::DirectiveId;

use super::change::constructs_of;
use super::piece::Piece;
use super::{FunctionInput, Mode, RewriteOptions};
use crate::verdict::{Fidelity, Subject, Verdict};

/// Adds a comment with the reasons of all approximations of a directive behind the first line of its new text, or in place of a directive
/// that becomes nothing, if the options ask for it.
pub(super) fn add_reasons(
    function: &FunctionInput<'_>,
    directive: DirectiveId,
    options: RewriteOptions,
    pieces: &mut Vec<Piece>,
) {
    if !options.explains || options.mode != Mode::Omp {
        return;
    }
    let nodes = constructs_of(function, directive).filter_map(|id| function.mapping.nodes.get(id));
    let verdicts = nodes.flat_map(|node| &node.verdicts);
    let mut reasons: Vec<Reason<'_>> = Vec::new();
    for verdict in verdicts.filter(|verdict| verdict.fidelity == Fidelity::Approximated) {
        let subject = name_of(function, directive, verdict.subject);
        match reasons.iter_mut().find(|reason| reason.verdict.reason == verdict.reason) {
            Some(reason) if reason.subjects.contains(&subject) => {}
            Some(reason) => reason.subjects.push(subject),
            None => reasons.push(Reason { verdict, subjects: vec![subject] }),
        }
    }
    if reasons.is_empty() {
        return;
    }
    let sentences: Vec<String> = reasons.iter().map(Reason::sentence).collect();
    // A name of the program in a reason cannot end the comment.
    let comment = format!("/* {} */", sentences.join("; ").replace("*/", "* /"));
    match pieces.iter_mut().find_map(Piece::words_mut) {
        Some(words) => {
            words.push(' ');
            words.push_str(&comment);
        }
        None => pieces.push(Piece::Statement(comment)),
    }
}

/// A reason with the parts of the directive that it applies to.
struct Reason<'v> {
    verdict: &'v Verdict,
    subjects: Vec<String>,
}

impl Reason<'_> {
    fn sentence(&self) -> String {
        let code = self.verdict.code.map_or_else(String::new, |code| format!(" ({})", code.id));
        format!("{}: {}{code}", self.subjects.join(", "), self.verdict.reason)
    }
}

/// Returns the name of a part of a directive as the program has it: `copyin`, `copyin: readonly`, or the name of the directive.
fn name_of(function: &FunctionInput<'_>, directive: DirectiveId, subject: Subject) -> String {
    let clause = subject.clause().map(|clause| function.view.spelling(clause));
    match (clause, subject.modifier()) {
        (Some(clause), Some(modifier)) => format!("{clause}: {}", modifier.text()),
        (Some(clause), None) => clause.to_owned(),
        (None, _) => {
            let tree = &function.model.parsed.tree;
            tree[directive].kind.text(&tree.names).to_owned()
        }
    }
}
