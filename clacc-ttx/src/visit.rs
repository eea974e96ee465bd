//! Walks over a declaration with its OpenMP forms: through OpenACC only, OpenMP instead of OpenACC, or both.
//!
//! An OpenMP form is a second parent of an OpenACC construct's children. The visitor chooses for each directive the parent
//! through which the walk goes ([`Through`]). A walk enters and leaves every node in source order. The parts
//! of a form are inside it in the walk too: the associated statement comes after its directive and before
//! the parts that follow the statement.
//!
//! | walk | for a directive that is translated |
//! |---|---|
//! | [`Through::Acc`] | the directive, its clauses, the associated statement |
//! | [`Through::Omp`] | its nodes with their forms, the associated statement in the place of the hole |
//! | [`Through::Both`] | the directive and its clauses, then its nodes with their forms and the associated statement in them |
//!
//! A directive that keeps its text is walked as in the first row. An OpenMP directive of the source has a form too, made of
//! its own clauses. The statement that consists of a directive is entered together with the directive, and not entered where
//! a form replaces it.
//!
//! The associated statements of `declare` in a function are the statements after it. They are inside its form, and after the
//! directive in a walk through the directive alone.

use clacc_sema::acc::facts::{AccFacts, ConstructId, Halves};
use clacc_sema::omp::form::{Anchor, Clause, Directive, Omp};
use clacc_sema::omp::lower::SourceForms;
use clacc_sema::program::View;
use clacc_sema::program::outline::Outline;
use clacc_sema::program::place::At;
use clacc_sema::program::run::Run;
use clacc_syntax::ast::DirectiveId;
use rustc_hash::FxHashMap;

use crate::mapping::FunctionMapping;
use crate::node::OmpNode;
use crate::rewrite::PlacedForms;

/// The parent through which a walk goes. The list is closed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Through {
    /// The directive, as written.
    #[default]
    Acc,
    /// The OpenMP form instead of the directive.
    Omp,
    /// The directive, with its OpenMP form inside it.
    Both,
}

/// The next step of a walk, chosen by the visitor.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum VisitStep {
    /// The walk goes on with the children.
    #[default]
    Children,
    /// The walk skips the children: the node is left as if it had none.
    Skip,
    /// The walk ends, and no node is left any more.
    Stop,
}

/// The input of a walk over a declaration.
#[derive(Clone, Copy, Debug)]
pub struct Walk<'a> {
    /// The declaration.
    pub view: View<'a>,
    /// The OpenACC constructs.
    pub facts: &'a AccFacts,
    /// The nodes of the constructs.
    pub mapping: &'a FunctionMapping,
    /// The forms of the OpenMP directives in the source.
    pub source: &'a SourceForms,
    /// The constructs that are shown in parts, and the loops that get an added directive.
    pub placed: &'a PlacedForms,
}

