//! `threadprivate` (OpenMP 5.2 5.2): each thread has a variable of its own.
//!
//! Where the compiler has `__thread`, the variable itself becomes one of each thread, in all its declarations; nothing else changes.
//! Otherwise the object that is declared gets another name and holds the first value alone, and each use asks the library for the
//! copy of the calling thread. Either way the linker finds no variable where a unit does not know that it is threadprivate.
//! A static variable of a function is declared in front of the function, so that regions can name it.
//!
//! All of this is tokens that stand for other tokens, the same in every function that a region becomes: such a variable is never
//! passed to one.

mod declarations;

use clacc_sema::c::model::SymbolKind;
use clacc_sema::program::View;
use clacc_sema::program::directive::{ArgumentValue, Scope};
use clacc_sema::program::place::{At, EntityId};
use clacc_syntax::Name;
use clacc_syntax::directive::OmpDirective;
use clacc_syntax::sorting::Sorting;
use clacc_syntax::token::TokenRange;
use rustc_hash::FxHashMap;

use super::{Lowering, Step};
use crate::codes;

/// The threadprivate variables that a declaration names.
#[derive(Debug, Default)]
pub(super) struct Threadprivate {
    variables: FxHashMap<EntityId, Stored>,
    /// What stands for tokens of the user, in order. Where a range is empty, it stands in front of a token.
    edits: Vec<(TokenRange, String)>,
}

/// Which declarations of a name are about the same variable (C17 6.2.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Linkage {
    /// This one alone.
    #[default]
    None,
    /// Those of the unit.
    Internal,
    /// Those of all units.
    External,
}

/// How a threadprivate variable is stored.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Stored {
    linkage: Linkage,
    /// The expression that is the calling thread's variable.
    expression: String,
    /// The name of the object that is declared.
    object: String,
    /// The declaration of the cell by which the library knows the variable; none for a variable with `__thread`.
    cell: Option<String>,
}

