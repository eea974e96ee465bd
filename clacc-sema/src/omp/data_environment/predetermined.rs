//! Predetermined attributes (OpenMP 5.2 5.1.1).

use clacc_syntax::directive::OmpDirective;

use super::attribute_kinds::Attribute;
use super::environment_facts::{Determined, OmpConstruct};
use super::environment_rules::EnvironmentRule;
use crate::program::View;
use crate::program::entity::StorageDuration;
use crate::program::place::EntityId;

/// The attribute that a variable has on a construct whatever clauses say; none if none is predetermined.
pub(super) fn predetermined(
    view: View<'_>,
    construct: &OmpConstruct,
    variable: EntityId,
    is_iteration: bool,
    is_threadprivate: bool,
) -> Option<Determined> {
    if is_threadprivate {
        return Some(Determined::predetermined(Attribute::Threadprivate, EnvironmentRule::Threadprivate));
    }
    if is_iteration && let Some((attribute, rule)) = of_iteration(construct) {
        return Some(Determined::predetermined(attribute, rule));
    }
    if !view.is_declared_in(variable, construct.run) {
        return None;
    }
    Some(match view.entity(variable).duration {
        StorageDuration::Automatic => {
            Determined::predetermined(Attribute::Private, EnvironmentRule::DeclaredInside)
        }
        StorageDuration::Static => {
            Determined::predetermined(Attribute::Shared, EnvironmentRule::StaticInside)
        }
        StorageDuration::Thread => {
            Determined::predetermined(Attribute::Threadprivate, EnvironmentRule::Threadprivate)
        }
    })
}

/// The attribute of an iteration variable.
fn of_iteration(construct: &OmpConstruct) -> Option<(Attribute, EnvironmentRule)> {
    let last = Attribute::Lastprivate { conditional: false };
    Some(match construct.kind {
        OmpDirective::For | OmpDirective::Distribute | OmpDirective::Taskloop => {
            (Attribute::Private, EnvironmentRule::IterationPrivate)
        }
        OmpDirective::Simd if construct.loops.len() == 1 => (Attribute::Linear, EnvironmentRule::SimdLinear),
        OmpDirective::Simd => (last, EnvironmentRule::SimdLastprivate),
        OmpDirective::Loop => (last, EnvironmentRule::LoopLastprivate),
        _ => return None,
    })
}
