//! Explicit data attributes: the attributes that clauses give, and the conflicts between them.
//!
//! This follows "Basic Data Attributes" of the mapping specification. The rules about conflicts apply to a directive as a whole: for a
//! combined one, both halves count together.

use clacc_syntax::ast::{ClauseId, DirectiveId};
use clacc_syntax::checkpoint;
use clacc_syntax::diagnostics::{Confidence, Diagnostic, Fix};
use clacc_syntax::directive::{AccClause, AccDirective};
use clacc_syntax::token::TokenRange;
use rustc_hash::{FxHashMap, FxHashSet};

use super::clauses::{Argument, Clause, ListItem};
use super::codes;
use super::constructs::{Attributes, Draft};
use super::cx::Cx;
use super::facts::{ConstructId, DataAttributes, DataMapping, Given, Half, How, Reason, Rule, Sharing};
use super::findings::Findings;
use super::items::{self, CheckedItem};
use super::lower::takes_whole_variables;
use super::minus_reductions;
use super::named_parts::{DifferentParts, DisjointParts};
use super::reduction_types;
use super::subarrays;
use crate::program::entity::{Class, StorageDuration};
use crate::program::place::Place;
use crate::program::run::Run;

/// A data attribute that a clause gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Mapping(DataMapping),
    Sharing(Sharing),
}

impl Kind {
    /// The attribute that a clause gives the variables in its list; none if it gives no attribute.
    fn of(clause: &Clause) -> Option<Kind> {
        if let Some(mapping) = DataMapping::given_by(clause.kind) {
            return Some(Kind::Mapping(mapping));
        }
        Some(match clause.kind {
            AccClause::Private => Kind::Sharing(Sharing::Private),
            AccClause::Firstprivate => Kind::Sharing(Sharing::Firstprivate),
            AccClause::Reduction => match clause.argument {
                Argument::Reduction(operator, _) => Kind::Sharing(Sharing::Reduction(operator)),
                _ => return None,
            },
            _ => return None,
        })
    }

    /// The canonical name of the clause.
    fn text(self) -> &'static str {
        match self {
            Kind::Mapping(mapping) => mapping.text(),
            Kind::Sharing(sharing) => sharing.text(),
        }
    }

    /// Returns whether the attribute belongs to the `loop` of a combined directive.
    fn belongs_to_inner(self) -> bool {
        matches!(self, Kind::Sharing(Sharing::Private | Sharing::Reduction(_)))
    }

    /// Whether one variable cannot have both attributes.
    fn excludes(self, other: Kind) -> bool {
        let unmappable = |sharing: Sharing| matches!(sharing, Sharing::Private | Sharing::Firstprivate);
        match (self, other) {
            (Kind::Mapping(_), Kind::Mapping(_)) | (Kind::Sharing(_), Kind::Sharing(_)) => true,
            (Kind::Mapping(_), Kind::Sharing(sharing)) | (Kind::Sharing(sharing), Kind::Mapping(_)) => {
                unmappable(sharing)
            }
        }
    }
}

/// The attribute that the clauses of a directive give a variable.
struct Said<'a> {
    kind: Kind,
    item: CheckedItem<'a>,
    rule: Rule,
    /// All parts of the variable, on a directive that names several.
    parts: Option<DisjointParts>,
}

impl Said<'_> {
    /// Adds another part of the variable, if it is certainly disjoint from the earlier ones. Returns false otherwise.
    fn add_part(&mut self, part: &Place) -> bool {
        let (view, first) = (self.item.view, &self.item.place);
        self.parts.get_or_insert_with(|| DisjointParts::of(view, first)).add_if_disjoint(view, part)
    }
}

/// The attributes that were found on a directive so far, in source order.
#[derive(Default)]
struct Seen<'a> {
    entries: Vec<Said<'a>>,
    /// The indices of the entries of each variable: at most one for mapping and one for sharing.
    of: FxHashMap<Place, Vec<usize>>,
}

