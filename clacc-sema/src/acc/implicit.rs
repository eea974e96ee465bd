//! Implicit data attributes of compute and `loop` constructs.
//!
//! "Basic Data Attributes" and "Reductions" of the mapping specification; OpenACC 3.4 2.6.2.

use clacc_syntax::Name;
use clacc_syntax::ast::{ArgumentValue, ClauseId};
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::{AccClause, AccDirective};

use super::codes;
use super::constructs::{Draft, clause_of, is_compute};
use super::facts::{ConstructId, How, Mapping, Reason, Rule, Sharing, Variable};
use super::references::{Reference, References, visible_mapping};
use super::report::Report;
use super::typing::{self, Class};
use super::view::View;
use crate::c::types::QualType;

/// Gives every compute and `loop` construct its implicit attributes, reductions of nested loops left out.
pub(super) fn settle(view: &View<'_>, draft: &mut Draft, references: &References, report: &mut Report) {
    for id in draft.ids() {
        let kind = draft.construct(id).kind;
        if is_compute(kind) {
            settle_compute(view, draft, id, references, report);
        } else if kind == AccDirective::Loop {
            settle_loop(draft, id, references);
        }
    }
}

fn reason(rule: Rule) -> Reason {
    Reason { how: How::Implicit, clause: None, item: None, from: None, rule }
}

fn settle_loop(draft: &mut Draft, id: ConstructId, references: &References) {
    for (position, reference) in references.of(id).iter().enumerate() {
        let attribute = draft.attribute_mut(id, &reference.variable);
        attribute.met = Some(position as u32);
        attribute.sharing.get_or_insert((Sharing::Shared, reason(Rule::DefaultShared)));
    }
}

fn settle_compute(
    view: &View<'_>,
    draft: &mut Draft,
    id: ConstructId,
    references: &References,
    report: &mut Report,
) {
    copy_reduced(view, draft, id);
    let default = visible_default(view, draft, id);
    for (position, reference) in references.of(id).iter().enumerate() {
        let decided = decide(view, draft, id, &reference.variable, default);
        if let Decision::Implied(mapping, _) = &decided {
            check_implied(view, draft, id, reference, *mapping, default, report);
        }
        apply(draft, id, &reference.variable, decided);
        draft.attribute_mut(id, &reference.variable).met = Some(position as u32);
    }
    complete(draft, id);
}

/// A reduction variable of the construct itself, or of the loop half of a combined one, without a data clause is
/// copied, referred to or not.
fn copy_reduced(view: &View<'_>, draft: &mut Draft, id: ConstructId) {
    let (_, inner) = draft.halves(draft.construct(id).directive).unwrap_or((id, None));
    let halves = std::iter::once(id).chain(inner);
    let attributes = halves.filter_map(|half| draft.attributes.get(half)).flat_map(|each| &each.list);
    let reduced: Vec<(Variable, Reason)> = attributes
        .filter_map(|attribute| match &attribute.sharing {
            Some((Sharing::Reduction(_), by)) => Some((attribute.variable.clone(), by.clone())),
            _ => None,
        })
        .collect();
    for (variable, by) in reduced {
        if draft.attribute(id, &variable).is_some_and(|attribute| attribute.mapping.is_some()) {
            continue;
        }
        let mapping = match visible_mapping(view, draft, id, &variable) {
            Some((from, _, place)) => (Mapping::Nomap, place.visible_from(from)),
            None => (Mapping::Copy, Reason { how: How::Implicit, rule: Rule::ReductionCopy, ..by }),
        };
        draft.attribute_mut(id, &variable).mapping = Some(mapping);
    }
}

/// What the rules say about a variable that a construct refers to.
enum Decision {
    /// An attribute of the construct or a visible data clause leaves the defaults only.
    Default(Rule, Option<Reason>),
    /// An attribute is implied.
    Implied(Mapping, Rule),
}

