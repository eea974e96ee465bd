//! The regions of a declaration: the directives of forms, with the statements that they are about.
//!
//! A plan is made by one walk through OpenMP ([`clacc_ttx::visit`]) and borrows the forms. It holds token ranges of the
//! declaration, and no text.
//!
//! Its nodes are `Source` (tokens, with `Group`s that replace directives and their statements), `Directive` and `Form`. Emission
//! goes through a plan once, in the order of the source; a region switches the output to a new function and back. Which variables
//! of the enclosing function a region needs is found by emission itself: the first time that a name is resolved in a `Frame`,
//! `capture::Writers` decides how the variable travels, and the caller resolves it in turn when the frame ends. So nested regions
//! need no second analysis, and no variable is passed that is not used.
//!
//! A `metadirective` is resolved before (`omp::variants`, `omp::selectors`): its form is that of the variant that the host's context
//! selects. A selector that only the program can answer leaves a metadirective, which is refused (GEN0041).

pub(crate) mod constituents;

use clacc_sema::omp::form::{Argument, Clause, Directive, Omp};
use clacc_sema::program::View;
use clacc_sema::program::place::At;
use clacc_sema::program::run::Run;
use clacc_syntax::ast::DirectiveId;
use clacc_syntax::directive::OmpDirective;
use clacc_syntax::token::TokenRange;
use clacc_ttx::visit::{Through, VisitStep, Visited, Visitor, Walk};

/// A part of a plan.
#[derive(Clone, Debug)]
pub(crate) enum Node<'a> {
    /// Code of the source, in which groups replace directives.
    Source(Source<'a>),
    /// The code of a directive of the source that is not inside code of the source.
    Group(Group<'a>),
    /// A directive of a form, with its associated code.
    Directive(&'a Directive, Vec<Node<'a>>),
    /// Another part of a form, with the parts inside it.
    Form(&'a Omp, Vec<Node<'a>>),
}

/// A node of the source, with the groups that replace some of its tokens.
#[derive(Clone, Debug)]
pub(crate) struct Source<'a> {
    pub(crate) at: At,
    pub(crate) range: TokenRange,
    /// The groups, in source order.
    pub(crate) groups: Vec<Group<'a>>,
}

/// The code that replaces a directive and the statements that its forms contain.
#[derive(Clone, Debug)]
pub(crate) struct Group<'a> {
    /// The directive; none for a form around statements of the source that belongs to no directive.
    pub(crate) directive: Option<DirectiveId>,
    pub(crate) range: TokenRange,
    pub(crate) nodes: Vec<Node<'a>>,
}

/// The plan of a declaration.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan<'a> {
    /// The roots of the declaration, and the code that forms add after it.
    pub(crate) nodes: Vec<Node<'a>>,
    /// The directives that stay as they are, because they have no forms.
    pub(crate) kept: Vec<DirectiveId>,
}