impl<'a> Seen<'a> {
    fn add(&mut self, entry: Said<'a>) {
        self.of.entry(entry.item.variable.clone()).or_default().push(self.entries.len());
        self.entries.push(entry);
    }

    fn of(&self, variable: &Place) -> impl Iterator<Item = usize> {
        self.of.get(variable).into_iter().flatten().copied()
    }
}

const ITEMS_BETWEEN_CHECKPOINTS: usize = 1 << 8;

/// Finds the explicit attributes of every construct.
pub(super) fn find(cx: &Cx<'_>, draft: &mut Draft, report: &mut Findings) {
    for directive in draft.directives.clone() {
        checkpoint::pass();
        let Some(halves) = draft.halves(directive) else { continue };
        let mut seen = Seen::default();
        for clause in clauses_of(cx, draft, directive) {
            collect(cx, clause, (&mut seen, &mut draft.rejected), report);
        }
        for entry in checkpoint::every(ITEMS_BETWEEN_CHECKPOINTS, seen.entries.into_iter()) {
            let home = if entry.kind.belongs_to_inner() { halves.innermost() } else { halves.outer };
            add(draft, home, &entry);
        }
    }
}

/// The clauses of both halves, in source order.
fn clauses_of(cx: &Cx<'_>, draft: &Draft, directive: DirectiveId) -> Vec<ClauseId> {
    let Some(halves) = draft.halves(directive) else { return Vec::new() };
    let clauses = halves.iter().flat_map(|half| &draft.construct(half).clauses);
    let kept: FxHashSet<ClauseId> = clauses.copied().collect();
    cx.directive(directive).clauses.iter().filter(|clause| kept.contains(clause)).copied().collect()
}

fn collect<'a>(
    cx: &Cx<'a>,
    id: ClauseId,
    (seen, rejected): (&mut Seen<'a>, &mut Vec<Run>),
    report: &mut Findings,
) {
    let Some(clause) = cx.clauses.get(id) else { return };
    let items = items::of_clause(cx, id, report);
    if !is_declared_at_file_scope(cx, id, &items) {
        report_pointers(clause, &items, report);
    }
    report_elements(cx, clause, &items, report);
    minus_reductions::check(cx, clause, report);
    for item in checkpoint::every(ITEMS_BETWEEN_CHECKPOINTS, items.into_iter()) {
        if !fits_clause(clause, &item, report) {
            rejected.push(cx.run(item.at));
        } else if let Some(kind) = Kind::of(clause)
            && is_combined(kind, &item, report)
        {
            collect_item(cx, kind, item, seen, report);
        }
    }
}

/// Whether the operator can combine values of the item's type, if the attribute is a reduction. Reports an
/// error if it cannot.
fn is_combined(kind: Kind, item: &CheckedItem<'_>, report: &mut Findings) -> bool {
    match kind {
        Kind::Sharing(Sharing::Reduction(operator)) => reduction_types::check(operator, item, report),
        _ => true,
    }
}

fn collect_item<'a>(
    cx: &Cx<'a>,
    kind: Kind,
    item: CheckedItem<'a>,
    seen: &mut Seen<'a>,
    report: &mut Findings,
) {
    // The first earlier entry that excludes this one.
    let earlier = seen.of(&item.variable).find(|entry| seen.entries[*entry].kind.excludes(kind));
    let Some(earlier) = earlier else {
        return seen.add(Said { kind, item, rule: Rule::Clause, parts: None });
    };
    let earlier = &mut seen.entries[earlier];
    if takes_parts(cx, earlier, kind, &item) && earlier.add_part(&item.place) {
        return;
    }
    if says_it_again(cx, earlier, kind, &item) {
        report_said_again(cx, kind, &item, earlier, report);
    } else if let Some(mapping) = said_together(cx, earlier, kind, &item) {
        report_said_together(kind, &item, earlier, mapping, report);
        earlier.kind = Kind::Mapping(mapping);
        earlier.rule = Rule::BothDirections;
    } else {
        report_conflict(cx, kind, &item, earlier, report);
    }
}