fn decide(
    view: &View<'_>,
    draft: &Draft,
    id: ConstructId,
    variable: &Variable,
    default: Option<DefaultClause>,
) -> Decision {
    if draft.attribute(id, variable).is_some() {
        return Decision::Default(Rule::DefaultNomap, None);
    }
    if let Some((from, _, place)) = visible_mapping(view, draft, id, variable) {
        return Decision::Default(Rule::VisibleDataClause, Some(place.visible_from(from)));
    }
    let is_present = default.is_some_and(|default| view.text(default.word) == "present");
    let is_kernels = draft.construct(id).kind == AccDirective::Kernels;
    match typing::classify(&view.symbol(variable.symbol).ty) {
        class if class.is_scalar() || class == Class::Unknown => {
            if is_kernels {
                Decision::Implied(Mapping::Copy, Rule::KernelsScalarCopy)
            } else {
                Decision::Implied(Mapping::Nomap, Rule::ScalarFirstprivate)
            }
        }
        _ if is_present => Decision::Implied(Mapping::Present, Rule::DefaultPresent),
        _ => Decision::Implied(Mapping::Copy, Rule::AggregateCopy),
    }
}

fn apply(draft: &mut Draft, id: ConstructId, variable: &Variable, decision: Decision) {
    let attribute = draft.attribute_mut(id, variable);
    match decision {
        Decision::Default(rule, by) => {
            attribute.mapping.get_or_insert_with(|| (Mapping::Nomap, by.unwrap_or_else(|| reason(rule))));
            attribute.sharing.get_or_insert((Sharing::Shared, reason(Rule::DefaultShared)));
        }
        Decision::Implied(Mapping::Nomap, rule) => {
            attribute.mapping = Some((Mapping::Nomap, reason(Rule::DefaultNomap)));
            attribute.sharing = Some((Sharing::Firstprivate, reason(rule)));
        }
        Decision::Implied(mapping, rule) => {
            attribute.mapping = Some((mapping, reason(rule)));
            attribute.sharing = Some((Sharing::Shared, reason(Rule::DefaultShared)));
        }
    }
}

/// Explicit attributes that the associated statement never refers to get the other group's default too.
fn complete(draft: &mut Draft, id: ConstructId) {
    let Some(attributes) = draft.attributes.get_mut(id) else { return };
    for attribute in &mut attributes.list {
        attribute.mapping.get_or_insert((Mapping::Nomap, reason(Rule::DefaultNomap)));
        attribute.sharing.get_or_insert((Sharing::Shared, reason(Rule::DefaultShared)));
    }
}

/// A `default` clause.
#[derive(Clone, Copy)]
struct DefaultClause {
    clause: ClauseId,
    word: Name,
}

/// The nearest `default` clause on the construct or a `data` construct around it (OpenACC 3.4 2.5.16).
fn visible_default(view: &View<'_>, draft: &Draft, id: ConstructId) -> Option<DefaultClause> {
    std::iter::once(id).chain(draft.enclosing(id)).find_map(|outer| {
        let clause = clause_of(view, draft, outer, AccClause::Default)?;
        let item = view.tree()[clause].arguments.as_ref()?.items.first()?;
        match item.value {
            ArgumentValue::Word(word) => Some(DefaultClause { clause, word }),
            _ => None,
        }
    })
}

fn check_implied(
    view: &View<'_>,
    draft: &Draft,
    id: ConstructId,
    reference: &Reference,
    mapping: Mapping,
    default: Option<DefaultClause>,
    report: &mut Report,
) {
    let directive = draft.construct(id).directive;
    let name = || view.variable_text(&reference.variable);
    let at = view.expr_span(reference.at);
    if let Some(default) = default.filter(|default| view.text(default.word) == "none") {
        let message = format!("`{}` needs a data clause, because of `default(none)`", name());
        let finding = Diagnostic::new(&codes::ACC0110, at, message)
            .label(view.clause_span(default.clause), "asks for a clause for every variable");
        report.push(directive, finding);
        return;
    }
    let ty: &QualType = &view.symbol(reference.variable.symbol).ty;
    if mapping != Mapping::Nomap && typing::is_incomplete(ty, view.model) {
        let message = format!("`{}` would be copied, and its type is incomplete", name());
        let kind = view.tree()[directive].kind.text(&view.tree().names);
        let finding = Diagnostic::new(&codes::ACC0082, at, message)
            .label(view.directive_span(directive), format!("this `{kind}` construct copies it"))
            .note("name the part that is used in a data clause");
        report.push(directive, finding);
    }
}
