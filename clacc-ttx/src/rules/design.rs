//! What the design of the Clacc compiler refuses, although OpenACC 3.4 permits it or it has one meaning.

use clacc_sema::acc::clauses::Clause;
use clacc_sema::acc::codes;
use clacc_sema::acc::facts::Rule;
use clacc_sema::program::place::{At, Place, Step};
use clacc_syntax::directive::AccClause;

use super::build::places;
use super::{Context, Mapped};

/// The verdict on a clause with a list item that the design refuses, in a dialect that follows it.
pub(super) fn refused(cx: &Context<'_>, clause: &Clause) -> Option<Mapped> {
    if !cx.dialect.design_items || clause.kind == AccClause::Reduction {
        return None;
    }
    places(clause.items())
        .find_map(|(at, place)| element(cx, clause, place).or_else(|| repeated(cx, clause, at)))
}

/// A subscript: the design takes ranges only.
fn element(cx: &Context<'_>, clause: &Clause, place: &Place) -> Option<Mapped> {
    let ranges = place.steps.iter().rev().take_while(|step| !matches!(step, Step::Field(_)));
    let mut subscripts = ranges.filter(|step| matches!(step, Step::Index(_)));
    subscripts.next().map(|_| {
        let message = format!("a subscript in `{}` needs a range with `:`", cx.spelling(clause));
        Mapped::refused("the dialect takes ranges only", &codes::ACC0072, message)
    })
}

/// A variable that an earlier clause of the directive names: the design gives each variable one data
/// attribute.
fn repeated(cx: &Context<'_>, clause: &Clause, at: At) -> Option<Mapped> {
    let place = cx.view.place_of(at)?.without_ranges();
    let attribute = cx.construct().attributes.iter().find(|attribute| attribute.place == place)?;
    let reason =
        &attribute.mapping.as_ref().filter(|given| given.reason.rule == Rule::BothDirections)?.reason;
    let earlier = reason.clause.filter(|earlier| *earlier != clause.id)?;
    let (name, old) = (cx.view.place_text(&place), cx.facts.clauses[earlier].kind.text());
    let new = clause.kind.text();
    let message = format!("`{name}` is a {old} variable and cannot be a {new} variable too");
    Some(Mapped::refused("the dialect takes one data clause for a variable", &codes::ACC0091, message))
}
