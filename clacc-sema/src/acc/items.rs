//! The items of data clauses: the variable, the member and the part that each names.
//!
//! This follows OpenACC 3.4 2.7.1, and "Basic Data Attributes" of the mapping specification where that is stricter.

use clacc_syntax::arena::{Idx, RawIdx};
use clacc_syntax::ast::{ClauseId, DirectiveId};
use clacc_syntax::checkpoint;
use clacc_syntax::diagnostics::{Code, Confidence, Diagnostic, Fix};
use clacc_syntax::directive::{AccClause, AccDirective};
use clacc_syntax::token::TokenRange;

use super::clauses::ListItem;
use super::codes;
use super::cx::Cx;
use super::findings::Findings;
use super::lower::{takes_variables, takes_whole_variables};
use super::subarrays;
use crate::program::View;
use crate::program::entity::{Class, EntityKind, Shape};
use crate::program::item::{Bounds, ItemRoot};
use crate::program::place::{At, EntityId, Place};

/// A list item that names a variable and has no errors.
#[derive(Clone, Debug)]
pub(super) struct CheckedItem<'a> {
    pub(super) view: View<'a>,
    pub(super) directive: DirectiveId,
    pub(super) clause: ClauseId,
    /// Its position in the clause.
    pub(super) position: Idx<ListItem>,
    pub(super) at: At,
    /// The variable or member.
    pub(super) variable: Place,
    /// The variable, the member, or a part of one.
    pub(super) place: Place,
    /// The expression that names the variable or member.
    pub(super) base: At,
    /// The number of subscripts and ranges after the variable or member.
    pub(super) selections: usize,
}

impl CheckedItem<'_> {
    /// Returns whether the item names a part of its variable.
    pub(super) fn is_subarray(&self) -> bool {
        self.selections > 0
    }

    /// The class of the variable or member; unknown if its type is unknown.
    pub(super) fn class(&self) -> Class {
        self.view.class_at(self.base)
    }

    /// The shape of the elements that the ranges select, or of the elements of an array; none if it is not known.
    pub(super) fn elements(&self) -> Option<Shape> {
        self.view.selected(self.base, self.selections)
    }

    /// The variable or member in the syntax of the host language.
    pub(super) fn text(&self) -> String {
        self.view.place_text(&self.variable)
    }
}

const ITEMS_BETWEEN_CHECKPOINTS: usize = 1 << 10;

/// The items of a clause that have no errors. Errors are reported.
pub(super) fn of_clause<'a>(cx: &Cx<'a>, clause: ClauseId, report: &mut Findings) -> Vec<CheckedItem<'a>> {
    let Some(kind) = cx.kind_of(clause) else { return Vec::new() };
    let directive = cx.clause_node(clause).directive;
    let is_update = cx.directive(directive).kind.acc() == Some(AccDirective::Update);
    if !(takes_variables(kind) || kind == AccClause::SelfClause && is_update) {
        return Vec::new();
    }
    let checker = ItemChecker { view: cx.view, directive, clause, kind };
    let positions = (0..).map(|position| Idx::from_raw(RawIdx::from_u32(position)));
    let items = cx.clauses[clause].items().iter().zip(positions);
    let items = checkpoint::every(ITEMS_BETWEEN_CHECKPOINTS, items);
    items.filter_map(|(item, position)| checker.resolve(item, position, report)).collect()
}

struct ItemChecker<'a> {
    view: View<'a>,
    directive: DirectiveId,
    clause: ClauseId,
    kind: AccClause,
}