impl<'a> Plan<'a> {
    /// Makes the plan of a declaration by a walk over all of it.
    pub(crate) fn of(walk: &Walk<'a>) -> Plan<'a> {
        let mut builder = Builder { view: walk.view, frames: vec![Frame::default()], kept: Vec::new() };
        walk.run(&mut builder);
        let nodes = builder.frames.pop().map(|frame| frame.nodes).unwrap_or_default();
        Plan { nodes, kept: builder.kept }
    }

    /// Returns the directives without forms that are not inside another such directive.
    pub(crate) fn outermost_kept(&self, view: View<'_>) -> Vec<DirectiveId> {
        let mut around = Run::default();
        let mut outermost = self.kept.clone();
        outermost.retain(|directive| {
            let node = view.directive(*directive);
            let is_outermost = !around.contains(node.at);
            if let Some(region) = node.region.filter(|_| is_outermost) {
                around = region.run;
            }
            is_outermost
        });
        outermost
    }

    /// Returns whether no directive of the declaration has forms or stays as it is.
    pub(crate) fn is_plain(&self) -> bool {
        let is_plain = |node: &Node<'_>| matches!(node, Node::Source(source) if source.groups.is_empty());
        self.kept.is_empty() && self.nodes.iter().all(is_plain)
    }

    /// Calls `visit` with the tokens of every construct that needs code outside of the function.
    pub(crate) fn each_construct_outside(&self, visit: &mut dyn FnMut(TokenRange)) {
        each_construct_outside(&self.nodes, visit);
    }

    /// Calls `visit` for every directive of forms, outer before inner.
    pub(crate) fn each_directive(&self, visit: &mut dyn FnMut(&'a Directive)) {
        each_directive(&self.nodes, visit);
    }
}

/// Calls `visit` with the tokens of every construct that needs code outside of the function.
fn each_construct_outside(nodes: &[Node<'_>], visit: &mut dyn FnMut(TokenRange)) {
    for node in nodes {
        match node {
            Node::Source(source) => {
                source.groups.iter().for_each(|group| construct_outside(group, visit));
            }
            Node::Group(group) => construct_outside(group, visit),
            Node::Directive(_, inside) | Node::Form(_, inside) => {
                if is_outside(node) {
                    range_of(node).into_iter().for_each(&mut *visit);
                }
                each_construct_outside(inside, visit);
            }
        }
    }
}

fn construct_outside(group: &Group<'_>, visit: &mut dyn FnMut(TokenRange)) {
    if group.nodes.iter().any(is_outside) {
        visit(group.range);
    }
    each_construct_outside(&group.nodes, visit);
}

/// Returns whether a part of a form is outlined, or needs a function.
fn is_outside(node: &Node<'_>) -> bool {
    use OmpDirective::{Parallel, Target, Task, Taskloop, Teams};
    let becomes_function = |directive: &Directive| {
        let constituents = &directive.kind.info().constituents;
        let is_combined = |clause: &Clause| matches!(clause.argument, Argument::Reduction { .. });
        constituents.iter().any(|part| matches!(part, Parallel | Target | Task | Taskloop | Teams))
            || directive.clauses.iter().any(is_combined)
    };
    match node {
        Node::Directive(directive, inside) => becomes_function(directive) || inside.iter().any(is_outside),
        Node::Form(_, inside) => inside.iter().any(is_outside),
        Node::Source(_) | Node::Group(_) => false,
    }
}

/// Calls `visit` for every directive among some nodes, outer before inner.
pub(crate) fn each_directive<'a>(nodes: &[Node<'a>], visit: &mut dyn FnMut(&'a Directive)) {
    for node in nodes {
        match node {
            Node::Source(source) => {
                source.groups.iter().for_each(|group| each_directive(&group.nodes, visit));
            }
            Node::Group(group) => each_directive(&group.nodes, visit),
            Node::Directive(directive, inside) => {
                visit(directive);
                each_directive(inside, visit);
            }
            Node::Form(_, inside) => each_directive(inside, visit),
        }
    }
}

/// Returns the statement that the nodes consist of, if it is a single one of the source.
pub(crate) fn only_source<'n, 'a>(nodes: &'n [Node<'a>]) -> Option<&'n Source<'a>> {
    match nodes {
        [Node::Source(source)] => Some(source),
        _ => None,
    }
}

/// The state of the walk for one enclosing node.
#[derive(Default)]
struct Frame<'a> {
    /// The node of the source; none in a form, or at the root.
    source: Option<At>,
    nodes: Vec<Node<'a>>,
    groups: Vec<Group<'a>>,
    /// true if the last group belongs to a directive whose forms may follow.
    is_open: bool,
}

struct Builder<'a> {
    view: View<'a>,
    /// The frames of the enclosing nodes, innermost last. There is always one.
    frames: Vec<Frame<'a>>,
    kept: Vec<DirectiveId>,
}

