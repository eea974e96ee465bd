//! Comments behind new directives: those inside the directive of the source, and those that say what OpenMP only approximates.

use clacc_syntax::ast::DirectiveId;

use super::piece::Piece;
use super::{FunctionInput, Mode, RewriteOptions};
use crate::verdict::{Fidelity, Subject, Verdict};

/// Adds comments to the new text of a directive, in the mode that shows OpenMP alone: those inside the old text, and the reasons of all approximations
/// if the options ask for them. A directive that becomes nothing is replaced by its comments.
pub(super) fn add(
    function: &FunctionInput<'_>,
    directive: DirectiveId,
    (options, old): (RewriteOptions, &[u8]),
    pieces: &mut Vec<Piece>,
) {
    if options.mode == Mode::Omp {
        keep_comments(old, pieces);
        if options.explains {
            add_reasons(function, directive, pieces);
        }
    }
}

fn keep_comments(text: &[u8], pieces: &mut Vec<Piece>) {
    let mut rest = text;
    while let Some(start) = rest.windows(2).position(|pair| pair == b"/*") {
        let Some(length) = rest[start + 2..].windows(2).position(|pair| pair == b"*/") else { return };
        let end = start + 2 + length + 2;
        let is_line = !rest[start..end].contains(&b'\n');
        if let Some(comment) = std::str::from_utf8(&rest[start..end]).ok().filter(|_| is_line) {
            add_comment(comment, pieces, |pieces| pieces.iter_mut().rev().find_map(Piece::words_mut));
        }
        rest = &rest[end..];
    }
}

fn add_reasons(function: &FunctionInput<'_>, directive: DirectiveId, pieces: &mut Vec<Piece>) {
    let nodes = function.constructs_of(directive).filter_map(|id| function.mapping.nodes.get(id));
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
    add_comment(&comment, pieces, |pieces| pieces.iter_mut().find_map(Piece::words_mut));
}

/// Adds a comment behind the piece that is chosen, or as a piece of its own.
fn add_comment(comment: &str, pieces: &mut Vec<Piece>, chosen: impl Fn(&mut [Piece]) -> Option<&mut String>) {
    match chosen(pieces) {
        Some(words) => {
            words.push(' ');
            words.push_str(comment);
        }
        None => pieces.push(Piece::Statement(comment.to_owned())),
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
