//! The data environments of the constructs of a plan, as `clacc_sema::omp::data_environment` determines them: it alone decides which
//! variables a construct shares and of which it has copies.

use clacc_sema::omp::data_environment::{
    EnvironmentAttribute, OmpConstruct, OmpFacts, PlacedDirective, UnitVariables, VariableAttributes, analyze,
};
use clacc_sema::omp::form::Directive;
use clacc_sema::program::View;
use clacc_sema::program::place::EntityId;
use clacc_sema::program::run::Run;
use clacc_syntax::ast::DirectiveId;
use clacc_syntax::directive::OmpDirective;
use rustc_hash::FxHashMap;

use crate::plan::{Group, Node, Plan, has_source};

/// The data-sharing attributes of variables on the constructs of a declaration.
#[derive(Debug, Default)]
pub(crate) struct Environments {
    facts: OmpFacts,
    /// The index of each directive in the facts, by the address of its form. A plan borrows its forms, so that their addresses are stable.
    numbers: FxHashMap<*const Directive, u32>,
}

/// The variables that a construct privatizes although no clause names them.
#[derive(Debug, Default)]
pub(crate) struct ImplicitCopies {
    pub(crate) private: Vec<EntityId>,
    pub(crate) firstprivate: Vec<EntityId>,
}

impl Environments {
    /// Analyses the data environments of all constructs of a plan.
    pub(crate) fn of(view: View<'_>, plan: &Plan<'_>, unit: &UnitVariables) -> Environments {
        let mut placed = Vec::new();
        place(view, &plan.nodes, None, &mut placed);
        let number = |(number, each): (u32, &PlacedDirective<'_>)| (std::ptr::from_ref(each.form), number);
        let numbers = (0..).zip(&placed).map(number).collect();
        Environments { facts: analyze(view, &placed, unit).facts, numbers }
    }

    /// Returns a constituent construct of a directive, or none if the form belongs to no directive of the source.
    fn construct(&self, directive: &Directive, kind: OmpDirective) -> Option<&OmpConstruct> {
        let number = *self.numbers.get(&std::ptr::from_ref(directive))?;
        self.facts
            .constituents(number)
            .map(|(_, construct)| construct)
            .find(|construct| construct.kind == kind)
    }

    /// Returns the data-sharing attribute of a variable in a construct, or none if the construct does not refer to it.
    pub(crate) fn sharing(
        &self,
        directive: &Directive,
        kind: OmpDirective,
        variable: EntityId,
    ) -> Option<EnvironmentAttribute> {
        let known = self.variables(directive, kind).iter().find(|each| each.entity == variable)?;
        known.sharing().map(|determined| determined.attribute)
    }

    /// Returns the variables that a construct refers to, with their attributes.
    pub(crate) fn variables(&self, directive: &Directive, kind: OmpDirective) -> &[VariableAttributes] {
        self.construct(directive, kind).map_or(&[], |construct| &construct.variables)
    }

    /// Returns the variables that a construct privatizes by a rule, and not by a clause that names them. Variables that are declared
    /// inside, and iteration variables, need no additional copy.
    pub(crate) fn implicit_copies(&self, directive: &Directive, kind: OmpDirective) -> ImplicitCopies {
        use clacc_sema::acc::facts::How;
        let mut copies = ImplicitCopies::default();
        for each in self.construct(directive, kind).iter().flat_map(|construct| &construct.variables) {
            let Some(determined) = each.sharing().filter(|each| each.reason.how == How::Implicit) else {
                continue;
            };
            match determined.attribute {
                EnvironmentAttribute::Private => copies.private.push(each.entity),
                EnvironmentAttribute::Firstprivate => copies.firstprivate.push(each.entity),
                _ => {}
            }
        }
        copies
    }
}

/// The directive of the source that forms belong to, and whether the forms are about a part of its region only.
#[derive(Clone, Copy)]
struct Around {
    directive: DirectiveId,
    is_part: bool,
}

/// Lists the directives of some nodes with their places, in source order, outer ones before inner ones.
fn place<'a>(
    view: View<'_>,
    nodes: &[Node<'a>],
    around: Option<Around>,
    placed: &mut Vec<PlacedDirective<'a>>,
) {
    for node in nodes {
        match node {
            Node::Source(source) => {
                source.groups.iter().for_each(|group| place_group(view, group, around, placed));
            }
            Node::Group(group) => place_group(view, group, around, placed),
            Node::Directive(form, inside) => {
                if let Some(Around { directive: at, is_part }) = around {
                    let run = if is_part {
                        run_of(view, inside)
                    } else {
                        view.directive(at).region.filter(|_| has_source(inside)).map(|region| region.run)
                    };
                    placed.push(PlacedDirective { at, form, run: run.unwrap_or_default() });
                }
                place(view, inside, around, placed);
            }
            Node::Form(_, inside) => place(view, inside, around, placed),
        }
    }
}

/// Lists the directives of a group. Without a directive of its own, it is a part of the region around it.
fn place_group<'a>(
    view: View<'_>,
    group: &Group<'a>,
    around: Option<Around>,
    placed: &mut Vec<PlacedDirective<'a>>,
) {
    let own = group.directive.map(|directive| Around { directive, is_part: false });
    let part = || around.map(|around| Around { is_part: true, ..around });
    place(view, &group.nodes, own.or_else(part), placed);
}

/// Returns the run from the first to the last node of the source in some nodes.
fn run_of(view: View<'_>, nodes: &[Node<'_>]) -> Option<Run> {
    let run = |node: &Node<'_>| match node {
        Node::Source(source) => Some(view.program.outline.run(source.at)),
        Node::Group(Group { nodes, .. }) | Node::Directive(_, nodes) | Node::Form(_, nodes) => {
            run_of(view, nodes)
        }
    };
    let runs = nodes.iter().filter_map(run);
    runs.reduce(|all, each| Run::new(all.start.min(each.start), all.end.max(each.end)))
}