/// Returns whether a directive without a region names two parts of a variable. Several disjoint parts are allowed there: each is mapped or
/// released separately.
fn takes_parts(cx: &Cx<'_>, earlier: &Said<'_>, kind: Kind, item: &CheckedItem<'_>) -> bool {
    let is_data = |kind| matches!(kind, Kind::Mapping(_));
    let directive = cx.directive(item.directive).kind.acc();
    matches!(directive, Some(AccDirective::EnterData | AccDirective::ExitData))
        && is_data(earlier.kind)
        && is_data(kind)
}

/// Returns whether an item names the same elements as an earlier one, for the same data action. A region makes data present once, even if
/// it is named several times. `enter data` and `exit data` count each time (OpenACC 3.4 2.6.7).
fn says_it_again(cx: &Cx<'_>, earlier: &Said<'_>, kind: Kind, item: &CheckedItem<'_>) -> bool {
    use AccDirective::{Declare, EnterData, ExitData};
    let directive = cx.directive(item.directive).kind.acc();
    matches!(kind, Kind::Mapping(_))
        && earlier.kind == kind
        && !matches!(directive, Some(Declare | EnterData | ExitData))
        && subarrays::same_elements(cx.view, &earlier.item.place, &item.place)
}

fn report_said_again(
    cx: &Cx<'_>,
    kind: Kind,
    item: &CheckedItem<'_>,
    earlier: &Said<'_>,
    report: &mut Findings,
) {
    let (name, kind) = (item.text(), kind.text());
    let message = format!("`{name}` is named as a {kind} variable twice, which counts once");
    let mut finding = Diagnostic::new(&codes::ACC0119, cx.span(item.at), message)
        .label(cx.span(earlier.item.at), format!("{kind} here"))
        .note("other compilers refuse it");
    finding.fix = only_item_fix(cx, item);
    report.push(item.directive, finding);
}

/// The combined attribute of two data clauses for the same elements: copying in both directions, or memory that is created and copied out.
/// The mapping specification does not allow this; but programs use it, and it can have only this one meaning.
fn said_together(cx: &Cx<'_>, earlier: &Said<'_>, kind: Kind, item: &CheckedItem<'_>) -> Option<DataMapping> {
    use DataMapping::{Copy, Copyin, Copyout, Create};
    let (Kind::Mapping(old), Kind::Mapping(new)) = (earlier.kind, kind) else { return None };
    let together = match (old, new) {
        (Create, Copyout) | (Copyout, Create) => Copyout,
        (Copy | Copyin | Copyout, Copy | Copyin | Copyout) if old != new => Copy,
        _ => return None,
    };
    let is_meant = cx.directive(item.directive).kind.acc() != Some(AccDirective::Declare)
        && subarrays::same_elements(cx.view, &earlier.item.place, &item.place);
    is_meant.then_some(together)
}

fn report_said_together(
    kind: Kind,
    item: &CheckedItem<'_>,
    earlier: &Said<'_>,
    together: DataMapping,
    report: &mut Findings,
) {
    let (name, old, new, one) = (item.text(), earlier.kind.text(), kind.text(), together.text());
    let message = format!("two data clauses for `{name}` on one directive count as one `{one}`");
    let finding = Diagnostic::new(&codes::ACC0099, item.view.span(item.at), message)
        .label(item.view.span(earlier.item.at), format!("{old} here"))
        .note(format!("`{one}({name})` alone says what `{old}` and `{new}` say"));
    report.push(item.directive, finding);
}

