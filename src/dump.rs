//! Syntax trees as text, in which every OpenACC construct has its OpenMP form, and every combined directive its constituents.

use std::fmt::Write as _;

use clacc_syntax::ast::{DirectiveId, Node, Tree, WalkStep};

use crate::diagnostics::Place;
use crate::node_texts::describe;
use crate::syntax::{Directive, ExternalDeclaration};
use crate::tree_data::OmpData;

/// The data that a dump needs in addition to the tree.
pub(crate) struct DumpContext<'a> {
    /// The declaration that the tree is of.
    pub(crate) declaration: &'a ExternalDeclaration,
    /// Returns the place of a node. None if the node comes from no file.
    pub(crate) place: &'a dyn Fn(Node) -> Option<Place>,
    /// Returns the OpenMP form of an OpenACC directive, if it has one.
    pub(crate) omp: &'a dyn Fn(DirectiveId) -> Option<OmpData>,
}

/// The greatest depth that a dump shows by indentation. Chains of operators and the like nest as deep as the input is long: their
/// indentation would take quadratic space.
const SHOWN_DEPTH: usize = 50;

/// Writes one line for each node, indented by depth: `Binary + <3:5>`. OpenMP forms are lines `omp: #pragma omp ...`, the constituents of a
/// combined directive lines `effective: loop`. Lines beyond the depth that is shown by indentation begin with their depth: `[51] Binary +`.
pub(crate) fn text(tree: &Tree, root: Node, context: &DumpContext<'_>) -> String {
    let mut out = String::new();
    let mut walk = tree.walk(root);
    while let Some(step) = walk.next() {
        let WalkStep::Enter(node) = step else { continue };
        let depth = walk.depth() - 1;
        line_text(&mut out, depth, "", tree, node, context);
        let Node::Directive(directive) = node else { continue };
        effective_text(&mut out, depth + 1, tree, directive, context);
        if let Some(form) = (context.omp)(directive) {
            omp_text(&mut out, depth + 1, &form);
        }
    }
    out
}

/// Writes the line of a node, behind a mark.
fn line_text(out: &mut String, depth: usize, mark: &str, tree: &Tree, node: Node, context: &DumpContext<'_>) {
    let (kind, detail) = describe(tree, node);
    indent(out, depth);
    out.push_str(mark);
    out.push_str(kind);
    if !detail.is_empty() {
        let _ = write!(out, " {detail}");
    }
    if let Some(place) = (context.place)(node) {
        let _ = write!(out, " <{}:{}>", place.line, place.column);
    }
    out.push('\n');
}

/// Writes the constituents of a combined directive, each inside the one around it, with their clauses.
fn effective_text(
    out: &mut String,
    depth: usize,
    tree: &Tree,
    directive: DirectiveId,
    context: &DumpContext<'_>,
) {
    let directive = Directive::new(context.declaration, directive);
    let constituents = directive.map(Directive::constituents).filter(|parts| parts.len() > 1);
    for (depth, constituent) in (depth..).zip(constituents.iter().flatten()) {
        indent(out, depth);
        let _ = writeln!(out, "effective: {}", constituent.name());
        for clause in constituent.clauses() {
            line_text(out, depth + 1, "effective: ", tree, Node::Clause(clause.id()), context);
        }
    }
}

/// Writes the indentation of a line at this depth.
fn indent(out: &mut String, depth: usize) {
    let _ = write!(out, "{:width$}", "", width = 2 * depth.min(SHOWN_DEPTH));
    if depth > SHOWN_DEPTH {
        let _ = write!(out, "[{depth}] ");
    }
}

fn omp_text(out: &mut String, depth: usize, form: &OmpData) {
    let mut line = |label: &str, text: &str| {
        indent(out, depth);
        let _ = writeln!(out, "{label}: {text}");
    };
    if form.lines.is_empty() {
        line("omp", "(none)");
    }
    form.lines.iter().for_each(|each| line("omp", each));
    for verdict in &form.verdicts {
        let about = verdict.clause.as_deref().unwrap_or("directive");
        line("verdict", &format!("{about}: {}: {}", verdict.fidelity, verdict.reason));
    }
}
