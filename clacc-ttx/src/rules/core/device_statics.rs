//! Static variables of the device code.
//!
//! clang puts a `static` variable of `declare target` into the device code, where routines use it, but the host cannot address it: a data
//! clause maps another block of memory, with `present` the program ends, and an update is refused. Such a variable exists as long as the
//! program runs, so data clauses have nothing to do for it.

use clacc_sema::acc::DeviceStatic;
use clacc_sema::acc::clauses::Clause;
use clacc_sema::program::place::Place;

use super::{Context, Mapped};
use crate::codes;
use crate::dialect::Fault;

/// The reason for leaving a static variable of the device code out of `map` clauses.
const THERE: &str =
    "the code for devices has the variable as long as the program runs, and nothing is copied";

/// Returns the variable of a place, if it is a static variable of the device code.
pub(crate) fn of(cx: &Context<'_>, place: &Place) -> Option<DeviceStatic> {
    let is_left_out = cx.avoids(Fault::StaticDeclared) && !place.leads_through_pointer();
    let mut statics = cx.facts.of_device_code.iter().filter(|_| is_left_out);
    statics.find(|one| one.entity == place.root).copied()
}

/// Returns whether data clauses have nothing to do for a place, because its variable is a static one of the device code.
pub(crate) fn is_there(cx: &Context<'_>, place: &Place) -> bool {
    of(cx, place).is_some_and(|one| !one.is_linked)
}

/// Returns the verdict on a data clause all of whose items are static variables of the device code.
pub(crate) fn all_there(cx: &Context<'_>, clause: &Clause) -> Option<Mapped> {
    let mut named = named(clause).peekable();
    let is_one = named.peek().is_some() && named.all(|place| is_there(cx, place));
    is_one.then(|| Mapped::exact(THERE))
}

/// Returns the verdict on a clause that needs to address a static variable of the device code from the host.
pub(crate) fn refused(
    cx: &Context<'_>,
    clause: &Clause,
    is_out_of_reach: fn(DeviceStatic) -> bool,
) -> Option<Mapped> {
    let place = named(clause).find(|place| of(cx, place).is_some_and(is_out_of_reach))?;
    let (name, clause) = (cx.view.place_text(&place.without_ranges()), cx.spelling(clause));
    let message = format!(
        "`{clause}` cannot reach `{name}`, which is static and used in a `routine` function; declare it without `static`"
    );
    let reason = "the code for devices has the static variable by itself, and nothing on the host finds it";
    Some(Mapped::refused(reason, &codes::MAP0057, message))
}

fn named(clause: &Clause) -> impl Iterator<Item = &Place> {
    clause.items().iter().filter_map(|item| item.place.as_ref())
}
