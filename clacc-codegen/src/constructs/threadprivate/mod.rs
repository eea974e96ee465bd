//! `threadprivate` (OpenMP 5.2 5.2): each thread has a variable of its own.
//!
//! Where the compiler has `__thread`, the variable itself becomes one of each thread, in all its declarations; nothing else changes.
//! Otherwise the object that is declared gets another name and holds the first value alone, and each use asks the library for the
//! copy of the calling thread. Either way the linker finds no variable where a unit does not know that it is threadprivate.
//! A static variable of a function is declared in front of the function, so that regions can name it.
//!
//! All of this is tokens that stand for other tokens, the same in every function that a region becomes: such a variable is never
//! passed to one.
//!
//! Variables in headers become thread-local with `__thread` too (`db::omp_variables`). Otherwise the declarations that merely use
//! such a variable are lowered too, because each use is a call of `clacc_threadprivate`.

mod declarations;
pub(crate) mod variables;

use clacc_sema::c::model::SymbolKind;
use clacc_sema::program::directive::Scope;
use clacc_sema::program::place::EntityId;
use clacc_syntax::token::TokenRange;

use self::variables::{Linkage, Stored, listed};
use super::lowering::Lowering;
use crate::codes;
use crate::emit::Step;

impl Lowering<'_> {
    /// Collects the edits of the declarations and uses of threadprivate variables.
    pub(crate) fn store_threadprivate(&mut self) -> Step {
        self.check_listed()?;
        self.check_constants()?;
        self.name_stored();
        self.edit_declarations()?;
        self.edit_uses();
        self.threadprivate.edits.sort_by_key(|(at, _)| (at.start, at.end));
        Ok(())
    }

    /// Checks that each list item is a variable with static storage, and that the directive is in its scope (OpenMP 5.2 5.2).
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
                return Err(self.emit.refuse(&codes::GEN0010, at, message));
            }
        }
        Ok(())
    }

    /// Refuses static initializers that use threadprivate variables, whose addresses are not constant.
    fn check_constants(&mut self) -> Step {
        let tree = &self.model.parsed.tree;
        let constants: Vec<TokenRange> = self
            .model
            .declared
            .iter()
            .filter(|(_, symbol)| {
                let kind = &self.model.symbols[**symbol].kind;
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
                return Err(self.emit.refuse(&codes::GEN0012, at, message));
            }
        }
        Ok(())
    }

    /// Chooses the names of the objects, and the expressions for the calling thread's variables.
    fn name_stored(&mut self) {
        let mut entities: Vec<EntityId> = self.threadprivate.variables.keys().copied().collect();
        entities.sort_unstable();
        for entity in entities {
            let linkage = self.threadprivate.variables[&entity].linkage;
            let stored = self.stored(self.entity_text(entity), linkage);
            self.threadprivate.variables.insert(entity, stored);
        }
    }

    /// Returns how a variable with this name in the source is stored.
    fn stored(&mut self, name: &str, linkage: Linkage) -> Stored {
        let function = self.emit.function.clone();
        let has_storage = self.facts.has_thread_storage;
        let (object, cell) = match linkage {
            Linkage::None => (
                self.emit.name(&format!("threadprivate_{function}_{name}")),
                self.emit.name(&format!("cell_{function}_{name}")),
            ),
            _ if has_storage => (name.to_owned(), String::new()),
            // These names are the same in all units.
            _ => (format!("clacc_original_{name}"), format!("clacc_cell_{name}")),
        };
        if has_storage {
            return Stored { linkage, expression: object.clone(), object, cell: None };
        }
        let expression = format!(
            "(*(__typeof__({object}) *)clacc_threadprivate(&{cell}, (const void *)&{object}, sizeof {object}))"
        );
        let cell = match linkage {
            // Every unit defines the cell, and the linker merges the weak definitions.
            Linkage::External => format!("extern void *{cell} __attribute__((weak)); void *{cell};"),
            Linkage::Internal | Linkage::None => format!("static void *{cell};"),
        };
        Stored { linkage, expression, object, cell: Some(cell) }
    }

    /// Replaces the uses of variables that are not accessed by their names.
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
        cells.sort_unstable();
        cells.dedup();
        for entity in cells {
            if let Some(cell) = self.threadprivate.variables[&entity].cell.clone() {
                self.emit.declare_before(&[], cell);
            }
        }
    }
}
