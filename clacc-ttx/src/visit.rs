//! Walks over a declaration with its OpenMP forms: through OpenACC only, OpenMP instead of OpenACC, or both.
//!
//! An OpenMP form is a second parent of an OpenACC construct's children. The caller chooses the parent
//! through which a walk goes ([`Through`]). A walk enters and leaves every node in source order. The parts
//! of a form are inside it in the walk too: the associated statement comes after its directive and before
//! the parts that follow the statement.
//!
//! | walk | for a directive that is translated |
//! |---|---|
//! | [`Through::Acc`] | the directive, its clauses, the associated statement |
//! | [`Through::Omp`] | its form, the associated statement in the place of the hole |
//! | [`Through::Both`] | the directive and its clauses, then its form with the associated statement in it |
//!
//! An OpenACC directive that keeps its text is walked as in the first row, by every kind of walk. Walks that
//! show forms show an OpenMP directive of the source as its form.

use std::ops::ControlFlow;

use clacc_sema::acc::facts::AccFacts;
use clacc_sema::omp::form::{Clause, Omp};
use clacc_sema::omp::lower::SourceForms;
use clacc_syntax::ast::{DirectiveId, Node, Tree};

use crate::mapping::FunctionMapping;

/// The parent through which a walk goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Through {
    /// OpenACC directives, as written.
    #[default]
    Acc,
    /// OpenMP forms instead of the OpenACC directives that they stand for.
    Omp,
    /// OpenACC directives with their OpenMP forms.
    Both,
}

/// A walk over a declaration: its input, and the parent through which it goes.
#[derive(Clone, Copy, Debug)]
pub struct Walk<'a> {
    /// The tree.
    pub tree: &'a Tree,
    /// The OpenACC constructs.
    pub facts: &'a AccFacts,
    /// The nodes of the constructs.
    pub mapping: &'a FunctionMapping,
    /// The forms of the OpenMP directives in the source.
    pub source: &'a SourceForms,
    /// The parent through which the walk goes.
    pub through: Through,
}

/// A node of either kind.
#[derive(Clone, Copy, Debug)]
pub enum Visited<'a> {
    /// A node of the source's tree, which may be a directive or a clause.
    Source(Node),
    /// A part of an OpenMP form: a directive, or code that the translation adds.
    Form(&'a Omp),
    /// A clause of a directive of a form.
    Clause(&'a Clause),
}

/// Receives the nodes of a walk.
pub trait Visitor<'a> {
    /// Enters a node. [`ControlFlow::Break`] skips the nodes inside it, but the node is still left.
    fn enter(&mut self, node: Visited<'a>) -> ControlFlow<()> {
        let _ = node;
        ControlFlow::Continue(())
    }

    /// Leaves a node, after the nodes inside it.
    fn leave(&mut self, node: Visited<'a>) {
        let _ = node;
    }
}

/// The work that is left. The walk keeps it on a stack of its own, so that deep trees do not exhaust the
/// call stack.
enum VisitTask<'a> {
    Enter(Visited<'a>, Hole<'a>),
    Leave(Visited<'a>),
}

/// The replacements for the associated statement in a part of a form.
#[derive(Clone, Copy)]
struct Hole<'a> {
    /// The form of the other half of a combined directive.
    inner: Option<&'a Omp>,
    /// The statement of the source.
    body: Option<Node>,
}

const NOTHING: Hole<'_> = Hole { inner: None, body: None };

impl<'a> Walk<'a> {
    /// Walks over the external declarations of the tree.
    pub fn run(&self, visitor: &mut dyn Visitor<'a>) {
        for root in &self.tree.roots {
            self.run_from(Node::Decl(*root), visitor);
        }
    }

    /// Walks over a node of the tree and the nodes inside it.
    pub fn run_from(&self, node: Node, visitor: &mut dyn Visitor<'a>) {
        let mut tasks = vec![VisitTask::Enter(Visited::Source(node), NOTHING)];
        while let Some(task) = tasks.pop() {
            match task {
                VisitTask::Leave(node) => visitor.leave(node),
                VisitTask::Enter(node, rest) => self.enter(node, rest, visitor, &mut tasks),
            }
        }
    }

    fn enter(
        &self,
        node: Visited<'a>,
        rest: Hole<'a>,
        visitor: &mut dyn Visitor<'a>,
        tasks: &mut Vec<VisitTask<'a>>,
    ) {
        if let Some((next, rest)) = self.in_place_of(node, rest) {
            tasks.extend(next.map(|next| VisitTask::Enter(next, rest)));
            return;
        }
        let flow = visitor.enter(node);
        tasks.push(VisitTask::Leave(node));
        if flow.is_continue() {
            let first = tasks.len();
            self.push_children(node, rest, tasks);
            tasks[first..].reverse();
        }
    }

    /// The node that is visited instead of another one: the form of a directive that the walk itself does
    /// not show, or the replacement for the associated statement of a form.
    fn in_place_of(&self, node: Visited<'a>, rest: Hole<'a>) -> Option<(Option<Visited<'a>>, Hole<'a>)> {
        match node {
            Visited::Source(Node::Directive(id)) if self.shows_form_alone(id) => {
                let (form, rest) = self.form_of(id)?;
                Some((Some(Visited::Form(form)), rest))
            }
            Visited::Form(Omp::Statement) => match rest.inner {
                Some(inner) => Some((Some(Visited::Form(inner)), Hole { inner: None, ..rest })),
                None => Some((rest.body.map(Visited::Source), NOTHING)),
            },
            _ => None,
        }
    }

    /// Whether a walk shows the form of a directive instead of the directive, if there is a form.
    fn shows_form_alone(&self, id: DirectiveId) -> bool {
        match self.through {
            Through::Acc => false,
            Through::Omp => true,
            Through::Both => self.source.of.get(id).is_some(),
        }
    }

    fn push_children(&self, node: Visited<'a>, rest: Hole<'a>, tasks: &mut Vec<VisitTask<'a>>) {
        match node {
            Visited::Clause(_) => {}
            Visited::Form(form) => {
                if let Omp::Directive(directive) = form {
                    let clauses = directive.clauses.iter().map(Visited::Clause);
                    tasks.extend(clauses.map(|clause| VisitTask::Enter(clause, NOTHING)));
                }
                tasks.extend(form.parts().iter().map(|part| VisitTask::Enter(Visited::Form(part), rest)));
            }
            Visited::Source(node) => self.push_source_children(node, tasks),
        }
    }

    fn push_source_children(&self, node: Node, tasks: &mut Vec<VisitTask<'a>>) {
        let form = match node {
            Node::Directive(id) if self.through == Through::Both => self.form_of(id),
            _ => None,
        };
        let body = form.and_then(|(_, rest)| rest.body);
        self.tree.for_each_child(node, &mut |_, child| {
            if Some(child) != body {
                tasks.push(VisitTask::Enter(Visited::Source(child), NOTHING));
            }
        });
        tasks.extend(form.map(|(form, rest)| VisitTask::Enter(Visited::Form(form), rest)));
    }

    /// The form of a directive, and the replacement for the associated statement in it; none if the
    /// directive keeps its text.
    fn form_of(&self, id: DirectiveId) -> Option<(&'a Omp, Hole<'a>)> {
        let body = self.tree[id].body.map(Node::Stmt);
        if let Some(form) = self.source.of.get(id) {
            return Some((form, Hole { inner: None, body }));
        }
        let forms = self.mapping.forms_of(self.facts, id)?;
        Some((forms.first()?, Hole { inner: forms.get(1).copied(), body }))
    }
}
