//! Predetermined attributes (OpenMP 5.2 5.1.1).

use clacc_syntax::directive::OmpDirective;

use super::attribute_kinds::EnvironmentAttribute;
use super::environment_facts::{Determined, OmpConstruct};
use super::environment_rules::EnvironmentRule;
use crate::program::View;
use crate::program::entity::StorageDuration;
use crate::program::place::EntityId;

/// The predetermined attribute of a variable on a construct, if there is one.
pub(super) fn predetermined(
    view: View<'_>,
    construct: &OmpConstruct,
    variable: EntityId,
    is_iteration: bool,
    is_threadprivate: bool,
) -> Option<Determined> {
    if is_threadprivate {
        return Some(Determined::predetermined(
            EnvironmentAttribute::Threadprivate,
            EnvironmentRule::Threadprivate,
        ));
    }
    if is_iteration && let Some((attribute, rule)) = of_iteration(construct) {
        return Some(Determined::predetermined(attribute, rule));
    }
    if view.is_predefined(variable) {
        return Some(Determined::predetermined(EnvironmentAttribute::Shared, EnvironmentRule::Predefined));
    }
    if !view.is_declared_in(variable, construct.run) {
        return None;
    }
    Some(match view.entity(variable).duration {
        StorageDuration::Automatic => {
            Determined::predetermined(EnvironmentAttribute::Private, EnvironmentRule::DeclaredInside)
        }
        StorageDuration::Static => {
            Determined::predetermined(EnvironmentAttribute::Shared, EnvironmentRule::StaticInside)
        }
        StorageDuration::Thread => {
            Determined::predetermined(EnvironmentAttribute::Threadprivate, EnvironmentRule::Threadprivate)
        }
    })
}

/// The attribute of an iteration variable.
fn of_iteration(construct: &OmpConstruct) -> Option<(EnvironmentAttribute, EnvironmentRule)> {
    let last = EnvironmentAttribute::Lastprivate { conditional: false };
    Some(match construct.kind {
        OmpDirective::For | OmpDirective::Distribute | OmpDirective::Taskloop => {
            (EnvironmentAttribute::Private, EnvironmentRule::IterationPrivate)
        }
        OmpDirective::Simd if construct.loops.len() == 1 => {
            (EnvironmentAttribute::Linear, EnvironmentRule::SimdLinear)
        }
        OmpDirective::Simd => (last, EnvironmentRule::SimdLastprivate),
        OmpDirective::Loop => (last, EnvironmentRule::LoopLastprivate),
        _ => return None,
    })
}