fn report_conflict(
    cx: &Cx<'_>,
    kind: Kind,
    item: &CheckedItem<'_>,
    earlier: &Said<'_>,
    report: &mut Findings,
) {
    let name = item.text();
    let at = cx.span(item.at);
    let (old, new) = (earlier.kind.text(), kind.text());
    let finding = match (earlier.kind, kind) {
        (Kind::Sharing(Sharing::Reduction(old)), Kind::Sharing(Sharing::Reduction(new))) if old != new => {
            let message =
                format!("`{name}` has the reductions `{}` and `{}` on one directive", old.text(), new.text());
            Diagnostic::new(&codes::ACC0094, at, message)
        }
        (old, kind) if old == kind => {
            let message = format!("`{name}` is named as a {new} variable twice");
            let mut finding = Diagnostic::new(&codes::ACC0090, at, message);
            finding.fix = only_item_fix(cx, item);
            finding
        }
        _ => {
            let message = format!("`{name}` is a {old} variable and cannot be a {new} variable too");
            Diagnostic::new(&codes::ACC0091, at, message)
        }
    };
    report.push(item.directive, finding.label(cx.span(earlier.item.at), format!("{old} here")));
}

/// A fix that removes a clause whose list has only this item.
fn only_item_fix(cx: &Cx<'_>, item: &CheckedItem<'_>) -> Option<Fix<TokenRange>> {
    (cx.clauses[item.clause].items().len() == 1).then(|| Fix {
        title: "remove the second clause".to_owned(),
        edits: vec![(cx.clause_span(item.clause), String::new())],
        confidence: Confidence::Maybe,
    })
}

fn add(draft: &mut Draft, home: ConstructId, entry: &Said<'_>) {
    let reason = Reason {
        how: How::Explicit,
        clause: Some(entry.item.clause),
        item: Some(entry.item.position),
        from: None,
        rule: entry.rule,
    };
    let attribute = draft.attribute_mut(home, &entry.item.variable);
    match entry.kind {
        Kind::Mapping(mapping) => attribute.mapping = Some(Given::new(mapping, reason)),
        Kind::Sharing(sharing) => attribute.sharing = Some(Given::new(sharing, reason)),
    }
}

impl Draft {
    /// The attributes of a variable on a construct; they are added if there are none.
    pub(crate) fn attribute_mut(&mut self, construct: ConstructId, variable: &Place) -> &mut DataAttributes {
        let Attributes { list, positions } = self.attributes.entry(construct).or_default();
        if let Some(position) = positions.get(variable) {
            return &mut list[position];
        }
        positions.insert(variable, list.len());
        list.push(DataAttributes::new(variable.clone()));
        let last = list.len() - 1;
        &mut list[last]
    }

    /// Reserves memory for the attributes of variables that a construct refers to.
    pub(super) fn expect_attributes(&mut self, construct: ConstructId, variables: usize) {
        if variables > 0 {
            let Attributes { list, positions } = self.attributes.entry(construct).or_default();
            list.reserve(variables);
            positions.reserve(variables);
        }
    }

    /// The attributes of a variable on a construct.
    pub(crate) fn attribute(&self, construct: ConstructId, variable: &Place) -> Option<&DataAttributes> {
        let attributes = self.attributes.get(construct)?;
        attributes.positions.get(variable).map(|position| &attributes.list[position])
    }

    /// The data sharing attribute of a variable on a construct.
    pub(crate) fn sharing(&self, construct: ConstructId, variable: &Place) -> Option<Sharing> {
        self.attribute(construct, variable)?.sharing_kind()
    }
}

