//! Lowers the arguments of a clause to typed ones.

use clacc_syntax::Name;
use clacc_syntax::ast::ClauseId;
use clacc_syntax::checkpoint;
use clacc_syntax::directive::{AccClause, AccDirective};

use super::clauses::{Argument, Clause, DataModifier, DefaultKind, ListItem, StaticChunk, WaitArgument};
use super::subarrays;
use crate::directives::reduction::ReductionOp;
use crate::program::View;
use crate::program::directive::{self as written, ArgumentValue, Arguments, ClauseNode};
use crate::program::place::{At, Bound, Extent, Step, Value, Via};

/// Whether a clause takes a list of variables.
pub(super) fn takes_variables(clause: AccClause) -> bool {
    use AccClause as C;
    (clause.moves_data() && clause != C::SelfClause)
        || matches!(clause, C::Deviceptr | C::Attach | C::Detach | C::UseDevice | C::DeviceResident | C::Link)
        || takes_whole_variables(clause)
}

/// Returns whether a clause creates a private variable for each gang, worker or vector lane.
pub(super) fn takes_whole_variables(clause: AccClause) -> bool {
    matches!(clause, AccClause::Private | AccClause::Firstprivate | AccClause::Reduction)
}

/// Lowers a clause; none if it is not an OpenACC clause.
pub(super) fn clause(view: View<'_>, id: ClauseId) -> Option<Clause> {
    let node = view.clause_node(id);
    let kind = node.kind.acc()?;
    let modifier = |word: Name| DataModifier::spelled(view.text(word));
    let modifiers = node.modifier_words().filter_map(modifier).collect();
    Some(Clause { id, kind, spelling: node.spelling, modifiers, argument: argument(view, node, kind) })
}

/// The argument of a clause.
fn argument(view: View<'_>, node: &ClauseNode, kind: AccClause) -> Argument {
    use AccClause as C;
    let is_update = view.directive(node.directive).kind.acc() == Some(AccDirective::Update);
    match kind {
        C::Reduction => reduction(view, node),
        C::SelfClause if is_update => Argument::Items(data(view, node.values())),
        C::SelfClause => single(node),
        _ if copies(kind) => Argument::Items(data(view, node.values())),
        _ if takes_variables(kind) => Argument::Items(items(view, node.values())),
        C::NumGangs => Argument::Values(node.values().collect()),
        C::Collapse => collapse(view, node),
        C::Tile => Argument::Tile(node.items().iter().map(|item| size(&item.value)).collect()),
        C::Gang if node.arguments.is_some() => gang(view, node),
        C::Default => default_kind(view, node),
        C::Wait => {
            Argument::Wait(node.arguments.as_ref().map(|arguments| wait(view, arguments)).unwrap_or_default())
        }
        C::DeviceType => device_types(view, node),
        C::Bind => bind(node),
        _ => single(node),
    }
}

const ITEMS_BETWEEN_CHECKPOINTS: usize = 1 << 10;

/// Variables, members and parts of them.
pub(super) fn items(view: View<'_>, values: impl Iterator<Item = At>) -> Box<[ListItem]> {
    let lowered = |at| {
        let written = view.list_item(at);
        let limits = subarrays::limits(view, &written);
        ListItem { at, place: written.place.clone(), written, limits }
    };
    checkpoint::every(ITEMS_BETWEEN_CHECKPOINTS, values).map(lowered).collect()
}

/// Returns whether a clause allocates or copies the data that it names. The other clauses only look data up by its address.
fn copies(kind: AccClause) -> bool {
    kind.moves_data() && !matches!(kind, AccClause::Present | AccClause::NoCreate | AccClause::Delete)
}

/// The items of a data clause. A parameter that is declared as an array, `a[10]`, is a pointer in C; programs that name it as a whole mean
/// the declared elements.
fn data(view: View<'_>, values: impl Iterator<Item = At>) -> Box<[ListItem]> {
    let mut items = items(view, values);
    for item in checkpoint::every(ITEMS_BETWEEN_CHECKPOINTS, items.iter_mut()) {
        if let Some(place) = &mut item.place
            && place.is_whole()
            && let Some(length) = view.parameter_length(place.root)
            && view.writes(view.program.outline.all()).all(|write| write.target != Some(place.root))
        {
            *place = place.then(elements(length));
        }
    }
    items
}

