//! `collapse` and `tile`: the number of loops that a directive is associated with (OpenACC 3.4 2.9.1, 2.9.8).

use clacc_sema::acc::clauses::{Argument, Clause};
use clacc_sema::omp::form::{self, Directive, Operand, Origin};
use clacc_sema::program::loops::Control;
use clacc_sema::program::place::{At, EntityId, Value};
use clacc_syntax::directive::{OmpClause, OmpDirective};

use super::associated_loops::{collapsed_inside, is_loose, leaves_last, partitioned};
use super::loop_levels::prints_tile;
use crate::rules::core::{Build, Context, Mapped, conditions};

/// `collapse` on a loop that a directive partitions.
pub(super) fn collapse(cx: &Context<'_>, build: &mut Build<'_>, clause: &Clause) -> Mapped {
    if is_loose(cx) {
        return Mapped::dropped(
            "the outermost loop alone is partitioned, and each of its iterations executes what stands between the loops",
        );
    }
    if !collapsed_inside(cx).is_empty() {
        // `nest` adds the number of all loops.
        return Mapped::exact("the directive is about these loops and those of directives inside");
    }
    if !leaves_last(cx) {
        return conditions::same_value(build, clause, OmpClause::Collapse);
    }
    let outer = partitioned(cx).len() - 1;
    if outer > 1 {
        let count = Operand::Value(Value::constant(outer as i128));
        build.push(form::Argument::Value(OmpClause::Collapse, count), clause.id);
    }
    Mapped::exact("threads share the loops but the last one, which vector lanes share")
}

/// Adds `collapse` for a directive that collapses the loops of inner directives with its own.
pub(crate) fn nest(cx: &Context<'_>, build: &mut Build<'_>) {
    if !collapsed_inside(cx).is_empty() {
        let count = Operand::Value(Value::constant(partitioned(cx).len() as i128));
        build.push_needed(
            form::Argument::Value(OmpClause::Collapse, count),
            "threads share the loops of a nest as one, so that many of them have work",
        );
    }
}

/// `tile` on a loop that a directive partitions. Without a `tile` directive, the loops are collapsed: a tile only determines the order of
/// independent iterations.
pub(super) fn tile(cx: &Context<'_>, build: &mut Build<'_>, clause: &Clause) -> Mapped {
    let Argument::Tile(sizes) = &clause.argument else { return Mapped::unsupported(cx, clause) };
    if sizes.len() > 1 {
        let count = Operand::Value(Value::constant(sizes.len() as i128));
        build.push(form::Argument::Value(OmpClause::Collapse, count), clause.id);
    }
    if !prints_tile(cx) {
        return Mapped::dropped(
            "the loops are collapsed, and no result depends on the order of their iterations",
        );
    }
    push_tile(cx, build, clause, sizes);
    Mapped::exact("tile sizes divides the loops, and the directive is about the tiles")
}

/// `tile` on a loop that one thread executes.
pub(super) fn sequential_tile(cx: &Context<'_>, build: &mut Build<'_>, clause: &Clause) -> Mapped {
    let Argument::Tile(sizes) = &clause.argument else { return Mapped::unsupported(cx, clause) };
    if !prints_tile(cx) {
        return Mapped::dropped("a plain loop executes its iterations in their own order");
    }
    push_tile(cx, build, clause, sizes);
    Mapped::exact("tile sizes divides the loops")
}

/// Adds the `tile` directive. A size that is not constant is left to the implementation in OpenACC (`*`), or is no valid argument of
/// `sizes`, and becomes 1, as in the design.
fn push_tile(cx: &Context<'_>, build: &mut Build<'_>, clause: &Clause, sizes: &[Option<At>]) {
    let size = |size: &Option<At>| match size.filter(|size| cx.constant(*size).is_some()) {
        Some(size) => Operand::Value(Value::Node(size)),
        None => Operand::Value(Value::constant(1)),
    };
    let argument = form::Argument::Values(OmpClause::Sizes, sizes.iter().map(size).collect());
    let origin = Origin::Clause(clause.id);
    let clauses = vec![form::Clause::new(argument, origin.clone())];
    build.divide(Directive { kind: OmpDirective::Tile, clauses, body: None, origin });
}

/// Returns whether a variable controls one of the loops that the directive is associated with, and is declared before the loops.
pub(super) fn is_assigned_control(cx: &Context<'_>, entity: EntityId) -> bool {
    let controls = |at: &At| cx.view.control(*at) == Control::Variable { entity, declared: false };
    partitioned(cx).iter().any(controls)
}