/// Returns whether the type of an item fits its clause. Reports a `const` variable that would be written, an incomplete type, and a
/// variable that should be a pointer. An item that does not fit gets no attribute, to avoid consequential findings.
fn fits_clause(clause: &Clause, item: &CheckedItem<'_>, report: &mut Findings) -> bool {
    if item.class() == Class::Unknown {
        return true;
    }
    let (view, kind) = (item.view, clause.kind);
    let spelling = view.spelling(clause.id);
    let (code, message, label) = if item.is_const(kind) && (writes(kind) || never_initialised(kind)) {
        let why = if writes(kind) { "writes" } else { "makes a copy without a value of" };
        let message = format!("`{spelling}` {why} `{}`, which is const", item.text());
        (&codes::ACC0083, message, "declared const here")
    } else if !item.is_subarray() && view.is_incomplete_at(item.base) {
        let message = format!("`{spelling}` needs the size of `{}`, and its type is incomplete", item.text());
        (&codes::ACC0082, message, "declared here")
    } else if needs_pointer(kind) && !may_be_pointer(item) {
        let what = view.describe_at(item.base);
        let message = format!("`{spelling}` takes pointers, and `{}` is {what}", item.text());
        (&codes::ACC0084, message, "declared here")
    } else {
        return true;
    };
    let mut finding = Diagnostic::new(code, view.span(item.at), message);
    if let Some(declared) = view.declared_at(item.variable.root) {
        finding = finding.label(declared, label);
    }
    report.push(item.directive, finding);
    false
}

/// Returns true if a `declare` names only variables of file scope. There, `declare` takes pointers themselves and no sections of their
/// pointees.
fn is_declared_at_file_scope(cx: &Cx<'_>, id: ClauseId, items: &[CheckedItem<'_>]) -> bool {
    let is_local = |item: &CheckedItem<'_>| cx.entity(item.place.root).duration == StorageDuration::Automatic;
    let is_declare = cx.directive(cx.clause_node(id).directive).kind.acc() == Some(AccDirective::Declare);
    is_declare && !items.iter().any(is_local)
}