impl Threadprivate {
    /// The variables of file scope that directives of the unit name, and those of the function that directives in it name.
    pub(super) fn of(view: View<'_>, of_unit: &FxHashMap<Name, Linkage>) -> Threadprivate {
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

    pub(super) fn has(&self, entity: EntityId) -> bool {
        self.variables.contains_key(&entity)
    }

    /// The expression that is the calling thread's variable; none for other variables.
    pub(super) fn expression(&self, entity: EntityId) -> Option<&str> {
        self.variables.get(&entity).map(|stored| &*stored.expression)
    }

    /// What stands for tokens in a range.
    pub(super) fn edits_in(&self, range: TokenRange) -> &[(TokenRange, String)] {
        let start = self.edits.partition_point(|(at, _)| at.start < range.start);
        let length = self.edits[start..].partition_point(|(at, _)| at.start < range.end);
        &self.edits[start..start + length]
    }

    /// Whether nothing of the declaration changes.
    pub(super) fn changes_nothing(&self) -> bool {
        self.edits.is_empty()
    }
}

/// The items of the `threadprivate` directives of a declaration, with the variables that they are.
fn listed(view: View<'_>) -> impl Iterator<Item = (TokenRange, Option<EntityId>)> + '_ {
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

/// The variable or function that an expression is the name of.
fn named_by(view: View<'_>, at: At) -> Option<EntityId> {
    let symbol = view.c_model()?.symbol_of(view.c_expr(at)?)?;
    Some(EntityId::new(symbol.into_raw().into_u32()))
}

impl Lowering<'_> {
    /// Finds what stands for the declarations and uses of threadprivate variables.
    pub(super) fn store_threadprivate(&mut self) -> Step {
        self.check_listed()?;
        self.check_constants()?;
        self.name_stored();
        self.edit_declarations()?;
        self.edit_uses();
        self.threadprivate.edits.order_by_key(|(at, _)| (at.start, at.end));
        Ok(())
    }

    /// Each item is a variable with static storage, and the directive is in its scope (OpenMP 5.2 5.2).
    fn check_listed(&mut self) -> Step {
        let Some(first) = self.view.program.order.first() else { return Ok(()) };
        let is_at_file = self.view.scope_of(*first) == Scope::File;
        for (at, entity) in listed(self.view).collect::<Vec<_>>() {
            let kind = entity.map(|entity| &self.model.symbols[self.view.c_symbol(entity)].kind);
            let is_right = match kind {
                Some(SymbolKind::Global | SymbolKind::Undeclared) => is_at_file,
                Some(SymbolKind::StaticLocal | SymbolKind::ThreadLocal) => true,
                _ => false,
            };
            if !is_right {
                let text = self.text(at)?;
                let message = format!(
                    "`{text}` cannot be threadprivate here: it is no variable with static storage that is declared in this scope"
                );
                return Err(self.refuse(&codes::GEN0010, at, message));
            }
        }
        Ok(())
    }

    /// The address of a variable that each thread has is no constant.
    fn check_constants(&mut self) -> Step {
        let tree = &self.model.parsed.tree;
        let constants: Vec<TokenRange> = self
            .model
            .declared
            .iter()
            .filter(|(_, symbol)| {
                let kind = &self.model.symbols[*symbol].kind;
                matches!(kind, SymbolKind::Global | SymbolKind::StaticLocal | SymbolKind::ThreadLocal)
            })
            .filter_map(|(entity, _)| tree.spans.inits.get(tree[entity].init?))
            .collect();
        for named in &self.view.program.named {
            let at = self.view.span(named.at);
            let is_inside = |range: &TokenRange| range.start <= at.start && at.start < range.end;
            if self.threadprivate.has(named.entity) && constants.iter().any(is_inside) {
                let name = self.entity_text(named.entity);
                let message = format!(
                    "`{name}` is threadprivate, so that neither its address nor its value is a constant"
                );
                return Err(self.refuse(&codes::GEN0012, at, message));
            }
        }
        Ok(())
    }

    /// Decides what the objects are called, and what names the calling thread's ones.
    fn name_stored(&mut self) {
        let mut entities: Vec<EntityId> = self.threadprivate.variables.keys().copied().collect();
        entities.order_unstable();
        for entity in entities {
            let linkage = self.threadprivate.variables[&entity].linkage;
            let stored = self.stored(self.entity_text(entity), linkage);
            self.threadprivate.variables.insert(entity, stored);
        }
    }

    /// How a variable is stored that has this name in the source.
    fn stored(&mut self, name: &str, linkage: Linkage) -> Stored {
        let function = self.function.clone();
        let has_storage = self.facts.has_thread_storage;
        let (object, cell) = match linkage {
            Linkage::None => (
                self.name(&format!("threadprivate_{function}_{name}")),
                self.name(&format!("cell_{function}_{name}")),
            ),
            _ if has_storage => (name.to_owned(), String::new()),
            // All units call them so.
            _ => (format!("clacc_original_{name}"), format!("clacc_cell_{name}")),
        };
        if has_storage {
            return Stored { linkage, expression: object.clone(), object, cell: None };
        }
        let expression = format!(
            "(*(__typeof__({object}) *)clacc_threadprivate(&{cell}, (const void *)&{object}, sizeof {object}))"
        );
        let cell = match linkage {
            // Every unit has the cell, and the linker makes them one.
            Linkage::External => format!("extern void *{cell} __attribute__((weak)); void *{cell};"),
            Linkage::Internal | Linkage::None => format!("static void *{cell};"),
        };
        Stored { linkage, expression, object, cell: Some(cell) }
    }

    /// The names of the variables where they are used, as far as other expressions stand for them.
    fn edit_uses(&mut self) {
        let mut cells: Vec<EntityId> = Vec::new();
        for (token, entity) in self.uses.threadprivate().to_vec() {
            let Some(stored) = self.threadprivate.variables.get(&entity) else { continue };
            if stored.expression != self.entity_text(entity) {
                let edit = (TokenRange::new(token, token + 1), stored.expression.clone());
                self.threadprivate.edits.push(edit);
                cells.push(entity);
            }
        }
        cells.order_unstable();
        cells.dedup();
        for entity in cells {
            if let Some(cell) = self.threadprivate.variables[&entity].cell.clone() {
                self.declare_before(cell);
            }
        }
    }
}
