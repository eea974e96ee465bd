//! Explicit data attributes: what the clauses say, and what they may not say together.
//!
//! "Basic Data Attributes" of the mapping specification. The rules about conflicts hold for a directive as
//! written: on a combined one both halves count together.

use std::collections::hash_map::Entry;

use clacc_syntax::ast::{ClauseId, DirectiveId, ExprId};
use clacc_syntax::diagnostics::{Confidence, Diagnostic, Fix};
use clacc_syntax::directive::{AccClause, AccDirective};

use rustc_hash::{FxHashMap, FxHashSet};

use super::codes;
use super::constructs::{Attributes, Draft};
use super::facts::{Attribute, ConstructId, Half, How, Mapping, Reason, Rule, Sharing, Variable};
use super::items::{self, Item};
use super::reduction_types;
use super::report::Report;
use super::subarrays;
use super::typing;
use super::view::View;
use crate::c::types::QualType;
use crate::directives::reduction::ReductionOp;

/// A data attribute that a clause gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Given {
    Mapping(Mapping),
    Sharing(Sharing),
}

/// What a clause gives the variables it lists; none for a clause that gives no attribute.
fn given_by(view: &View<'_>, clause: ClauseId) -> Option<Given> {
    let mapping = Given::Mapping;
    Some(match view.tree()[clause].acc()? {
        AccClause::Copy => mapping(Mapping::Copy),
        AccClause::Copyin => mapping(Mapping::Copyin),
        AccClause::Copyout => mapping(Mapping::Copyout),
        AccClause::Create => mapping(Mapping::Create),
        AccClause::NoCreate => mapping(Mapping::NoCreate),
        AccClause::Present => mapping(Mapping::Present),
        AccClause::Delete => mapping(Mapping::Delete),
        AccClause::Deviceptr => mapping(Mapping::Deviceptr),
        AccClause::Private => Given::Sharing(Sharing::Private),
        AccClause::Firstprivate => Given::Sharing(Sharing::Firstprivate),
        AccClause::Reduction => Given::Sharing(Sharing::Reduction(reduction_operator(view, clause)?)),
        _ => return None,
    })
}

fn reduction_operator(view: &View<'_>, clause: ClauseId) -> Option<ReductionOp> {
    let word = view.tree()[clause].modifier_words().next()?;
    ReductionOp::ALL.iter().copied().find(|op| op.text() == view.text(word))
}

/// The canonical name of an attribute.
pub(super) fn text(given: Given) -> &'static str {
    match given {
        Given::Mapping(mapping) => mapping.text(),
        Given::Sharing(sharing) => sharing.text(),
    }
}

/// Where an explicit attribute is written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) clause: Option<ClauseId>,
    pub(super) item: Option<ExprId>,
}

impl Place {
    /// The reason for an attribute that a data clause of another construct suppresses.
    pub(super) fn visible_from(self, from: ConstructId) -> Reason {
        Reason {
            how: How::Implicit,
            clause: self.clause,
            item: self.item,
            from: Some(from),
            rule: Rule::VisibleDataClause,
        }
    }
}

/// What a directive's clauses say about a variable.
struct Said<'a> {
    given: Given,
    item: Item<'a>,
    rule: Rule,
}

/// What the clauses of a directive gave so far, in source order.
#[derive(Default)]
struct Seen<'a> {
    entries: Vec<Said<'a>>,
    /// Where the entries of each variable are: at most one for mapping and one for sharing.
    of: FxHashMap<Variable, Vec<usize>>,
}

impl<'a> Seen<'a> {
    fn add(&mut self, entry: Said<'a>) {
        self.of.entry(entry.item.variable.clone()).or_default().push(self.entries.len());
        self.entries.push(entry);
    }

    fn of(&self, variable: &Variable) -> impl Iterator<Item = usize> {
        self.of.get(variable).into_iter().flatten().copied()
    }
}

/// Finds the explicit attributes of every construct.
pub(super) fn find(view: &View<'_>, draft: &mut Draft, report: &mut Report) {
    for directive in draft.directives.clone() {
        let Some((outer, inner)) = draft.halves(directive) else { continue };
        let mut seen = Seen::default();
        for clause in clauses_of(view, draft, directive) {
            collect(view, directive, clause, &mut seen, report);
        }
        for entry in seen.entries {
            let home = if belongs_to_inner(entry.given) { inner.unwrap_or(outer) } else { outer };
            add(draft, home, &entry);
        }
    }
}