/// A node of the source or of a form.
#[derive(Clone, Copy, Debug)]
pub enum Visited<'a> {
    /// A node of the source, which may be a directive or a clause.
    Source(At),
    /// The node of a construct. Its form is inside.
    Construct(ConstructId, &'a OmpNode),
    /// A directive of a form.
    Directive(&'a Directive),
    /// A clause of a directive of a form. The kind of the directive is that of the node around.
    Clause(&'a Directive, &'a Clause),
    /// Another part of a form: a block, or code that the translation adds.
    Form(&'a Omp),
}

/// Receives the nodes of a walk.
pub trait Visitor<'a> {
    /// Chooses the parent for a directive that has a form. It is called once for each, before the directive or its form is
    /// entered.
    fn through(&mut self, directive: DirectiveId) -> Through {
        let _ = directive;
        Through::Acc
    }

    /// Enters a node.
    fn enter(&mut self, node: Visited<'a>) -> VisitStep {
        let _ = node;
        VisitStep::Children
    }

    /// Leaves a node, after the nodes inside it.
    fn leave(&mut self, node: Visited<'a>) {
        let _ = node;
    }
}

impl<'a> Walk<'a> {
    /// Walks over the whole declaration, and over the code that is added after it.
    pub fn run(&self, visitor: &mut dyn Visitor<'a>) {
        let mut walker = Walker::new(self, visitor);
        walker.walk(self.view.program.outline.all());
        let behind = std::mem::take(&mut walker.behind);
        for omp in behind {
            walker.tasks.push(VisitTask::Part(omp, Hole::default()));
            walker.finish();
        }
    }

    /// Walks over a node of the source and what is inside it. From a directive, it goes through the parent that the visitor
    /// chooses.
    pub fn run_from(&self, at: At, visitor: &mut dyn Visitor<'a>) {
        let mut walker = Walker::new(self, visitor);
        let parent = self.view.program.outline.parent(at);
        let directive = parent.and_then(|parent| walker.directive_of_statement(parent));
        match directive.and_then(|id| walker.choice(id)) {
            Some((id, through)) => walker.source_directive(at, id, through, Run::default()),
            None => walker.tasks.push(VisitTask::Siblings(self.view.run(at))),
        }
        walker.finish();
    }
}

/// A pending task of a walk.
#[derive(Clone, Copy, Debug)]
enum VisitTask<'a> {
    Leave(Visited<'a>),
    /// Nodes of the source that follow each other.
    Siblings(Run),
    /// A node of the source without a form.
    Plain(At),
    /// A directive with its form inside it.
    Both(DirectiveId, Hole),
    Construct(ConstructId, Hole),
    Part(&'a Omp, Hole),
    Directive(&'a Directive, Hole),
    Clause(&'a Directive, &'a Clause),
}

/// The code that replaces a form's associated statement.
#[derive(Clone, Copy, Debug, Default)]
struct Hole {
    /// The other half of a combined directive.
    inner: Option<ConstructId>,
    /// The statements of the source.
    run: Run,
}

struct Walker<'w, 'a> {
    input: &'w Walk<'a>,
    visitor: &'w mut dyn Visitor<'a>,
    tasks: Vec<VisitTask<'a>>,
    /// The directives of forms around statements of the source, by the first statement, innermost first.
    around: FxHashMap<At, Vec<(&'a Directive, Run)>>,
    /// The code that is added after the declaration.
    behind: Vec<&'a Omp>,
}

impl<'w, 'a> Walker<'w, 'a> {
    fn new(input: &'w Walk<'a>, visitor: &'w mut dyn Visitor<'a>) -> Self {
        Walker { input, visitor, tasks: Vec::new(), around: FxHashMap::default(), behind: Vec::new() }
    }

    fn outline(&self) -> &'a Outline {
        &self.input.view.program.outline
    }

    fn walk(&mut self, run: Run) {
        self.tasks.push(VisitTask::Siblings(run));
        self.finish();
    }

    fn finish(&mut self) {
        while let Some(task) = self.tasks.pop() {
            match task {
                VisitTask::Leave(node) => self.visitor.leave(node),
                VisitTask::Siblings(run) => self.siblings(run),
                VisitTask::Plain(at) => self.plain(at),
                VisitTask::Both(directive, hole) => self.both(directive, hole),
                VisitTask::Construct(id, hole) => self.construct(id, hole),
                VisitTask::Part(omp, hole) => self.part(omp, hole),
                VisitTask::Directive(directive, hole) => self.directive(directive, hole),
                VisitTask::Clause(directive, clause) => {
                    self.enter(Visited::Clause(directive, clause));
                }
            }
        }
    }

    /// Enters a node, which is left after the tasks that are pushed next. Returns whether the visitor wants its children.
    fn enter(&mut self, node: Visited<'a>) -> bool {
        match self.visitor.enter(node) {
            VisitStep::Stop => {
                self.tasks.clear();
                self.behind.clear();
                false
            }
            step => {
                self.tasks.push(VisitTask::Leave(node));
                step == VisitStep::Children
            }
        }
    }

    /// Pushes tasks so that they are done in the given order.
    fn push(&mut self, tasks: impl IntoIterator<Item = VisitTask<'a>>) {
        let first = self.tasks.len();
        self.tasks.extend(tasks);
        self.tasks[first..].reverse();
    }

    /// Walks over the first of several siblings, together with the siblings that its directive is associated with.
    fn siblings(&mut self, run: Run) {
        if run.is_empty() {
            return;
        }
        let at = run.start;
        if let Some((directive, of)) = self.around.get_mut(&at).and_then(Vec::pop) {
            let of = Run::new(of.start, of.end.min(run.end));
            self.push([
                VisitTask::Directive(directive, Hole { inner: None, run: of }),
                VisitTask::Siblings(Run::new(of.end, run.end)),
            ]);
            return;
        }
        match self.directive_of_statement(at).and_then(|id| self.choice(id)) {
            Some((id, through)) => self.source_directive(at, id, through, run),
            None => self
                .push([VisitTask::Plain(at), VisitTask::Siblings(Run::new(self.outline().end(at), run.end))]),
        }
    }

    /// Walks over a directive with forms, or the statement that consists of it, as the first of several siblings.
    fn source_directive(&mut self, at: At, id: DirectiveId, through: Through, siblings: Run) {
        let (own, end) = (self.input.view.directive(id).at, self.outline().end(at));
        let (hole, lost) = self.hole_of(id, end.max(siblings.end));
        self.tasks.push(VisitTask::Siblings(Run::new(end.max(hole.run.end), siblings.end)));
        if through == Through::Omp {
            self.tasks.push(VisitTask::Siblings(lost));
            self.push_forms(id, hole);
        } else if own == at || self.enter(Visited::Source(at)) {
            self.tasks.push(VisitTask::Both(id, hole));
        }
    }

    /// Walks over a node of the source as written.
    fn plain(&mut self, at: At) {
        if !self.enter(Visited::Source(at)) {
            return;
        }
        let inside = Run::new(at.next(), self.outline().end(at));
        // The visitor already chose the parent at the statement that consists of the directive.
        let is_statement_of_directive = self.directive_of_statement(at).is_some();
        let task =
            if is_statement_of_directive { VisitTask::Plain(at.next()) } else { VisitTask::Siblings(inside) };
        self.tasks.push(task);
    }

    /// Returns the directive that a statement or declaration consists of.
    fn directive_of_statement(&self, at: At) -> Option<DirectiveId> {
        let (inside, outline) = (at.next(), self.outline());
        let is_only_child = inside < outline.end(at) && outline.end(inside) == outline.end(at);
        let id = self.input.view.directive_at(inside).filter(|_| is_only_child)?;
        // A directive in a clause is an argument of that clause.
        let is_of_clause = outline
            .parent(at)
            .and_then(|parent| self.input.view.directive_at(parent))
            .is_some_and(|parent| {
                let region = self.input.view.directive(parent).region;
                !region.is_some_and(|region| region.run.contains(at))
            });
        (!is_of_clause).then_some(id)
    }

    /// Returns a directive and the visitor's choice, if the directive has forms and the visitor chooses them.
    fn choice(&mut self, id: DirectiveId) -> Option<(DirectiveId, Through)> {
        let has_forms = self.input.source.of.contains_idx(id) || self.is_translated(id);
        let through = has_forms.then(|| self.visitor.through(id))?;
        Some((id, through)).filter(|_| through != Through::Acc)
    }

    fn is_translated(&self, id: DirectiveId) -> bool {
        let Walk { facts, mapping, .. } = self.input;
        mapping.forms_of(facts, id).is_some()
    }

    /// Returns the code in the holes of a directive's forms, up to a node, and the statement that no form contains. The statements after
    /// the directive are taken only by a form with a hole; the directive's own statement follows a form without one.
    fn hole_of(&self, id: DirectiveId, end: At) -> (Hole, Run) {
        let Walk { view, facts, mapping, source, .. } = self.input;
        let node = view.directive(id);
        let run = node.region.map(|region| region.run).unwrap_or_default();
        let run = Run::new(run.start, run.end.min(end));
        let forms = mapping.forms_of(facts, id).unwrap_or_default();
        let has_hole = forms.into_iter().chain(source.of.get(id)).any(Omp::has_statement);
        let inner = facts.of_directive.get(id).and_then(|halves| halves.inner);
        if has_hole {
            return (Hole { inner, run }, Run::default());
        }
        let is_own = view.run(node.at).contains(run.start);
        (Hole { inner, run: Run::default() }, if is_own { run } else { Run::default() })
    }

    /// Walks over a directive with its forms inside it, after its clauses.
    fn both(&mut self, id: DirectiveId, hole: Hole) {
        let at = self.input.view.directive(id).at;
        if !self.enter(Visited::Source(at)) {
            return;
        }
        let inside = Run::new(at.next(), self.outline().end(at));
        let own = Run::new(hole.run.start.min(inside.end).max(inside.start), hole.run.end.min(inside.end));
        let (before, behind) = if own.is_empty() {
            (inside, Run::default())
        } else {
            (Run::new(inside.start, own.start), Run::new(own.end, inside.end))
        };
        self.tasks.push(VisitTask::Siblings(behind));
        self.push_forms(id, hole);
        self.tasks.push(VisitTask::Siblings(before));
    }

    fn push_forms(&mut self, id: DirectiveId, hole: Hole) {
        if let Some(form) = self.input.source.of.get(id) {
            self.tasks.push(VisitTask::Part(form, hole));
        } else if let Some(halves) = self.input.facts.of_directive.get(id).copied() {
            self.place_parts(id, halves);
            self.tasks.push(VisitTask::Construct(halves.outer, hole));
        }
    }

    /// Records the directives of forms that are placed around statements inside a directive's statement.
    fn place_parts(&mut self, id: DirectiveId, halves: Halves) {
        let Walk { facts, mapping, placed, .. } = self.input;
        for inner in mapping.inner_forms_of(facts, id).filter(|inner| placed.has_loop(inner.at)) {
            let run = self.outline_run(inner.at, inner.at);
            self.around.entry(inner.at).or_default().push((&inner.directive, run));
        }
        let node = mapping.translated(halves.outer).filter(|_| placed.is_divided(id));
        for part in
            node.and_then(|node| node.divided.as_deref()).into_iter().flat_map(|divided| &divided.parts)
        {
            let run = self.outline_run(part.first, part.last);
            self.around.entry(part.first).or_default().push((&part.directive, run));
        }
    }

    fn outline_run(&self, first: At, last: At) -> Run {
        Run::new(first, self.outline().end(last))
    }

    fn construct(&mut self, id: ConstructId, hole: Hole) {
        let Walk { facts, mapping, placed, .. } = self.input;
        let Some(node) = mapping.translated(id) else { return };
        if !self.enter(Visited::Construct(id, node)) {
            return;
        }
        let divided = node.divided.as_deref().filter(|_| placed.is_divided(facts.constructs[id].directive));
        let form = divided.map(|divided| &divided.form).or(node.form.as_ref());
        let hole = Hole { inner: hole.inner.filter(|inner| *inner != id), run: hole.run };
        let of =
            |anchor| node.unit_forms.iter().filter(move |form| form.anchor == anchor).map(|form| &form.omp);
        self.behind.extend(of(Anchor::After));
        self.push(of(Anchor::Before).chain(form).map(|omp| VisitTask::Part(omp, hole)));
    }

    fn part(&mut self, omp: &'a Omp, hole: Hole) {
        let inside = omp.parts().iter().map(|part| VisitTask::Part(part, hole));
        match omp {
            Omp::Statement => self.tasks.push(match hole.inner {
                Some(inner) => VisitTask::Construct(inner, Hole { inner: None, run: hole.run }),
                None => VisitTask::Siblings(hole.run),
            }),
            Omp::Seq(_) => self.push(inside),
            Omp::Directive(directive) => self.directive(directive, hole),
            _ => {
                if self.enter(Visited::Form(omp)) {
                    self.push(inside);
                }
            }
        }
    }

    /// Walks over a form's directive with its clauses and associated code. For a directive around statements of the source, that code is a
    /// hole.
    fn directive(&mut self, directive: &'a Directive, hole: Hole) {
        if self.enter(Visited::Directive(directive)) {
            let clauses = directive.clauses.iter().map(|clause| VisitTask::Clause(directive, clause));
            let body = directive.body.as_deref().map(|body| VisitTask::Part(body, hole));
            self.push(clauses.chain(body));
        }
    }
}
