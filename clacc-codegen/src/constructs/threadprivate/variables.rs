//! Threadprivate variables, and the edits of their tokens.

use clacc_sema::c::model::SymbolKind;
use clacc_sema::program::View;
use clacc_sema::program::directive::ArgumentValue;
use clacc_sema::program::place::{At, EntityId};
use clacc_syntax::Name;
use clacc_syntax::directive::OmpDirective;
use clacc_syntax::token::TokenRange;
use rustc_hash::FxHashMap;

use crate::declaration_tokens::edits_within;

/// The threadprivate variables that a declaration names.
#[derive(Debug, Default)]
pub(crate) struct Threadprivate {
    pub(crate) variables: FxHashMap<EntityId, Stored>,
    /// The edits of tokens, in order: the text that replaces a range. With an empty range, the text is inserted before a token.
    pub(crate) edits: Vec<(TokenRange, String)>,
}

/// The linkage of a variable (C17 6.2.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Linkage {
    /// No linkage: each declaration is a separate variable.
    #[default]
    None,
    /// Internal linkage: all declarations in the unit are the same variable.
    Internal,
    /// External linkage: all declarations in all units are the same variable.
    External,
}

/// How a threadprivate variable is stored.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Stored {
    pub(crate) linkage: Linkage,
    /// The expression for the calling thread's variable.
    pub(crate) expression: String,
    /// The name of the declared object.
    pub(crate) object: String,
    /// The declaration of the cell by which the library identifies the variable; none for a variable with `__thread`.
    pub(crate) cell: Option<String>,
}

impl Threadprivate {
    /// Returns the file-scope variables that directives of the unit list, and the static variables of the function that its directives
    /// list.
    pub(crate) fn of(view: View<'_>, of_unit: &FxHashMap<Name, Linkage>) -> Threadprivate {
        let mut found = Threadprivate::default();
        let Some(model) = view.c_model() else { return found };
        let own: Vec<EntityId> = listed(view).filter_map(|(_, entity)| entity).collect();
        for (id, symbol) in model.symbols.iter() {
            let entity = EntityId::new(id.into_raw().into_u32());
            let linkage = match symbol.kind {
                SymbolKind::Global => of_unit.get(&symbol.name).copied(),
                SymbolKind::StaticLocal => own.contains(&entity).then_some(Linkage::None),
                _ => None,
            };
            let stored = |linkage| Stored { linkage, ..Stored::default() };
            found.variables.extend(linkage.map(|linkage| (entity, stored(linkage))));
        }
        found
    }

    pub(crate) fn has(&self, entity: EntityId) -> bool {
        self.variables.contains_key(&entity)
    }

    /// Returns the expression for the calling thread's variable, or none for other variables.
    pub(crate) fn expression(&self, entity: EntityId) -> Option<&str> {
        self.variables.get(&entity).map(|stored| &*stored.expression)
    }

    /// Returns the edits in a range of tokens.
    pub(crate) fn edits_in(&self, range: TokenRange) -> &[(TokenRange, String)] {
        edits_within(&self.edits, range)
    }

    /// Returns true if the declaration is not edited.
    pub(crate) fn changes_nothing(&self) -> bool {
        self.edits.is_empty()
    }
}

/// Returns the list items of the `threadprivate` directives of a declaration, each with the variable that it names.
pub(crate) fn listed(view: View<'_>) -> impl Iterator<Item = (TokenRange, Option<EntityId>)> + '_ {
    let is_threadprivate =
        move |id: &&_| view.directive(**id).kind.omp() == Some(OmpDirective::Threadprivate);
    let directives = view.program.order.iter().filter(is_threadprivate);
    directives.flat_map(move |id| {
        let items = view.directive(*id).argument.iter().flat_map(|argument| &argument.items);
        let whole = view.directive_name_span(*id);
        items.map(move |item| match item.value {
            ArgumentValue::Value(at) => (view.span(at), named_by(view, at)),
            _ => (whole, None),
        })
    })
}

/// Returns the variable or function that an expression names.
fn named_by(view: View<'_>, at: At) -> Option<EntityId> {
    let symbol = view.c_model()?.symbol_of(view.c_expr(at)?)?;
    Some(EntityId::new(symbol.into_raw().into_u32()))
}
