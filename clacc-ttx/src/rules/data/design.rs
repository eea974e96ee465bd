//! List items and reductions that the design of the Clacc compiler refuses, although OpenACC 3.4 permits them or their meaning is clear.

use clacc_sema::acc::clauses::{Clause, ListItem};
use clacc_sema::acc::codes;
use clacc_sema::acc::facts::Rule;
use clacc_sema::acc::minus_reductions;
use clacc_sema::program::place::{At, Place, Step};
use clacc_syntax::directive::{AccClause, AccDirective};

use crate::rules::copies::combiners;
use crate::rules::core::build::places;
use crate::rules::core::{Context, Mapped};

/// The verdict on a clause with a list item that the design refuses, in a dialect that follows it.
pub(crate) fn refused(cx: &Context<'_>, clause: &Clause) -> Option<Mapped> {
    if !cx.dialect.follows_design() {
        return None;
    }
    if clause.kind == AccClause::Reduction {
        return minus(cx, clause).or_else(|| combiners::refused_by_design(cx, clause));
    }
    if cx.has_statement() && clause.items().iter().any(ListItem::is_of_element) {
        let message = "only a member of a variable can be named here";
        return Some(Mapped::refused("the dialect takes no members of elements", &codes::ACC0081, message));
    }
    places(clause.items()).find_map(|(at, place)| {
        let again = || named_again(cx, clause, at, place);
        let another =
            || again().or_else(|| repeated(cx, clause, at)).or_else(|| second_part(cx, clause, at, place));
        element(cx, clause, place).or_else(|| nested(cx, clause, place)).or_else(another)
    })
}

/// A reduction with `-`: the design accepts only OpenACC's operators.
fn minus(cx: &Context<'_>, clause: &Clause) -> Option<Mapped> {
    minus_reductions::is_minus(cx.view, clause).then(|| {
        let message = "`-` is no reduction operator of OpenACC; `+` means the same".to_owned();
        Mapped::refused(
            "the dialect takes OpenACC's operators only",
            &clacc_syntax::directive::codes::ACC0010,
            message,
        )
    })
}

/// A subscript: the design accepts only ranges.
fn element(cx: &Context<'_>, clause: &Clause, place: &Place) -> Option<Mapped> {
    let ranges = place.steps.iter().rev().take_while(|step| !matches!(step, Step::Field(_)));
    let mut subscripts = ranges.filter(|step| matches!(step, Step::Index(_)));
    subscripts.next().map(|_| {
        let message = format!("a subscript in `{}` needs a range with `:`", cx.spelling(clause));
        Mapped::refused("the dialect takes ranges only", &codes::ACC0072, message)
    })
}

/// A member of a member: the design accepts only members of variables and of pointees.
fn nested(cx: &Context<'_>, clause: &Clause, place: &Place) -> Option<Mapped> {
    let members = place.steps.iter().filter(|step| matches!(step, Step::Field(_))).count();
    (members > 1).then(|| {
        let (name, clause) = (cx.view.place_text(&place.without_ranges()), cx.spelling(clause));
        let message = format!("`{clause}` takes members of variables, and `{name}` is one of a member");
        Mapped::refused("the dialect takes no members of members", &codes::ACC0081, message)
    })
}

/// A variable that an earlier list item of the directive names for the same data attribute.
fn named_again(cx: &Context<'_>, clause: &Clause, at: At, place: &Place) -> Option<Mapped> {
    use AccClause::{Deviceptr, NoCreate, Present};
    use AccDirective::{EnterData, ExitData};
    let construct = cx.construct();
    let gives_attribute = clause.kind.creates() || matches!(clause.kind, Deviceptr | NoCreate | Present);
    if !gives_attribute || matches!(construct.kind, EnterData | ExitData) {
        return None;
    }
    let variable = place.without_ranges();
    let clauses = construct.clauses.iter().filter_map(|id| cx.facts.clauses.get(*id));
    let same_kind = clauses.filter(|other| other.kind == clause.kind);
    let mut earlier = same_kind.flat_map(|other| places(other.items())).filter(|(other, _)| *other < at);
    earlier.find(|(_, other)| other.without_ranges() == variable).map(|_| {
        let (name, kind) = (cx.view.place_text(&variable), clause.kind.text());
        let message = format!("`{name}` is named as a {kind} variable twice");
        Mapped::refused("the dialect takes one data clause for a variable", &codes::ACC0090, message)
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

/// A second part of a variable that an earlier list item of the directive names. OpenACC 3.4 permits several parts on directives without a
/// region.
fn second_part(cx: &Context<'_>, clause: &Clause, at: At, place: &Place) -> Option<Mapped> {
    use AccDirective::{EnterData, ExitData, Update};
    let construct = cx.construct();
    if !matches!(construct.kind, EnterData | ExitData | Update) {
        return None;
    }
    let variable = place.without_ranges();
    let clauses = construct.clauses.iter().filter_map(|id| cx.facts.clauses.get(*id));
    let mut earlier = clauses.flat_map(|clause| places(clause.items())).filter(|(other, _)| *other < at);
    earlier.find(|(_, other)| other.without_ranges() == variable).map(|_| {
        let name = cx.view.place_text(&variable);
        let message = format!("another part of `{name}` is named by `{}`", cx.spelling(clause));
        let code = if construct.kind == Update { &codes::ACC0093 } else { &codes::ACC0090 };
        Mapped::refused("the dialect takes one part of a variable on a directive", code, message)
    })
}