/// The clauses of both halves, in source order.
fn clauses_of(view: &View<'_>, draft: &Draft, directive: DirectiveId) -> Vec<ClauseId> {
    let Some((outer, inner)) = draft.halves(directive) else { return Vec::new() };
    let halves = std::iter::once(outer).chain(inner);
    let kept: FxHashSet<ClauseId> = halves.flat_map(|half| &draft.construct(half).clauses).copied().collect();
    view.tree()[directive].clauses.iter().filter(|clause| kept.contains(clause)).copied().collect()
}

fn belongs_to_inner(given: Given) -> bool {
    matches!(given, Given::Sharing(Sharing::Private | Sharing::Reduction(_)))
}

fn collect<'a>(
    view: &View<'a>,
    directive: DirectiveId,
    clause: ClauseId,
    seen: &mut Seen<'a>,
    report: &mut Report,
) {
    let Some(kind) = view.tree()[clause].acc() else { return };
    let given = given_by(view, clause);
    let items = items::of_clause(view, directive, clause, report);
    report_pointers(view, kind, clause, &items, report);
    for item in items {
        check_type(view, kind, &item, report);
        let Some(given) = given else { continue };
        if let Given::Sharing(Sharing::Reduction(op)) = given
            && !reduction_types::check(view, op, &item, report)
        {
            continue;
        }
        let Some(earlier) = conflict(given, &item.variable, seen) else {
            seen.add(Said { given, item, rule: Rule::Clause });
            continue;
        };
        let earlier = &mut seen.entries[earlier];
        if say_both_directions(view, earlier, given, &item) {
            report_both_directions(view, given, &item, earlier, report);
            earlier.given = Given::Mapping(Mapping::Copy);
            earlier.rule = Rule::BothDirections;
        } else {
            report_conflict(view, given, &item, earlier, report);
        }
    }
}

/// Whether two data clauses for the same elements together say that they are copied in and out. The mapping
/// specification refuses this; programs do it, and there is one thing only that it can mean.
fn say_both_directions(view: &View<'_>, earlier: &Said<'_>, given: Given, item: &Item<'_>) -> bool {
    use Mapping::{Copy, Copyin, Copyout};
    let is_direction = |given| matches!(given, Given::Mapping(Copy | Copyin | Copyout));
    earlier.given != given
        && is_direction(earlier.given)
        && is_direction(given)
        && view.tree()[item.directive].acc() != Some(AccDirective::Declare)
        && subarrays::same_elements(view, earlier.item.expr, item.expr)
}

fn report_both_directions(
    view: &View<'_>,
    given: Given,
    item: &Item<'_>,
    earlier: &Said<'_>,
    report: &mut Report,
) {
    let name = view.variable_text(&item.variable);
    let message = format!("two data clauses for `{name}` on one directive count as one `copy`");
    let finding = Diagnostic::new(&codes::ACC0099, view.expr_span(item.expr), message)
        .label(view.expr_span(earlier.item.expr), format!("{} here", text(earlier.given)))
        .note(format!("`copy({name})` alone says what `{}` and `{}` say", text(earlier.given), text(given)));
    report.push(item.directive, finding);
}

/// The first earlier entry that leaves no room for this one.
fn conflict(given: Given, variable: &Variable, seen: &Seen<'_>) -> Option<usize> {
    let unmappable = |sharing: Sharing| matches!(sharing, Sharing::Private | Sharing::Firstprivate);
    let excludes = |earlier: Given| match (earlier, given) {
        (Given::Mapping(_), Given::Mapping(_)) | (Given::Sharing(_), Given::Sharing(_)) => true,
        (Given::Mapping(_), Given::Sharing(sharing)) | (Given::Sharing(sharing), Given::Mapping(_)) => {
            unmappable(sharing)
        }
    };
    seen.of(variable).find(|entry| excludes(seen.entries[*entry].given))
}

