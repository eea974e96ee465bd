//! What OpenMP's own rules say anyway, and an edition of the design that prints nothing needless leaves out.
//!
//! A scalar that no clause names and no `defaultmap` is about is `firstprivate` on `target` (OpenMP 5.2 5.8.1), but the
//! threads of a team, and the teams of a construct, then share that one copy. Pointers are found by what they point to,
//! whatever `defaultmap` says about scalars.

use clacc_sema::acc::facts::{ConstructId, DataAttributes, Sharing};
use clacc_sema::program::entity::{Class, StorageDuration};
use clacc_sema::program::place::{EntityId, Place};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::rules::copies::reductions::is_default_firstprivate;
use crate::rules::copies::temporaries;
use crate::rules::core::Context;
use crate::rules::loops::loop_levels::{directive_of, has_parallel};

/// Whether `defaultmap(tofrom: scalar)` says something about a variable. The design prints it for pointers too.
pub(super) fn is_led_by_defaultmap(cx: &Context<'_>, variable: EntityId) -> bool {
    let class = cx.entity(variable).class;
    is_default_firstprivate(class) && !(cx.edition.leaves_implicit && class == Class::Pointer)
}

/// The variables of which OpenMP's own rule makes a copy for a compute construct that does all that `firstprivate`
/// would do.
pub(super) struct LeftImplicit {
    /// What the construct changes outside of loops whose threads have their own.
    changed: Option<FxHashSet<EntityId>>,
}

impl LeftImplicit {
    /// Those of a construct without `defaultmap`, if the edition leaves them out.
    pub(crate) fn of(cx: &Context<'_>, has_defaultmap: bool) -> LeftImplicit {
        let may_be_left = cx.edition.leaves_implicit && !has_defaultmap;
        LeftImplicit { changed: may_be_left.then(|| changed_for_all(cx)) }
    }

    /// Whether a variable is one of them. One with static storage may be a variable of the device, because some function
    /// there names it.
    pub(crate) fn has(&self, cx: &Context<'_>, variable: EntityId) -> bool {
        let object = cx.entity(variable);
        let is_value = matches!(object.class, Class::Integer | Class::Real);
        self.changed.as_ref().is_some_and(|changed| {
            is_value
                && object.duration == StorageDuration::Automatic
                && !cx.is_atomic(&Place::whole(variable))
                && !changed.contains(&variable)
        })
    }
}

/// The variables that a compute construct changes where threads have none of their own.
fn changed_for_all(cx: &Context<'_>) -> FxHashSet<EntityId> {
    let inside = std::iter::successors(Some(cx.id), |id| next(cx, *id));
    let inside = inside.take_while(|id| cx.facts.constructs[*id].compute == Some(cx.id));
    let shared: Vec<ConstructId> = inside.filter(|id| has_threads(cx, *id)).collect();
    let mut own: FxHashMap<EntityId, Vec<ConstructId>> = FxHashMap::default();
    for id in shared {
        let loop_ = Context { id, ..*cx };
        for attribute in loop_.construct().whole_attributes().filter(|each| is_printed_private(cx, each)) {
            own.entry(attribute.place.root).or_default().push(id);
        }
    }
    let is_own = |variable: EntityId, at| {
        let loops = own.get(&variable).map_or(&[][..], Vec::as_slice);
        loops.iter().any(|id| cx.facts.constructs[*id].run().contains(at))
    };
    let writes = cx.view.writes(cx.region()).filter_map(|write| Some((write.target?, write.at)));
    writes.filter(|(variable, at)| !is_own(*variable, *at)).map(|(variable, _)| variable).collect()
}

/// The construct behind another one in the source.
fn next(cx: &Context<'_>, id: ConstructId) -> Option<ConstructId> {
    let next = id.into_raw().into_u32() + 1;
    ((next as usize) < cx.facts.constructs.len()).then(|| ConstructId::from_raw(next.into()))
}

/// Whether a construct is a loop whose directive makes threads.
fn has_threads(cx: &Context<'_>, id: ConstructId) -> bool {
    cx.facts.constructs[id].loop_facts.is_some() && has_parallel(directive_of(&Context { id, ..*cx }))
}

/// Whether a loop with a directive says that a variable is private.
fn is_printed_private(cx: &Context<'_>, attribute: &DataAttributes) -> bool {
    attribute.sharing.as_ref().is_some_and(|given| {
        given.kind == Sharing::Private && (!temporaries::is_temporary(given) || !cx.dialect.follows_design())
    })
}
