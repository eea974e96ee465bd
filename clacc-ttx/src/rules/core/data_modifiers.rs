//! The modifiers of data clauses (OpenACC 3.4 2.7.4).

use clacc_sema::acc::clauses::{Clause, DataModifier};
use clacc_sema::omp::form::{MapFlags, MapKind};
use clacc_syntax::directive::AccDirective;

use super::{Build, Context, Mapped};
use crate::codes;
use crate::verdict::Fidelity;

/// Returns the first modifier of a clause that has no OpenMP form.
pub(crate) fn without_form(cx: &Context<'_>, clause: &Clause) -> Option<DataModifier> {
    let is_data =
        clause.kind.creates() && cx.construct().kind != AccDirective::Declare && !cx.dialect.follows_design();
    let has_form = |modifier: DataModifier| is_data || modifier == DataModifier::Readonly;
    clause.modifiers.iter().copied().find(|modifier| !has_form(*modifier))
}

/// Adds the verdicts on the modifiers of a clause.
pub(crate) fn verdicts(cx: &Context<'_>, build: &mut Build<'_>, clause: &Clause, mapped: &Mapped) {
    for modifier in &clause.modifiers {
        let (fidelity, reason) = match modifier {
            DataModifier::Readonly => {
                (Fidelity::Dropped, "readonly is a promise that the program keeps with or without the word")
            }
            _ if mapped.fidelity == Fidelity::Unsupported => continue,
            DataModifier::Zero if cx.construct().kind == AccDirective::ExitData => {
                (Fidelity::Dropped, "the directive allocates nothing")
            }
            DataModifier::Zero => (Fidelity::Exact, "a loop on the device sets to zero what was allocated"),
            DataModifier::Capture => (Fidelity::Approximated, NOT_CAPTURED),
            DataModifier::Always | DataModifier::Alwaysin | DataModifier::Alwaysout => {
                (Fidelity::Exact, "data that is present is copied too")
            }
        };
        build.modifier_verdict(clause.id, *modifier, fidelity, reason);
    }
}

const NOT_CAPTURED: &str = "a device that shares the memory of the host gets no copy of its own";

/// Returns the result for a data clause in view of its `capture` modifier. `mapped` is the result without it.
pub(crate) fn captured(clause: &Clause, mapped: Mapped) -> Mapped {
    if !clause.modifiers.contains(&DataModifier::Capture) || mapped.fidelity == Fidelity::Unsupported {
        return mapped;
    }
    let message = "`capture` makes a copy only on devices with memory of their own";
    mapped.at_most_approximated(NOT_CAPTURED).reported(&codes::MAP0065, message)
}

/// The directions in which data is copied even if it is present: to the device, and from it.
pub(crate) fn always(clause: &Clause) -> (bool, bool) {
    let has = |modifier| clause.modifiers.contains(&modifier);
    let both = has(DataModifier::Always);
    (both || has(DataModifier::Alwaysin), both || has(DataModifier::Alwaysout))
}

/// The modifiers of the `map` clause for a data clause with a map type.
pub(crate) fn flags(clause: &Clause, kind: MapKind) -> MapFlags {
    let is_always = match (kind, always(clause)) {
        (MapKind::To, (to_device, _)) => to_device,
        (MapKind::From, (_, to_host)) => to_host,
        (MapKind::Tofrom, directions) => directions == (true, true),
        _ => false,
    };
    if is_always { MapFlags::ALWAYS } else { MapFlags::NONE }
}
