//! Arguments of clauses that are not list items: sizes, counts, conditions, queues ("Integer Expression
//! Arguments").

use clacc_syntax::ast::{ClauseId, DirectiveId};
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::{AccClause, AccDirective};
use clacc_syntax::token::TokenRange;
use rustc_hash::FxHashSet;

use super::clauses::{Argument, Clause, WaitArgument};
use super::codes;
use super::constructs::{Draft, clause_of};
use super::cx::Cx;
use super::facts::{ConstructId, SizeArgument, Sizes};
use super::findings::Findings;
use crate::directives::arguments::{self, NeededType};
use crate::program::directive::ArgumentValue;
use crate::program::entity::Class;
use crate::program::item::{Bounds, ItemRoot};
use crate::program::place::At;

/// Checks the arguments of every clause and records the sizes of compute constructs.
pub(super) fn settle(cx: &Cx<'_>, draft: &mut Draft, report: &mut Findings) {
    for id in draft.ids() {
        let construct = draft.construct(id);
        for clause in construct.clauses.iter().chain(&construct.seldom.other_clauses) {
            check_clause(cx, construct.directive, *clause, report);
        }
        if let Some(wait) = &construct.seldom.wait {
            let spelling = construct.kind.text();
            check_wait(cx, Owner { directive: construct.directive, spelling }, wait, report);
        }
        if construct.is_compute() {
            let sizes = Sizes {
                num_gangs: size(cx, draft, id, AccClause::NumGangs),
                num_workers: size(cx, draft, id, AccClause::NumWorkers),
                vector_length: size(cx, draft, id, AccClause::VectorLength),
            };
            check_product(cx, construct.directive, &sizes, report);
            draft.facts.constructs[id].sizes = sizes;
        }
    }
}

fn size(cx: &Cx<'_>, draft: &Draft, id: ConstructId, kind: AccClause) -> Option<Box<SizeArgument>> {
    let clause = clause_of(cx, draft, id, kind)?;
    let values = cx.clauses[clause].values();
    let (value, further) = values.split_first()?;
    let product = |product: i128, value: &At| product.checked_mul(cx.constant(*value)?);
    let argument = SizeArgument {
        clause,
        value: *value,
        further: further.into(),
        constant: values.iter().try_fold(1, product),
        side_effects: values.iter().any(|value| cx.has_side_effects(*value)),
    };
    Some(argument.into())
}

/// A requirement for the value of an argument.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Need {
    /// An integer greater than zero, where its value is known.
    Positive,
    Queue,
    Integer,
    Condition,
}

fn need_of(cx: &Cx<'_>, directive: DirectiveId, kind: AccClause) -> Option<Need> {
    use AccClause as C;
    match kind {
        C::NumGangs
        | C::NumWorkers
        | C::VectorLength
        | C::Collapse
        | C::Tile
        | C::Gang
        | C::Worker
        | C::Vector => Some(Need::Positive),
        C::Async | C::DefaultAsync => Some(Need::Queue),
        C::DeviceNum => Some(Need::Integer),
        C::If => Some(Need::Condition),
        C::SelfClause if cx.directive(directive).kind.acc() != Some(AccDirective::Update) => {
            Some(Need::Condition)
        }
        _ => None,
    }
}

fn check_clause(cx: &Cx<'_>, directive: DirectiveId, clause: ClauseId, report: &mut Findings) {
    let Some(clause) = cx.clauses.get(clause) else { return };
    check_names(cx, directive, clause, report);
    let owner = Owner { directive, spelling: cx.spelling(clause.id) };
    if let Argument::Wait(wait) = &clause.argument {
        check_wait(cx, owner, wait, report);
    }
    let Some(need) = need_of(cx, directive, clause.kind) else { return };
    // If there are more values than the clause takes, each of them is checked.
    for item in cx.clause_node(clause.id).items() {
        let (ArgumentValue::Value(value) | ArgumentValue::Text(value)) = item.value else { continue };
        check_argument(cx, owner, value, need, report);
        // Expressions without a type have been reported.
        let is_typed = cx.class_at(value) != Class::Unknown;
        if is_typed && clause.kind == AccClause::VectorLength && cx.constant(value).is_none() {
            report_unused_length(cx, directive, value, report);
        }
    }
}

/// Checks the device and the queues that are waited for.
fn check_wait(cx: &Cx<'_>, owner: Owner<'_>, wait: &WaitArgument, report: &mut Findings) {
    if let Some(device) = wait.device {
        check_argument(cx, owner, device, Need::Integer, report);
    }
    for queue in &wait.queues {
        check_argument(cx, owner, *queue, Need::Queue, report);
    }
}

/// The directive that an argument belongs to, and the name before its parentheses.
#[derive(Clone, Copy)]
struct Owner<'a> {
    directive: DirectiveId,
    spelling: &'a str,
}