/// Warns about pointers that a data clause names without a range. The clause then applies to the pointer itself, and most programs that do
/// this mean the pointee. Clauses that only look data up by its address apply to the pointee and cause no warning.
fn report_pointers(clause: &Clause, items: &[CheckedItem<'_>], report: &mut Findings) {
    if !clause.kind.moves_data() {
        return;
    }
    report_parameters(clause, items, report);
    if matches!(clause.kind, AccClause::Present | AccClause::NoCreate | AccClause::Delete) {
        return;
    }
    let is_pointer = |item: &&CheckedItem<'_>| !item.place.is_part() && item.class() == Class::Pointer;
    let pointers: Vec<_> = items.iter().filter(is_pointer).collect();
    let [first, ..] = pointers.as_slice() else { return };
    let spelling = first.view.spelling(clause.id);
    let names: Vec<_> = pointers.iter().map(|item| item.text()).collect();
    let (pointer, it, points) =
        if names.len() == 1 { ("pointer", "it", "points") } else { ("pointers", "they", "point") };
    let message =
        format!("`{spelling}` names the {pointer} `{}`, not what {it} {points} to", names.join("`, `"));
    let finding = Diagnostic::new(&codes::ACC0085, first.view.span(first.at), message)
        .note(format!("`{}[0:n]` names `n` elements behind the pointer", names[0]));
    report.push(first.directive, finding);
}

/// Warns about parameters declared as arrays, of which a data clause takes the elements. In C they are pointers, and some compilers treat
/// them as such.
fn report_parameters(clause: &Clause, items: &[CheckedItem<'_>], report: &mut Findings) {
    let is_parameter = |item: &&CheckedItem<'_>| !item.is_subarray() && item.place.is_part();
    let parameters: Vec<_> = items.iter().filter(is_parameter).collect();
    let [first, ..] = parameters.as_slice() else { return };
    let names: Vec<_> = parameters.iter().map(|item| item.text()).collect();
    let spelling = first.view.spelling(clause.id);
    let names = names.join("`, `");
    let message = format!("`{spelling}` takes the elements with which `{names}` is declared");
    let finding = Diagnostic::new(&codes::ACC0128, first.view.span(first.at), message)
        .note("a parameter is a pointer in C even if it is declared as an array, so other compilers may take the pointer");
    report.push(first.directive, finding);
}

/// Warns about elements that a data clause names by a subscript alone. Programs that do this often mean a number of elements.
fn report_elements(cx: &Cx<'_>, clause: &Clause, items: &[CheckedItem<'_>], report: &mut Findings) {
    let is_checked = |item: &ListItem| {
        item.is_of_element() || items.binary_search_by_key(&item.at, |each| each.at).is_ok()
    };
    // A column of an array, which only an update may name, is meant as such.
    let is_element = |item: &&ListItem| {
        item.is_element() && item.limits.gap.is_none_or(|gap| gap.behind_pointer) && is_checked(item)
    };
    let elements = clause.items().iter().filter(is_element);
    let named: Vec<_> = elements.filter_map(|item| Some((item.at, item.place.as_ref()?))).collect();
    let Some((at, _)) = named.first().filter(|_| clause.kind.moves_data()) else { return };
    let names: Vec<_> = named.iter().map(|(_, place)| cx.place_text(place)).collect();
    let element = if names.len() == 1 { "one element" } else { "one element each" };
    let message = format!("`{}` names {element} of `{}`", cx.spelling(clause.id), names.join("`, `"));
    let finding = Diagnostic::new(&codes::ACC0112, cx.span(*at), message)
        .note(format!("`{}[0:n]` names `n` elements", names[0]));
    report.push(cx.clause_node(clause.id).directive, finding);
}

/// Whether a clause writes the variable itself: the original, or its copy on the device.
fn writes(kind: AccClause) -> bool {
    use AccClause as C;
    matches!(kind, C::Copyout | C::Reduction | C::SelfClause | C::Device)
}

/// Returns whether a clause creates an uninitialised copy.
fn never_initialised(kind: AccClause) -> bool {
    matches!(kind, AccClause::Create | AccClause::Private)
}

fn needs_pointer(kind: AccClause) -> bool {
    matches!(kind, AccClause::Deviceptr | AccClause::Attach | AccClause::Detach)
}

fn may_be_pointer(item: &CheckedItem<'_>) -> bool {
    matches!(item.class(), Class::Pointer | Class::Unknown) || item.is_subarray()
}

impl CheckedItem<'_> {
    /// Returns whether the data that a clause names is `const`. For a range of a pointee this depends on its elements, and only if the
    /// clause copies or reduces them.
    fn is_const(&self, kind: AccClause) -> bool {
        if !self.is_subarray_of_pointer() {
            return self.view.is_const_at(self.base);
        }
        takes_whole_variables(kind) && self.elements().is_some_and(|elements| elements.is_const)
    }

    /// Returns whether the item is a range of a pointee, so that the `const` of the pointer itself does not matter.
    fn is_subarray_of_pointer(&self) -> bool {
        self.is_subarray() && self.class() == Class::Pointer
    }
}

/// Checks that each variable occurs at most once in the `self`, `host` and `device` clauses of one
/// `update`. Several subarrays of one variable are permitted (OpenACC 3.4 2.14.4).
pub(super) fn check_updates(cx: &Cx<'_>, draft: &Draft, report: &mut Findings) {
    let updates = draft.ids().filter(|id| draft.construct(*id).kind == AccDirective::Update);
    for id in updates {
        let construct = draft.construct(id);
        debug_assert_eq!(construct.half, Half::Whole, "update is no part of a combined directive");
        let mut seen: FxHashMap<Place, DifferentParts<'_>> = FxHashMap::default();
        for clause in &construct.clauses {
            // Findings about the items were reported when the attributes were collected, so they are dropped here.
            for item in items::of_clause(cx, *clause, &mut Findings::default()) {
                if let Err((earlier, item)) = seen.entry(item.variable.clone()).or_default().add(item) {
                    report_second_update(&item, earlier, report);
                }
            }
        }
    }
}

fn report_second_update(item: &CheckedItem<'_>, earlier: &CheckedItem<'_>, report: &mut Findings) {
    let message = format!("`{}` is updated twice by one directive", item.text());
    let finding = Diagnostic::new(&codes::ACC0093, item.view.span(item.at), message)
        .label(item.view.span(earlier.at), "named here first");
    report.push(item.directive, finding);
}