fn report_conflict(view: &View<'_>, given: Given, item: &Item<'_>, earlier: &Said<'_>, report: &mut Report) {
    let name = view.variable_text(&item.variable);
    let at = view.expr_span(item.expr);
    let (old, new) = (text(earlier.given), text(given));
    let finding = match (earlier.given, given) {
        (Given::Sharing(Sharing::Reduction(old)), Given::Sharing(Sharing::Reduction(new))) if old != new => {
            let message =
                format!("`{name}` has the reductions `{}` and `{}` on one directive", old.text(), new.text());
            Diagnostic::new(&codes::ACC0094, at, message)
        }
        (old, new) if old == new => {
            let message = format!("`{name}` is named as a {} variable twice", text(new));
            let mut finding = Diagnostic::new(&codes::ACC0090, at, message);
            finding.fix = only_item_fix(view, item);
            finding
        }
        _ => {
            let message = format!("`{name}` is a {old} variable and cannot be a {new} variable too");
            Diagnostic::new(&codes::ACC0091, at, message)
        }
    };
    report.push(item.directive, finding.label(view.expr_span(earlier.item.expr), format!("{old} here")));
}

/// Removing a clause that lists nothing else.
fn only_item_fix(view: &View<'_>, item: &Item<'_>) -> Option<Fix<clacc_syntax::token::TokenRange>> {
    (view.tree()[item.clause].exprs().count() == 1).then(|| Fix {
        title: "remove the second clause".to_owned(),
        edits: vec![(view.clause_span(item.clause), String::new())],
        confidence: Confidence::Maybe,
    })
}

fn add(draft: &mut Draft, home: ConstructId, entry: &Said<'_>) {
    let reason = Reason {
        how: How::Explicit,
        clause: Some(entry.item.clause),
        item: Some(entry.item.expr),
        from: None,
        rule: entry.rule,
    };
    let attribute = draft.attribute_mut(home, &entry.item.variable);
    match entry.given {
        Given::Mapping(mapping) => attribute.mapping = Some((mapping, reason)),
        Given::Sharing(sharing) => attribute.sharing = Some((sharing, reason)),
    }
}

impl Draft {
    /// The attribute of a variable on a construct, a new one if there is none.
    pub(super) fn attribute_mut(&mut self, construct: ConstructId, variable: &Variable) -> &mut Attribute {
        let Attributes { list, positions } = self.attributes.entry(construct).or_default();
        let position = *positions.entry(variable.clone()).or_insert_with(|| {
            list.push(Attribute { variable: variable.clone(), mapping: None, sharing: None, met: None });
            list.len() - 1
        });
        &mut list[position]
    }

    /// The attribute of a variable on a construct.
    pub(super) fn attribute(&self, construct: ConstructId, variable: &Variable) -> Option<&Attribute> {
        let attributes = self.attributes.get(construct)?;
        attributes.positions.get(variable).map(|position| &attributes.list[*position])
    }
}

/// `const`, incomplete types, and what must be a pointer.
fn check_type(view: &View<'_>, kind: AccClause, item: &Item<'_>, report: &mut Report) {
    let Some(ty) = item.ty else { return };
    let name = || view.variable_text(&item.variable);
    let spelling = view.spelling(item.clause);
    let at = view.expr_span(item.expr);
    let declared = view.declaration_span(item.variable.symbol);
    let mut file = |code, message: String, label: &str| {
        let mut finding = Diagnostic::new(code, at, message);
        if let Some(declared) = declared {
            finding = finding.label(declared, label);
        }
        report.push(item.directive, finding);
    };
    if item.is_const(kind) && (writes(kind) || never_initialised(kind)) {
        let why = if writes(kind) { "writes" } else { "makes a copy without a value of" };
        file(
            &codes::ACC0083,
            format!("`{spelling}` {why} `{}`, which is const", name()),
            "declared const here",
        );
    } else if !item.is_subarray && typing::is_incomplete(ty, view.model) {
        let message = format!("`{spelling}` needs the size of `{}`, and its type is incomplete", name());
        file(&codes::ACC0082, message, "declared here");
    } else if needs_pointer(kind) && !may_be_pointer(item) {
        let what = view.describe(ty);
        file(
            &codes::ACC0084,
            format!("`{spelling}` takes pointers, and `{}` is {what}", name()),
            "declared here",
        );
    }
}