impl<'a> ItemChecker<'a> {
    fn spelling(&self) -> &'a str {
        self.view.spelling(self.clause)
    }

    fn error(&self, report: &mut Findings, code: &'static Code, at: TokenRange, message: String) {
        report.push(self.directive, Diagnostic::new(code, at, message));
    }

    /// Checks an item; none if it has an error.
    fn resolve(
        &self,
        item: &ListItem,
        position: Idx<ListItem>,
        report: &mut Findings,
    ) -> Option<CheckedItem<'a>> {
        self.check_subscripts(item, report)?;
        let subarrays = subarrays::SubarrayChecker { view: self.view, directive: self.directive };
        match item.written.root {
            ItemRoot::Entity(entity, _) => {
                self.check_entity(entity, item.written.base, report)?;
                self.check_members(item, report)?;
                self.check_names_of_members(item, report)?;
                subarrays.check(item, report)?;
                self.check_pointers(item, report)?;
            }
            ItemRoot::ElementOf(root, at) if self.takes_members_of_elements() => {
                if let Some(entity) = root {
                    self.check_entity(entity, at, report)?;
                    subarrays.check(item, report)?;
                }
                return None;
            }
            ItemRoot::Unknown => return None,
            root => {
                self.report_root(root, item, report);
                return None;
            }
        }
        let place = item.place.clone()?;
        Some(CheckedItem {
            view: self.view,
            directive: self.directive,
            clause: self.clause,
            position,
            at: item.at,
            variable: place.without_ranges(),
            place,
            base: item.written.base,
            selections: item.written.selections.len(),
        })
    }

    /// Returns true if the clause takes members of elements, as in `a[i].x` and `p->q[i].x`: it maps, updates or attaches them when the
    /// directive is executed, so that the subscript determines the element.
    fn takes_members_of_elements(&self) -> bool {
        use AccDirective as D;
        let directive = self.view.directive(self.directive).kind.acc();
        let is_executed = !matches!(directive, Some(D::Declare | D::HostData));
        let begins = self.kind.moves_data() || matches!(self.kind, AccClause::Attach | AccClause::Detach);
        is_executed && begins
    }

    /// Reports a subscript in a clause that takes no single elements. An element of an array is a variable for data clauses (OpenACC 3.4
    /// 1.6), and `reduction` defines its meaning (2.5.15).
    fn check_subscripts(&self, item: &ListItem, report: &mut Findings) -> Option<()> {
        if self.kind == AccClause::Reduction || self.kind.moves_data() {
            return Some(());
        }
        let subscript = item.written.selections.iter().rev().find_map(|selection| match selection.bounds {
            Bounds::Index(index) => Some(index),
            Bounds::Range { .. } => None,
        });
        let Some(index) = subscript else { return Some(()) };
        self.report_subscript(item.at, index, report);
        None
    }

    fn report_subscript(&self, at: At, index: At, report: &mut Findings) {
        let index = self.view.span(index);
        let message = format!("a subscript in `{}` needs a range with `:`", self.spelling());
        let mut finding = Diagnostic::new(&codes::ACC0072, self.view.span(at), message)
            .note("`[start:length]` names elements; what one number alone means differs between compilers");
        finding.fix = Some(Fix {
            title: "name the one element".to_owned(),
            edits: vec![(TokenRange::new(index.end, index.end), ":1".to_owned())],
            confidence: Confidence::Maybe,
        });
        report.push(self.directive, finding);
    }

    /// Reports an item that does not begin with a name.
    fn report_root(&self, root: ItemRoot, item: &ListItem, report: &mut Findings) {
        let (is_member, is_subarray) = (item.written.is_member, !item.written.selections.is_empty());
        let at = match root {
            ItemRoot::Other(at) if !is_member && !is_subarray => at,
            _ => item.at,
        };
        let (code, message) = match (root, is_member) {
            (ItemRoot::Range(_), true) => (&codes::ACC0074, "a subarray has no members".to_owned()),
            (_, true) => (&codes::ACC0081, "only a member of a variable can be named here".to_owned()),
            _ if is_subarray => {
                (&codes::ACC0071, "a subarray must begin with the name of a variable".to_owned())
            }
            _ => (&codes::ACC0070, format!("`{}` takes {}", self.spelling(), self.takes())),
        };
        self.error(report, code, self.view.span(at), message);
    }

    /// The kinds of list items that the clause takes, as text.
    fn takes(&self) -> &'static str {
        if takes_whole_variables(self.kind) {
            "variables and their subarrays"
        } else {
            "variables, their members and their subarrays"
        }
    }

    fn check_entity(&self, id: EntityId, at: At, report: &mut Findings) -> Option<()> {
        let name = self.view.text(self.view.name(id));
        let what = match self.view.entity(id).kind {
            EntityKind::Object => return Some(()),
            EntityKind::Undeclared => {
                let message = format!("`{name}` is not declared");
                self.error(report, &codes::ACC0065, self.view.span(at), message);
                return None;
            }
            EntityKind::Function => "a function",
            EntityKind::Type => "a type",
            EntityKind::Constant => self.view.words().constant,
        };
        let message = format!("`{}` takes {}, and `{name}` is {what}", self.spelling(), self.takes());
        let mut finding = Diagnostic::new(&codes::ACC0070, self.view.span(at), message);
        if let Some(declared) = self.view.declared_at(id) {
            finding = finding.label(declared, "declared here");
        }
        report.push(self.directive, finding);
        None
    }

    /// Reports a member if the clause does not take members.
    fn check_members(&self, item: &ListItem, report: &mut Findings) -> Option<()> {
        if !takes_whole_variables(self.kind) || !item.written.is_member {
            return Some(());
        }
        let message = format!("`{}` takes variables, not their members", self.spelling());
        let mut finding = Diagnostic::new(&codes::ACC0081, self.view.span(item.at), message);
        if self.kind == AccClause::Reduction {
            finding = finding.note(
                "OpenACC 3.4 2.5.15 permits no members; reduce a variable of its own, and assign it behind the construct",
            );
        }
        report.push(self.directive, finding);
        None
    }

    /// Reports a member that the type does not have.
    fn check_names_of_members(&self, item: &ListItem, report: &mut Findings) -> Option<()> {
        let absent = Some(item.written.base).filter(|_| item.written.is_member);
        let Some((member, what)) = absent.and_then(|base| self.view.absent_member(base)) else {
            return Some(());
        };
        let message = format!("`{}` is no member of {what}", self.view.text(member));
        self.error(report, &codes::ACC0157, self.view.span(item.at), message);
        None
    }

    /// Reports elements reached through several pointers in a clause that makes copies. The specification does not define what happens to
    /// the pointers in between (OpenACC 3.4 2.5.13 to 2.5.15).
    fn check_pointers(&self, item: &ListItem, report: &mut Findings) -> Option<()> {
        if !takes_whole_variables(self.kind) || !item.limits.behind_pointers {
            return Some(());
        }
        let message = format!("`{}` takes no subarray that lies behind several pointers", self.spelling());
        self.error(report, &codes::ACC0073, self.view.span(item.at), message);
        None
    }
}