/// Whether an argument meets the requirement. Reports an error if it does not.
fn check_argument(cx: &Cx<'_>, owner: Owner<'_>, value: At, need: Need, report: &mut Findings) -> bool {
    let Owner { directive, spelling } = owner;
    let (needed, code) = match need {
        Need::Condition => (NeededType::Condition, &codes::ACC0064),
        _ => (NeededType::Integer, &codes::ACC0060),
    };
    if let Some(message) = arguments::type_fault(cx.view, spelling, value, needed) {
        report.push(directive, Diagnostic::new(code, cx.span(value), message));
        return false;
    }
    if need == Need::Condition {
        return true;
    }
    let finding = number_fault(cx, owner, value, need);
    let is_right = finding.is_none();
    finding.into_iter().for_each(|finding| report.push(directive, finding));
    is_right
}

/// The finding about the value of an argument, if the value is known and wrong.
fn number_fault(cx: &Cx<'_>, owner: Owner<'_>, value: At, need: Need) -> Option<Diagnostic<TokenRange>> {
    /// `acc_async_default`, the smallest of the special queues (OpenACC 3.4 2.16.1).
    const LOWEST_QUEUE: i128 = -3;
    let (at, spelling) = (cx.span(value), owner.spelling);
    let Some(number) = cx.constant(value) else {
        let message = || format!("the argument of `{spelling}` must fit into an `int`, and no type holds it");
        return cx.is_too_large(value).then(|| Diagnostic::new(&codes::ACC0067, at, message()));
    };
    Some(match need {
        Need::Positive if number <= 0 => {
            Diagnostic::new(&codes::ACC0061, at, arguments::not_positive(spelling, number)?)
        }
        Need::Queue if number < LOWEST_QUEUE => {
            let message =
                format!("{number} is no queue: `{spelling}` takes a nonnegative number or a queue's name");
            Diagnostic::new(&codes::ACC0066, at, message)
        }
        _ if i32::try_from(number).is_err() => {
            let message = format!("the argument of `{spelling}` must fit into an `int`, and it is {number}");
            Diagnostic::new(&codes::ACC0067, at, message)
        }
        _ => return None,
    })
}

/// Reports sizes of several gang dimensions whose product is too large, because OpenMP and the runtime take one number.
fn check_product(cx: &Cx<'_>, directive: DirectiveId, sizes: &Sizes, report: &mut Findings) {
    let Some(size) = sizes.num_gangs.as_deref().filter(|size| !size.further.is_empty()) else { return };
    let mut values = std::iter::once(size.value).chain(size.further.iter().copied());
    let is_each_right = values.all(|value| cx.constant(value).is_some_and(|it| i32::try_from(it).is_ok()));
    if is_each_right && size.constant.is_none_or(|product| i32::try_from(product).is_err()) {
        let message = "the product of the arguments of `num_gangs` must fit into an `int`";
        report.push(directive, Diagnostic::new(&codes::ACC0067, cx.span(size.value), message));
    }
}

fn report_unused_length(cx: &Cx<'_>, directive: DirectiveId, value: At, report: &mut Findings) {
    let message = "`vector_length` is ignored, because its argument is not a constant";
    let mut finding = Diagnostic::new(&codes::ACC0063, cx.span(value), message);
    if cx.has_side_effects(value) {
        finding = finding.note("the argument is still evaluated, for its side effects");
    }
    report.push(directive, finding);
}

/// Reports undeclared names in a clause, except those that list items begin with, which are reported with the items. `bind` names a
/// function for the linker.
fn check_names(cx: &Cx<'_>, directive: DirectiveId, clause: &Clause, report: &mut Findings) {
    if clause.kind == AccClause::Bind {
        return;
    }
    let undeclared = cx.undeclared(cx.run(cx.clause_node(clause.id).at));
    if undeclared.is_empty() {
        return;
    }
    let listed: FxHashSet<At> = listed_names(clause).collect();
    for (at, entity) in undeclared.into_iter().filter(|(at, _)| !listed.contains(at)) {
        let message = format!("`{}` is not declared", cx.name_text(entity));
        report.push(directive, Diagnostic::new(&codes::ACC0065, cx.span(at), message));
    }
}

/// The names that begin list items without subscripts. They are reported with the items.
fn listed_names(clause: &Clause) -> impl Iterator<Item = At> + '_ {
    clause.items().iter().filter_map(|item| {
        let is_index = |bounds: Bounds| matches!(bounds, Bounds::Index(_));
        match item.written.root {
            ItemRoot::Entity(_, at) => {
                let mut selections = item.written.selections.iter();
                (!selections.any(|selection| is_index(selection.bounds))).then_some(at)
            }
            _ => None,
        }
    })
}
