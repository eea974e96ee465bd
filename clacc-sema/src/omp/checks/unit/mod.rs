//! Checks of directives that depend on directives in other external declarations of the unit.
//!
//! A [`UnitMark`] is a fact about a directive that checks of other declarations need. The marks of a declaration follow from the
//! declaration alone. The checks read the marks of all declarations in the order of the unit.

mod marks;
mod pairs;
mod repeated;
mod requirements;

use clacc_syntax::ast::{ClauseId, DirectiveId};
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::OmpDirective;
use clacc_syntax::token::TokenRange;

use super::declared_reductions::declared_types;
use super::declared_targets;
use crate::program::View;
use crate::program::directive::{ArgumentValue, Scope};
use crate::program::place::Place;

pub use self::marks::{MarkKind, UnitMark, UnitPlace};
pub(super) use self::pairs::is_begin;

/// The marks of the directives of a declaration, in source order.
pub fn marks(view: View<'_>) -> Vec<UnitMark> {
    let mut found = Vec::new();
    for directive in view.program.order.iter().copied() {
        if let Some(kind) = view.directive(directive).kind.omp() {
            MarkGathering { view, directive, kind, found: &mut found }.gather();
        }
    }
    found
}

struct MarkGathering<'a> {
    view: View<'a>,
    directive: DirectiveId,
    kind: OmpDirective,
    found: &'a mut Vec<UnitMark>,
}

impl MarkGathering<'_> {
    fn add(&mut self, at: TokenRange, kind: MarkKind) {
        self.found.push(UnitMark { at, kind });
    }

    fn gather(&mut self) {
        let (view, name) = (self.view, self.view.directive_name_span(self.directive));
        if is_begin(view, self.directive) {
            self.add(name, MarkKind::Begin(self.kind));
        } else if pairs::is_end(self.kind) {
            self.add(name, MarkKind::End(self.kind));
        }
        for (name, ty, is_mapper) in declared_types(view, self.directive) {
            if is_mapper {
                self.add(ty.at, MarkKind::Mapper(name));
            }
            if view.scope_of(self.directive) == Scope::File {
                let kind = MarkKind::Declared { name, ty: ty.key, text: ty.text.into(), is_mapper };
                self.add(ty.at, kind);
            }
        }
        if self.kind == OmpDirective::DeclareTarget {
            let mut items = declared_targets::listed(view, self.directive);
            items.retain(|item| view.entity(item.entity).is_object());
            items.sort_by_key(|item| (item.entity, item.at));
            items.dedup_by_key(|item| item.entity);
            for item in items {
                let (name, is_link) = (view.name(item.entity), declared_targets::is_link(view, item.clause));
                let text = view.text(name).into();
                self.add(view.span(item.at), MarkKind::OnDevice { name, text, is_link });
            }
        }
        for clause in &view.directive(self.directive).clauses {
            self.gather_clause(*clause);
        }
        self.gather_use(name);
    }

    fn gather_clause(&mut self, clause: ClauseId) {
        let view = self.view;
        let node = view.clause_node(clause);
        let Some(kind) = node.kind.omp() else { return };
        if self.kind == OmpDirective::Requires {
            let word = node.items().first().and_then(|item| match item.value {
                ArgumentValue::Word(word) => Some(word),
                _ => None,
            });
            self.add(view.clause_span(clause), MarkKind::Requires(kind, word));
        }
        let modifiers = node.arguments.iter().flat_map(|arguments| &arguments.modifiers);
        let mappers = modifiers.filter(|modifier| view.text(modifier.word) == "mapper");
        for at in mappers.filter_map(|modifier| modifier.arguments.first()) {
            if let Some(place) = view.place_of(*at).filter(Place::is_whole) {
                let name = view.name(place.root);
                self.add(view.span(*at), MarkKind::MapperNamed(name, view.text(name).into()));
            }
        }
    }

    /// Adds a mark for a construct to which a clause of `requires` matters.
    fn gather_use(&mut self, name: TokenRange) {
        use OmpDirective as D;
        let is_device = |part: &D| {
            matches!(
                part,
                D::Target | D::TargetData | D::TargetEnterData | D::TargetExitData | D::TargetUpdate
            )
        };
        if self.kind.info().constituents.iter().any(is_device) {
            self.add(name, MarkKind::Device);
        } else if self.kind == D::Atomic && !requirements::has_memory_order(self.view, self.directive) {
            self.add(name, MarkKind::Atomic);
        }
    }
}

/// The findings about the marks of a unit, with tokens of the main file.
pub fn check<'m>(marks: impl Iterator<Item = (UnitPlace, &'m MarkKind)>) -> Vec<Diagnostic<TokenRange>> {
    let mut report = Vec::new();
    let mut pairs = pairs::Pairs::default();
    let mut repeated = repeated::Repeated::default();
    let mut requirements = requirements::Requirements::default();
    for (place, mark) in marks {
        pairs.read(place, mark, &mut report);
        repeated.read(place, mark, &mut report);
        requirements.read(place, mark, &mut report);
    }
    pairs.finish(&mut report);
    report.into_iter().filter(|(place, _)| !place.in_headers).map(|(_, finding)| finding).collect()
}