/// Warns of pointers that a data clause names without a range: the clause is about the pointer's own few bytes, and most
/// programs that write this mean the memory behind it.
fn report_pointers(
    view: &View<'_>,
    kind: AccClause,
    clause: ClauseId,
    items: &[Item<'_>],
    report: &mut Report,
) {
    use AccClause as C;
    let maps = matches!(
        kind,
        C::Copy
            | C::Copyin
            | C::Copyout
            | C::Create
            | C::Present
            | C::NoCreate
            | C::Delete
            | C::SelfClause
            | C::Device
    );
    let is_pointer = |item: &&Item<'_>| !item.is_subarray && items::class_of(item) == typing::Class::Pointer;
    let pointers: Vec<_> = items.iter().filter(is_pointer).collect();
    let [first, ..] = pointers.as_slice() else { return };
    if !maps {
        return;
    }
    let spelling = view.spelling(clause);
    let names: Vec<_> = pointers.iter().map(|item| view.variable_text(&item.variable)).collect();
    let (pointer, it, points) =
        if names.len() == 1 { ("pointer", "it", "points") } else { ("pointers", "they", "point") };
    let message =
        format!("`{spelling}` names the {pointer} `{}`, not what {it} {points} to", names.join("`, `"));
    let finding = Diagnostic::new(&codes::ACC0085, view.expr_span(first.expr), message)
        .note(format!("`{}[0:n]` names `n` elements behind the pointer", names[0]));
    report.push(first.directive, finding);
}

/// Clauses that write the variable itself: the original, or the device's copy of it.
fn writes(kind: AccClause) -> bool {
    use AccClause as C;
    matches!(kind, C::Copyout | C::Reduction | C::SelfClause | C::Device)
}

/// Clauses whose copy has no value until the program assigns one.
fn never_initialised(kind: AccClause) -> bool {
    matches!(kind, AccClause::Create | AccClause::Private)
}

fn needs_pointer(kind: AccClause) -> bool {
    matches!(kind, AccClause::Deviceptr | AccClause::Attach | AccClause::Detach)
}

fn may_be_pointer(item: &Item<'_>) -> bool {
    use typing::Class;
    matches!(items::class_of(item), Class::Pointer | Class::Unknown) || item.is_subarray
}

impl Item<'_> {
    /// Whether what a clause names is const: the elements where a range behind a pointer is copied or reduced.
    fn is_const(&self, kind: AccClause) -> bool {
        if !self.is_subarray_of_pointer() {
            return self.ty.is_some_and(QualType::is_const);
        }
        items::takes_whole_variables(kind) && self.element.is_some_and(QualType::is_const)
    }

    /// A range behind a pointer names what is pointed to; the pointer's own `const` says nothing about it.
    fn is_subarray_of_pointer(&self) -> bool {
        self.is_subarray && items::class_of(self) == typing::Class::Pointer
    }
}

/// Each variable at most once in the `self`, `host` and `device` clauses of one `update`.
pub(super) fn check_updates(view: &View<'_>, draft: &Draft, report: &mut Report) {
    let updates = draft.ids().filter(|id| draft.construct(*id).kind == AccDirective::Update);
    for id in updates {
        let construct = draft.construct(id);
        debug_assert_eq!(construct.half, Half::Whole, "update is no part of a combined directive");
        let mut seen: FxHashMap<Variable, Item<'_>> = FxHashMap::default();
        for clause in &construct.clauses {
            // The items were checked, and findings about them filed, when the attributes were looked for.
            for item in items::of_clause(view, construct.directive, *clause, &mut Report::default()) {
                match seen.entry(item.variable.clone()) {
                    Entry::Vacant(vacant) => drop(vacant.insert(item)),
                    Entry::Occupied(earlier) => {
                        report_second_update(view, &item, earlier.get(), report);
                    }
                }
            }
        }
    }
}

fn report_second_update(view: &View<'_>, item: &Item<'_>, earlier: &Item<'_>, report: &mut Report) {
    let message = format!("`{}` is updated twice by one directive", view.variable_text(&item.variable));
    let finding = Diagnostic::new(&codes::ACC0093, view.expr_span(item.expr), message)
        .label(view.expr_span(earlier.expr), "named here first");
    report.push(item.directive, finding);
}