/// The steps from a pointer to this many elements.
fn elements(length: Value) -> [Step; 2] {
    let (start, extent) = (Bound::At(Value::constant(0)), Extent::Length(length));
    [Step::Deref(Via::Pointer), Step::Range { start, extent, stride: None }]
}

/// The argument of `wait`.
pub(super) fn wait(view: View<'_>, arguments: &Arguments) -> WaitArgument {
    let devnum = arguments.modifiers.iter().find(|modifier| view.text(modifier.word) == "devnum");
    WaitArgument {
        device: devnum.and_then(|modifier| modifier.arguments.first().copied()),
        queues: arguments.values().collect(),
    }
}

fn reduction(view: View<'_>, node: &ClauseNode) -> Argument {
    let items = items(view, node.values());
    match node.modifier_words().next().and_then(|word| operator(view.text(word))) {
        Some(operator) => Argument::Reduction(operator, items),
        None => Argument::Items(items),
    }
}

/// The operator with this spelling. `-`, which gcc accepts, combines copies as `+` does (OpenMP 5.1 2.21.5).
fn operator(word: &str) -> Option<ReductionOp> {
    if word == "-" { Some(ReductionOp::Add) } else { ReductionOp::spelled(word) }
}

fn collapse(view: View<'_>, node: &ClauseNode) -> Argument {
    let force = node.modifier_words().any(|word| view.text(word) == "force");
    node.values().next().map_or(Argument::Malformed, |count| Argument::Collapse { count, force })
}

/// A size; none for `*`.
fn size(value: &ArgumentValue) -> Option<At> {
    match value {
        ArgumentValue::Value(at) | ArgumentValue::Text(at) | ArgumentValue::Error(at) => Some(*at),
        _ => None,
    }
}

fn single(node: &ClauseNode) -> Argument {
    let mut values = node.values();
    match (values.next(), values.next()) {
        (None, _) => Argument::None,
        (Some(only), None) => Argument::Value(only),
        _ => Argument::Malformed,
    }
}

/// Lowers `gang`. An argument without a keyword is the number of gangs. Each argument may be given once.
fn gang(view: View<'_>, node: &ClauseNode) -> Argument {
    let key = |item: &written::ArgumentItem| item.key.map_or("num", |key| view.text(key));
    let mut keys: Vec<_> = node.items().iter().map(key).collect();
    keys.sort_unstable();
    if keys.windows(2).any(|two| two[0] == two[1]) {
        return Argument::Malformed;
    }
    let of = |wanted: &str| node.items().iter().find(|item| key(item) == wanted).map(|item| &item.value);
    let chunk = of("static").and_then(|value| match value {
        ArgumentValue::Star(_) => Some(StaticChunk::Any),
        value => size(value).map(StaticChunk::Size),
    });
    Argument::Gang { num: of("num").and_then(size), dim: of("dim").and_then(size), chunk }
}

fn default_kind(view: View<'_>, node: &ClauseNode) -> Argument {
    let word = node.items().first().and_then(|item| match item.value {
        ArgumentValue::Word(word) => Some(view.text(word)),
        _ => None,
    });
    match word {
        Some("none") => Argument::Default(DefaultKind::None),
        Some("present") => Argument::Default(DefaultKind::Present),
        _ => Argument::Malformed,
    }
}

/// The keywords of `device_type`; empty if one of them is `*`.
fn device_types(view: View<'_>, node: &ClauseNode) -> Argument {
    let is_star = |value: &ArgumentValue| match value {
        ArgumentValue::Star(_) => true,
        ArgumentValue::Word(word) => view.text(*word) == "*",
        _ => false,
    };
    if node.items().iter().any(|item| is_star(&item.value)) {
        return Argument::DeviceTypes(Box::default());
    }
    let words: Box<[Name]> = words(node).collect();
    if words.is_empty() { Argument::Malformed } else { Argument::DeviceTypes(words) }
}

fn words(node: &ClauseNode) -> impl Iterator<Item = Name> + '_ {
    node.items().iter().filter_map(|item| match item.value {
        ArgumentValue::Word(word) => Some(word),
        _ => None,
    })
}

fn bind(node: &ClauseNode) -> Argument {
    match node.items().first().map(|item| &item.value) {
        Some(ArgumentValue::Word(name)) => Argument::Bind(*name),
        Some(ArgumentValue::Text(at) | ArgumentValue::Value(at)) => Argument::Value(*at),
        _ => Argument::Malformed,
    }
}
