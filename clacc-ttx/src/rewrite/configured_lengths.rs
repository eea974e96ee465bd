//! Lengths of arrays that stand in the new text as numbers of one configuration.
//!
//! An array is declared with an expression, `double a[N]`, and clacc may know only its value: the declaration is in another part of the
//! program, or its words mean something else at the directive. With another definition of `N`, the text is about the wrong elements.

use clacc_sema::omp::form::{Clause, Event, Item, Omp, Operand, RowTable, TableBase};
use clacc_sema::program::View;
use clacc_sema::program::place::{Bound, EntityId, Extent, Place, Step, Value};
use clacc_syntax::ast::DirectiveId;
use clacc_syntax::sorted::distinct;

use super::site::{self, Here};
use super::spelling::as_written;
use super::{FunctionInput, SourceFiles};

/// Returns the variables of which the new text of a directive has the length as a number, unless their declarations have numbers too.
pub(super) fn of_directive(
    function: &FunctionInput<'_>,
    directive: DirectiveId,
    sources: &mut SourceFiles<'_>,
) -> Vec<EntityId> {
    let forms = function.mapping.printed_forms_of(function.facts, directive, false).unwrap_or_default();
    let mut found: Vec<(EntityId, Value)> = Vec::new();
    for form in forms {
        form.walk(&mut |event| match event {
            Event::Enter(Omp::Directive(directive)) => {
                let items = directive.clauses.iter().flat_map(Clause::items);
                items.for_each(|item| of_item(function.view, item, &mut found));
            }
            Event::Enter(Omp::Rows(rows)) => of_table(function.view, &rows.table, &mut found),
            _ => {}
        });
    }
    if found.is_empty() {
        return Vec::new();
    }
    let Some((_, here)) = site::of_directive(function, directive, sources) else { return Vec::new() };
    found.retain(|(variable, length)| match length {
        Value::Node(at) => as_written(function, *at, here, sources).is_none(),
        Value::Constant(_) => !is_declared_with_numbers(function, *variable, here, sources),
    });
    distinct(found.into_iter().map(|(variable, _)| variable))
}

fn of_item(view: View<'_>, item: &Item, found: &mut Vec<(EntityId, Value)>) {
    match item {
        Item::Place { place, .. } => of_place(view, place, found),
        Item::InRow(section) => of_table(view, &section.table, found),
        _ => {}
    }
}

/// Adds the lengths of a place that come from declarations. In the source, bounds of ranges are expressions; a range of one element, or of
/// none, has no length of a declaration.
fn of_place(view: View<'_>, place: &Place, found: &mut Vec<(EntityId, Value)>) {
    for step in place.steps.iter() {
        let length = match *step {
            Step::Range { start: Bound::At(Value::Constant(_)), extent: Extent::Length(length), .. } => {
                length
            }
            Step::Range { extent: Extent::Length(length @ Value::Constant(_)), .. } => length,
            Step::Range { extent: Extent::Upto(last @ Value::Constant(_)), .. } => last,
            _ => continue,
        };
        if view.number(length).is_none_or(|number| number > 1) {
            found.push((place.root, length));
        }
    }
}

fn of_table(view: View<'_>, table: &RowTable, found: &mut Vec<(EntityId, Value)>) {
    let TableBase::Place(place) = &table.base else { return };
    of_place(view, place, found);
    if let Operand::Value(length @ Value::Constant(number)) = table.length
        && number.get() > 1
    {
        found.push((place.root, length));
    }
}

/// Returns whether the declaration of a variable is in the same function and has a number for each length.
fn is_declared_with_numbers(
    function: &FunctionInput<'_>,
    variable: EntityId,
    here: Here,
    sources: &mut SourceFiles<'_>,
) -> bool {
    let lengths = function.view.declared_lengths(variable);
    let is_number = |at| {
        let text = as_written(function, at, here, sources);
        text.is_some_and(|text| {
            text.starts_with(|first: char| first.is_ascii_digit()) && text.chars().all(char::is_alphanumeric)
        })
    };
    !lengths.is_empty() && lengths.into_iter().all(is_number)
}
