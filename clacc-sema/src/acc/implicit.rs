//! Implicit data attributes of compute and `loop` constructs.
//!
//! This follows "Basic Data Attributes" and "Reductions" of the mapping specification, and OpenACC 3.4
//! 2.6.2.

use std::num::NonZeroU32;

use clacc_syntax::arena::ArenaMap;
use clacc_syntax::ast::ClauseId;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::{AccClause, AccDirective};

use super::clauses::{Argument, DefaultKind};
use super::codes;
use super::constructs::{Draft, clause_of};
use super::cx::Cx;
use super::facts::{ConstructId, DataAttributes, DataMapping, Given, How, Reason, Rule, Sharing};
use super::findings::Findings;
use super::references::{Reference, References, visible_mapping};
use crate::program::entity::Class;
use crate::program::place::Place;

/// Gives every compute and `loop` construct its implicit attributes. The attributes that reductions of nested loops imply are added later.
pub(super) fn settle(cx: &Cx<'_>, draft: &mut Draft, references: &References, report: &mut Findings) {
    let mut defaults = Defaults::default();
    for id in draft.ids() {
        let default = visible_default(cx, draft, id, &defaults);
        defaults.insert(id, default);
        draft.expect_attributes(id, references.of(id).len());
        let construct = draft.construct(id);
        if construct.is_compute() {
            settle_compute(cx, draft, id, default, references, report);
        } else if construct.kind == AccDirective::Loop {
            settle_loop(draft, id, references);
        }
    }
}

fn shared() -> Given<Sharing> {
    Given::implicit(Sharing::Shared, Rule::DefaultShared)
}

fn settle_loop(draft: &mut Draft, id: ConstructId, references: &References) {
    for (reference, number) in references.of(id).iter().zip(1..) {
        let attribute = draft.attribute_mut(id, &reference.variable);
        attribute.met = NonZeroU32::new(number);
        attribute.is_hidden = reference.is_hidden;
        attribute.sharing.get_or_insert_with(shared);
    }
}

fn settle_compute(
    cx: &Cx<'_>,
    draft: &mut Draft,
    id: ConstructId,
    default: Option<DefaultClause>,
    references: &References,
    report: &mut Findings,
) {
    copy_reduced(cx, draft, id);
    for (reference, number) in references.of(id).iter().zip(1..) {
        let decided = decide(cx, draft, id, &reference.variable, default);
        if let Decision::Implied(mapping, _) = &decided {
            check_implied(cx, draft, id, reference, *mapping, default, report);
        }
        let attribute = draft.attribute_mut(id, &reference.variable);
        apply(attribute, decided);
        attribute.met = NonZeroU32::new(number);
        attribute.is_hidden = reference.is_hidden;
    }
    complete(draft, id);
}

/// Adds a copy for each reduction variable without a data clause, of the construct itself or of the loop
/// half of its combined directive. It does not matter whether the associated statement refers to the
/// variable.
fn copy_reduced(cx: &Cx<'_>, draft: &mut Draft, id: ConstructId) {
    let halves = draft.halves(draft.construct(id).directive);
    let inner = halves.and_then(|halves| halves.inner);
    let halves = std::iter::once(id).chain(inner);
    let attributes = halves.filter_map(|half| draft.attributes.get(half)).flat_map(|each| &each.list);
    let reduced: Vec<(Place, Reason)> = attributes
        .filter_map(|attribute| Some((attribute.place.clone(), attribute.reduction()?.1.clone())))
        .collect();
    for (variable, by) in reduced {
        if draft.attribute(id, &variable).is_some_and(|attribute| attribute.mapping.is_some()) {
            continue;
        }
        let mapping = match visible_mapping(cx, draft, id, &variable) {
            Some(visible) => Given::new(DataMapping::Nomap, visible.reason()),
            None => {
                Given::new(DataMapping::Copy, Reason { how: How::Implicit, rule: Rule::ReductionCopy, ..by })
            }
        };
        draft.attribute_mut(id, &variable).mapping = Some(mapping);
    }
}

/// The implicit attributes of a variable that a construct refers to.
enum Decision {
    /// The variable has only the default attributes, because an attribute of the construct or a visible
    /// data clause exists. The reason explains why the variable is not mapped.
    Default(Reason),
    /// A rule implies a mapping attribute.
    Implied(DataMapping, Rule),
}

