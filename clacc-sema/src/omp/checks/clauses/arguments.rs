//! Checks the types and values of arguments that are numbers or conditions.

use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::OmpClause;

use super::super::cx::Findings;
use super::written::WrittenClause;
use crate::directives::arguments::{self, NeededType};
use crate::omp::codes;
use crate::program::directive::{ArgumentValue, Modifier};
use crate::program::place::At;

/// The requirement on the type and value of an argument.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Need {
    Condition,
    Integer,
    /// An integer that is zero or more, where its value is known.
    NotNegative,
    /// An integer that is greater than zero, where its value is known.
    Positive,
    /// A constant integer that is not negative.
    ConstantNotNegative,
    /// A constant integer that is greater than zero.
    PositiveConstant,
    /// A constant power of two.
    Alignment,
}

fn need_of(kind: OmpClause) -> Option<Need> {
    use OmpClause as C;
    Some(match kind {
        C::If | C::Final | C::Novariants | C::Nocontext | C::Holds => Need::Condition,
        C::Filter | C::Device => Need::Integer,
        C::Priority => Need::NotNegative,
        C::NumThreads
        | C::NumTeams
        | C::ThreadLimit
        | C::Grainsize
        | C::NumTasks
        | C::Schedule
        | C::DistSchedule
        | C::Sizes => Need::Positive,
        C::Hint => Need::ConstantNotNegative,
        C::Safelen | C::Simdlen | C::Partial => Need::PositiveConstant,
        _ => return None,
    })
}

/// Checks the arguments of a clause, and those of its modifiers.
pub(super) fn check(clause: WrittenClause<'_>, report: &mut Findings) {
    let Some(arguments) = clause.arguments else { return };
    if let Some(need) = need_of(clause.kind) {
        for item in &arguments.items {
            if let ArgumentValue::Value(value) | ArgumentValue::Text(value) = item.value {
                check_value(clause, value, need, report);
            }
        }
    }
    for modifier in arguments.modifiers.iter().chain(&arguments.post_modifiers) {
        if let (Some(need), [value]) = (modifier_need(clause, modifier), &*modifier.arguments) {
            check_value(clause, *value, need, report);
        }
    }
}

/// The requirement on the argument of a modifier: the least number of teams, the step of `linear`, an alignment, an allocator.
fn modifier_need(clause: WrittenClause<'_>, modifier: &Modifier) -> Option<Need> {
    match (clause.kind, clause.view.text(modifier.word)) {
        (OmpClause::NumTeams, "") => Some(Need::Positive),
        (OmpClause::Linear, "" | "step") => Some(Need::Integer),
        (OmpClause::Aligned, "") => Some(Need::PositiveConstant),
        (OmpClause::Allocate, "align") => Some(Need::Alignment),
        (OmpClause::Allocate, "" | "allocator") => Some(Need::Integer),
        _ => None,
    }
}

fn check_value(clause: WrittenClause<'_>, value: At, need: Need, report: &mut Findings) {
    let (view, name) = (clause.view, clause.text());
    let needed = if need == Need::Condition { NeededType::Condition } else { NeededType::Integer };
    let at = view.span(value);
    if let Some(message) = arguments::type_fault(view, name, value, needed) {
        return report.push(Diagnostic::new(&codes::OMP0117, at, message));
    }
    let known = view.constant(value);
    let is_readable = !view.is_too_large(value) && view.undeclared(view.run(value)).is_empty();
    let message = match (need, known) {
        (Need::Positive | Need::PositiveConstant, Some(number)) => arguments::not_positive(name, number),
        (Need::NotNegative | Need::ConstantNotNegative, Some(number)) if number < 0 => {
            Some(format!("the argument of `{name}` may not be negative, and it is {number}"))
        }
        (Need::Alignment, Some(number)) if number <= 0 || number & (number - 1) != 0 => {
            Some(format!("the alignment must be a power of two, and it is {number}"))
        }
        (Need::ConstantNotNegative | Need::PositiveConstant | Need::Alignment, None) if is_readable => {
            Some(format!("the argument of `{name}` must be an integer constant expression"))
        }
        _ => None,
    };
    report.extend(message.map(|message| Diagnostic::new(&codes::OMP0118, at, message)));
}
