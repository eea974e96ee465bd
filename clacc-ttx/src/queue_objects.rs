//! Queues as objects of the program, so that short text needs no library for them.
//!
//! The order of a queue is kept by dependences on one address. If the numbers of all queues of a unit are constant, the text defines an
//! object for each of them, and dependences name the object. The definition is weak and has external linkage, so that all units with
//! such a definition share the object; a tentative definition would be an error of the linker, and an internal one would lose the
//! order between units. Compilers allocate the object on the host alone.
//!
//! A unit in which something needs the library uses the library for all of its queues, because a queue has one address. Two
//! units of which only one uses the library do not order each other's work: `clacc::together` gives all units of a run the same form, and
//! findings name what needs the library.
//!
//! As in the library, `async` without a value and `acc_async_default` mean queue 0, because nothing in such a unit chooses another one.

use std::borrow::Cow;

use clacc_sema::flow::queues::{DEFAULT, NO_VALUE, SYNC};
use clacc_sema::omp::form::{Clause, Item, Omp, Routine};
use clacc_sema::program::View;
use clacc_sema::program::place::Value;
use clacc_syntax::directive::OmpDirective;

/// The representation of queues in a text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum QueueForm {
    /// Addresses that the runtime library gives.
    #[default]
    Library,
    /// Objects that the text defines.
    Objects,
}

impl QueueForm {
    /// Returns a form as it is printed. With objects, that is the form without the waits behind work on a queue that may be the synchronous
    /// one: where all numbers are constant, no queue is.
    pub(crate) fn printed(self, form: &Omp) -> Cow<'_, Omp> {
        let mut directives = form.directives().into_iter();
        if self == QueueForm::Library || !directives.any(|each| is_wait_for_sync(&each.clauses)) {
            return Cow::Borrowed(form);
        }
        let mut form = form.clone();
        remove_waits_for_sync(&mut form);
        Cow::Owned(form)
    }

    /// Returns whether text with a form that calls a routine needs the routine.
    pub(crate) fn needs(self, routine: Routine) -> bool {
        self == QueueForm::Library || routine != Routine::QueueAddress
    }

    /// The numbers of the queues whose objects a form names.
    pub(crate) fn objects_in(self, view: View<'_>, form: &Omp) -> Vec<u32> {
        let directives = form.directives().into_iter().filter(|_| self == QueueForm::Objects);
        let items = directives.flat_map(|directive| &directive.clauses).flat_map(Clause::items);
        let number = |item: &Item| match item {
            Item::Queue(queue) => number_of(view, *queue),
            _ => None,
        };
        items.filter_map(number).collect()
    }
}

/// The name of the object of a queue.
pub(crate) fn object(number: u32) -> String {
    format!("{OBJECT}{number}")
}

const OBJECT: &str = "acc_queue_";

/// Returns the line that defines the objects of some queues; none without queues.
pub(crate) fn definition(numbers: &[u32]) -> Option<String> {
    let objects: Vec<String> = numbers.iter().map(|number| object(*number)).collect();
    (!objects.is_empty()).then(|| format!("__attribute__((weak)) char {};", objects.join(", ")))
}

/// Returns the number of the queue that a value names, if it is constant and names one (OpenACC 3.4 2.16).
pub(crate) fn number_of(view: View<'_>, queue: Value) -> Option<u32> {
    let number = i32::try_from(view.number(queue)?).ok()?;
    match i64::from(number) {
        NO_VALUE | DEFAULT => Some(0),
        _ => u32::try_from(number).ok(),
    }
}

fn remove_waits_for_sync(form: &mut Omp) {
    let is_wait = |part: &Omp| match part {
        Omp::Directive(directive) => {
            directive.kind == OmpDirective::Taskwait && is_wait_for_sync(&directive.clauses)
        }
        _ => false,
    };
    if let Omp::Block(parts) | Omp::Seq(parts) = form
        && parts.iter().any(is_wait)
    {
        parts.retain(|part| !is_wait(part));
        // The block was only needed for the wait.
        if let [Omp::Directive(directive)] = &mut parts[..] {
            *form = Omp::Directive(directive.clone());
        }
    }
    form.parts_mut().iter_mut().for_each(remove_waits_for_sync);
}

fn is_wait_for_sync(clauses: &[Clause]) -> bool {
    let mut items = clauses.iter().flat_map(Clause::items);
    items.any(|item| matches!(item, Item::Queue(queue) if *queue == Value::constant(i128::from(SYNC))))
}

/// The routines that take queues or know which work is on them (OpenACC 3.4 3.2, and clacc's own).
pub(crate) const ROUTINES: &[&str] = &[
    "acc_async_test",
    "acc_async_test_all",
    "acc_async_test_all_device",
    "acc_async_test_device",
    "acc_async_wait",
    "acc_async_wait_all",
    "acc_attach_async",
    "acc_copyin_async",
    "acc_copyout_async",
    "acc_copyout_finalize_async",
    "acc_create_async",
    "acc_delete_async",
    "acc_delete_finalize_async",
    "acc_detach_async",
    "acc_detach_finalize_async",
    "acc_get_cuda_stream",
    "acc_get_default_async",
    "acc_memcpy_d2d_async",
    "acc_memcpy_device_async",
    "acc_memcpy_from_device_async",
    "acc_memcpy_to_device_async",
    "acc_set_cuda_stream",
    "acc_set_default_async",
    "acc_update_device_async",
    "acc_update_host_async",
    "acc_update_self_async",
    "acc_wait",
    "acc_wait_all",
    "acc_wait_all_async",
    "acc_wait_all_device",
    "acc_wait_all_device_async",
    "acc_wait_any",
    "acc_wait_any_device",
    "acc_wait_async",
    "acc_wait_device",
    "acc_wait_device_async",
    "acc2omp_async2dep",
    "acc2omp_attach_part_async",
    "acc2omp_detach_part_async",
    "acc2omp_detach_part_finalize_async",
    "acc2omp_leave_data",
];

/// Returns whether a routine takes queues or knows which work is on them.
pub(crate) fn knows_queues(routine: &str) -> bool {
    ROUTINES.contains(&routine)
}