fn decide(
    cx: &Cx<'_>,
    draft: &Draft,
    id: ConstructId,
    variable: &Place,
    default: Option<DefaultClause>,
) -> Decision {
    if draft.attribute(id, variable).is_some() {
        return Decision::Default(Reason::implicit(Rule::DefaultNomap));
    }
    if let Some(visible) = visible_mapping(cx, draft, id, variable) {
        return Decision::Default(visible.reason());
    }
    let is_present = default.is_some_and(|default| default.kind == DefaultKind::Present);
    let is_kernels = draft.construct(id).kind == AccDirective::Kernels;
    match cx.entity(variable.root).class {
        class if class.is_scalar() || class == Class::Unknown => {
            if is_kernels {
                Decision::Implied(DataMapping::Copy, Rule::KernelsScalarCopy)
            } else {
                Decision::Implied(DataMapping::Nomap, Rule::ScalarFirstprivate)
            }
        }
        _ if is_present => Decision::Implied(DataMapping::Present, Rule::DefaultPresent),
        _ => Decision::Implied(DataMapping::Copy, Rule::AggregateCopy),
    }
}

fn apply(attribute: &mut DataAttributes, decision: Decision) {
    match decision {
        Decision::Default(unmapped) => {
            attribute.mapping.get_or_insert_with(|| Given::new(DataMapping::Nomap, unmapped));
            attribute.sharing.get_or_insert_with(shared);
        }
        Decision::Implied(DataMapping::Nomap, rule) => {
            attribute.mapping = Some(Given::implicit(DataMapping::Nomap, Rule::DefaultNomap));
            attribute.sharing = Some(Given::implicit(Sharing::Firstprivate, rule));
        }
        Decision::Implied(mapping, rule) => {
            attribute.mapping = Some(Given::implicit(mapping, rule));
            attribute.sharing = Some(shared());
        }
    }
}

/// Adds the default attribute of the other group to variables that only clauses name.
fn complete(draft: &mut Draft, id: ConstructId) {
    let Some(attributes) = draft.attributes.get_mut(id) else { return };
    for attribute in &mut attributes.list {
        attribute.mapping.get_or_insert_with(|| Given::implicit(DataMapping::Nomap, Rule::DefaultNomap));
        attribute.sharing.get_or_insert_with(shared);
    }
}

/// A `default` clause.
#[derive(Clone, Copy)]
struct DefaultClause {
    clause: ClauseId,
    kind: DefaultKind,
}

/// The visible `default` clauses of the constructs visited so far.
type Defaults = ArenaMap<ConstructId, Option<DefaultClause>>;

/// The nearest `default` clause on the construct or on a `data` construct around it (OpenACC 3.4 2.5.16).
fn visible_default(cx: &Cx<'_>, draft: &Draft, id: ConstructId, outer: &Defaults) -> Option<DefaultClause> {
    let own = clause_of(cx, draft, id, AccClause::Default).and_then(|clause| {
        let Argument::Default(kind) = cx.clauses[clause].argument else { return None };
        Some(DefaultClause { clause, kind })
    });
    own.or_else(|| outer[draft.construct(id).parent?])
}

fn check_implied(
    cx: &Cx<'_>,
    draft: &Draft,
    id: ConstructId,
    reference: &Reference,
    mapping: DataMapping,
    default: Option<DefaultClause>,
    report: &mut Findings,
) {
    let directive = draft.construct(id).directive;
    let name = || cx.place_text(&reference.variable);
    let at = cx.span(reference.at);
    if let Some(default) = default.filter(|default| default.kind == DefaultKind::None) {
        if reference.is_seq_control || may_be_named(cx, draft, id) {
            return;
        }
        let message = format!("`{}` needs a data clause, because of `default(none)`", name());
        let finding = Diagnostic::new(&codes::ACC0110, at, message)
            .label(cx.clause_span(default.clause), "asks for a clause for every variable");
        report.push(directive, finding);
        return;
    }
    if mapping != DataMapping::Nomap && cx.is_incomplete(reference.variable.root) {
        let message = format!("`{}` would be copied, and its type is incomplete", name());
        let kind = cx.directive_text(directive);
        let finding = Diagnostic::new(&codes::ACC0082, at, message)
            .label(cx.directive_name_span(directive), format!("this `{kind}` construct copies it"))
            .note("name the part that is used in a data clause");
        report.push(directive, finding);
    }
}

/// Returns whether a clause that could not be read, on the construct or one around it, may name a variable. The clause was reported, so a
/// missing attribute that it may have given is not reported again.
fn may_be_named(cx: &Cx<'_>, draft: &Draft, id: ConstructId) -> bool {
    let unread = |id: ConstructId| cx.directive(draft.construct(id).directive).has_errors;
    std::iter::once(id).chain(draft.enclosing(id)).any(unread)
}
