//! The attributes that directives outside constructs give variables.

use clacc_syntax::ast::DirectiveId;
use clacc_syntax::directive::OmpDirective;
use clacc_syntax::token::TokenRange;

use crate::program::View;
use crate::program::directive::ArgumentValue;
use crate::program::place::EntityId;

/// The attributes that the rest of the unit gives the variables of a declaration. Both lists are sorted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct UnitVariables {
    /// The variables that `threadprivate` directives at file scope name.
    pub threadprivate: Box<[EntityId]>,
    /// The variables that `declare target` directives put on the device.
    pub on_device: Box<[EntityId]>,
}

/// The threadprivate variables, sorted: those of the unit, and those that directives in the declaration name.
pub(crate) fn threadprivate(view: View<'_>, unit: &UnitVariables) -> Vec<EntityId> {
    let is_threadprivate = |id: &&_| view.directive(**id).kind.omp() == Some(OmpDirective::Threadprivate);
    let directives = view.program.order.iter().filter(is_threadprivate);
    let items = directives.flat_map(|id| view.directive(*id).argument.iter().flat_map(|each| &each.items));
    let own = items.filter_map(|item| match item.value {
        ArgumentValue::Value(at) => view.root_of(at),
        _ => None,
    });
    let mut all: Vec<EntityId> = unit.threadprivate.iter().copied().chain(own).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// The variables that iterators of clauses declare, sorted (OpenMP 5.2 3.2.6). They exist in their clauses alone.
pub(super) fn iterators(view: View<'_>) -> Vec<EntityId> {
    let says_iterator = |id: &&DirectiveId| {
        let clauses = view.directive(**id).clauses.iter();
        let mut words = clauses.flat_map(|clause| view.clause_node(*clause).modifier_words());
        words.any(|word| view.text(word) == "iterator")
    };
    let directives = view.program.order.iter().filter(says_iterator);
    let spans: Vec<TokenRange> = directives.map(|id| view.directive_span(*id)).collect();
    if spans.is_empty() {
        return Vec::new();
    }
    let entities = (0..view.program.entities.len() as u32).map(EntityId::new);
    let is_inside = |declared: TokenRange| {
        let before = spans.partition_point(|span| span.start <= declared.start);
        before > 0 && declared.end <= spans[before - 1].end
    };
    entities.filter(|id| view.declared_at(*id).is_some_and(is_inside)).collect()
}
