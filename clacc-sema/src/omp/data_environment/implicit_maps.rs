//! The implicit attributes of variables on a `target` construct (OpenMP 5.2 5.8.1).

use super::attribute_kinds::EnvironmentAttribute;
use super::defaults::{DefaultClauses, DefaultMapping};
use super::environment_facts::{AttributeReason, Determined};
use super::environment_rules::EnvironmentRule;
use crate::acc::facts::How;
use crate::omp::form::{DefaultCategory, ImplicitBehavior, MapFlags, MapKind};
use crate::program::View;
use crate::program::entity::{Class, Pointed, Selectable};
use crate::program::place::{At, EntityId};

/// The implicit attribute of a variable on a `target` construct, and whether `defaultmap(none)` requires a clause for it.
pub(super) fn implicit(
    view: View<'_>,
    defaults: &DefaultClauses,
    variable: EntityId,
    is_on_device: bool,
    at: Option<At>,
) -> (Determined, bool) {
    if is_on_device {
        return (Determined::implicit(map(MapKind::Tofrom), EnvironmentRule::DeclareTarget), false);
    }
    let class = view.entity(variable).class;
    let plain = || by_class(view, class, at);
    let Some(default) = defaults.mapping(category(class)) else { return (plain(), false) };
    match default.behavior {
        ImplicitBehavior::Map(kind) => (by_clause(map(kind), default), false),
        ImplicitBehavior::Present => {
            let attribute = EnvironmentAttribute::Map { kind: MapKind::Alloc, flags: MapFlags::PRESENT };
            (by_clause(attribute, default), false)
        }
        ImplicitBehavior::Firstprivate => (by_clause(EnvironmentAttribute::Firstprivate, default), false),
        ImplicitBehavior::Default => (plain(), false),
        ImplicitBehavior::None => (Determined { reason: unlisted(default), ..plain() }, true),
    }
}

fn unlisted(default: DefaultMapping) -> AttributeReason {
    let rule = EnvironmentRule::Unlisted;
    AttributeReason { how: How::Implicit, rule, clause: Some(default.clause), from: None }
}

fn by_clause(attribute: EnvironmentAttribute, default: DefaultMapping) -> Determined {
    let rule = EnvironmentRule::DefaultmapClause;
    let reason = AttributeReason { how: How::Implicit, rule, clause: Some(default.clause), from: None };
    Determined { attribute, reason }
}

fn map(kind: MapKind) -> EnvironmentAttribute {
    EnvironmentAttribute::Map { kind, flags: MapFlags::NONE }
}

/// The variable category of a class (OpenMP 5.2 5.8.7).
fn category(class: Class) -> DefaultCategory {
    match class {
        Class::Pointer => DefaultCategory::Pointer,
        Class::Array | Class::Struct | Class::Union | Class::Opaque => DefaultCategory::Aggregate,
        _ => DefaultCategory::Scalar,
    }
}

/// The implicit attribute without `defaultmap`. A pointer is mapped as a section of length zero, for which no storage is allocated.
fn by_class(view: View<'_>, class: Class, at: Option<At>) -> Determined {
    match category(class) {
        DefaultCategory::Scalar => {
            Determined::implicit(EnvironmentAttribute::Firstprivate, EnvironmentRule::TargetScalar)
        }
        DefaultCategory::Aggregate => {
            Determined::implicit(map(MapKind::Tofrom), EnvironmentRule::TargetAggregate)
        }
        DefaultCategory::Pointer if at.is_some_and(|at| points_to_function(view, at)) => {
            Determined::implicit(EnvironmentAttribute::Firstprivate, EnvironmentRule::TargetFunctionPointer)
        }
        DefaultCategory::Pointer => Determined::implicit(map(MapKind::Alloc), EnvironmentRule::TargetPointer),
    }
}

fn points_to_function(view: View<'_>, at: At) -> bool {
    matches!(view.selectables(at, 1).first(), Some(Selectable::Pointer(Pointed::Functions)))
}