impl<'a> Visitor<'a> for Builder<'a> {
    fn through(&mut self, directive: DirectiveId) -> Through {
        let range = self.view.directive_span(directive);
        let pragma = self.pragma(directive).unwrap_or(range);
        if let Some(frame) = self.frames.last_mut() {
            frame.begin(Group { directive: Some(directive), range: pragma, nodes: Vec::new() });
        }
        Through::Omp
    }

    fn enter(&mut self, node: Visited<'a>) -> VisitStep {
        match node {
            Visited::Source(at) => {
                self.kept.extend(self.view.directive_at(at));
                if let Some(frame) = self.frames.last_mut() {
                    frame.is_open = false;
                }
                self.frames.push(Frame { source: Some(at), ..Frame::default() });
            }
            Visited::Directive(_) | Visited::Form(_) => self.frames.push(Frame::default()),
            Visited::Construct(..) | Visited::Clause(..) => {}
        }
        VisitStep::Children
    }

    fn leave(&mut self, node: Visited<'a>) {
        match node {
            Visited::Source(at) => self.leave_source(at),
            Visited::Directive(directive) => self.leave_form(|nodes| Node::Directive(directive, nodes)),
            Visited::Form(omp) => self.leave_form(|nodes| Node::Form(omp, nodes)),
            Visited::Construct(..) | Visited::Clause(..) => {}
        }
    }
}

impl<'a> Builder<'a> {
    /// Returns the tokens of a directive without its statement.
    fn pragma(&self, directive: DirectiveId) -> Option<TokenRange> {
        let model = self.view.c_model()?;
        model.parsed.tree.spans.directives.get(directive)
    }

    fn leave_source(&mut self, at: At) {
        let Some(frame) = self.frames.pop() else { return };
        let source = Source { at, range: self.view.span(at), groups: frame.groups };
        let Some(around) = self.frames.last_mut() else { return };
        if around.source.is_some() {
            around.groups.extend(source.groups);
        } else {
            around.nodes.push(Node::Source(source));
        }
    }

    fn leave_form(&mut self, made: impl FnOnce(Vec<Node<'a>>) -> Node<'a>) {
        let Some(frame) = self.frames.pop() else { return };
        if let Some(around) = self.frames.last_mut() {
            around.add(made(frame.nodes));
        }
    }
}

impl<'a> Frame<'a> {
    fn begin(&mut self, group: Group<'a>) {
        self.is_open = true;
        if self.source.is_some() {
            self.groups.push(group);
        } else {
            self.nodes.push(Node::Group(group));
        }
    }

    /// Adds a part of a form: to the group of its directive or, for a form that belongs to no directive of the source, to the enclosing
    /// node.
    fn add(&mut self, node: Node<'a>) {
        if !self.is_open && self.source.is_some() {
            let first = range_of(&node).unwrap_or_default();
            self.begin(Group {
                directive: None,
                range: TokenRange::new(first.start, first.start),
                nodes: Vec::new(),
            });
            self.is_open = false;
        }
        let group = match (self.source.is_some(), self.is_open, self.nodes.last_mut()) {
            (true, ..) => self.groups.last_mut(),
            (false, true, Some(Node::Group(group))) => Some(group),
            _ => None,
        };
        match group {
            Some(group) => group.add(node),
            None => self.nodes.push(node),
        }
    }
}

impl<'a> Group<'a> {
    fn add(&mut self, node: Node<'a>) {
        let end = range_of(&node).map_or(0, |range| range.end);
        self.range.end = self.range.end.max(end);
        self.nodes.push(node);
    }
}

/// Returns whether some nodes contain code of the source.
pub(crate) fn has_source(nodes: &[Node<'_>]) -> bool {
    nodes.iter().any(|node| match node {
        Node::Source(_) => true,
        Node::Group(Group { nodes, .. }) | Node::Directive(_, nodes) | Node::Form(_, nodes) => {
            has_source(nodes)
        }
    })
}

/// Returns the tokens of the source that a node contains.
pub(crate) fn range_of(node: &Node<'_>) -> Option<TokenRange> {
    match node {
        Node::Source(source) => Some(source.range),
        Node::Group(group) => Some(group.range),
        Node::Directive(_, inside) | Node::Form(_, inside) => {
            let ranges = inside.iter().filter_map(range_of);
            ranges.reduce(|all, each| TokenRange::new(all.start.min(each.start), all.end.max(each.end)))
        }
    }
}

/// Returns the tokens of the source in some nodes, or an empty range at `at` if there are none.
pub(crate) fn range_of_all(nodes: &[Node<'_>], at: u32) -> TokenRange {
    let ranges = nodes.iter().filter_map(range_of);
    let all = ranges.reduce(|all, each| TokenRange::new(all.start.min(each.start), all.end.max(each.end)));
    all.unwrap_or(TokenRange::new(at, at))
}
