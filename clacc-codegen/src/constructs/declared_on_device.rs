//! Variables with storage of their own on the device: `declare create`, `declare copyin`, `declare device_resident`, `declare target`.
//!
//! Each use is an expression that denotes the copy while the thread executes device code, and the variable of the host otherwise, so that
//! a function is the same on both. A function that runs before `main` tells the library of the variables, which makes the copies then: they
//! begin with initial values.

use std::fmt::Write;

use clacc_sema::c::model::SymbolKind;
use clacc_sema::program::place::EntityId;
use clacc_syntax::ast::{Decl, Storage};
use clacc_syntax::token::TokenRange;

use super::lowering::Lowering;
use crate::capture::types::is_of_values;
use crate::device_variables::CopyBegins;
use crate::piece::{CapturedBy, Item, Piece, shared, text_literal};

impl Lowering<'_> {
    /// Returns whether code of the declaration may name variables by their addresses, because host and device execute it.
    pub(crate) fn names_by_address(&self) -> bool {
        self.backend.shares_functions() && (self.is_of_device || !self.device_variables.is_empty())
    }

    /// Returns the uses of variables that are named by their addresses in a range of the user's function, with the expressions that
    /// replace them. Initial values of static variables are constants and stay.
    pub(crate) fn device_variable_uses(&self, range: TokenRange) -> Vec<(TokenRange, String)> {
        if !self.names_by_address() {
            return Vec::new();
        }
        let is_constant = |at: u32| self.constant_parts.iter().any(|part| part.start <= at && at < part.end);
        let uses = self.uses.within(range).iter().filter(|(at, _)| !is_constant(*at));
        uses.filter_map(|(at, entity)| Some((TokenRange::new(*at, at + 1), self.on_this_side(*entity)?)))
            .collect()
    }

    /// Returns the expression for a variable where the code runs, if the device has one of its own, or if the device may run code that
    /// names the host's. Compilers do not check accesses to static variables of the unit whose addresses they know.
    pub(crate) fn on_this_side(&self, entity: EntityId) -> Option<String> {
        if !self.backend.shares_functions() {
            return None;
        }
        let symbol = &self.model.symbols[self.view.c_symbol(entity)];
        let is_static = matches!(symbol.kind, SymbolKind::Global | SymbolKind::StaticLocal);
        let function = match symbol.kind {
            SymbolKind::Global if self.device_variables.contains_key(&symbol.name) => "clacc_here",
            _ if is_static && self.is_of_device && !self.view.entity(entity).is_const => "clacc_unknown",
            _ => return None,
        };
        let name = self.entity_text(entity);
        Some(format!("(*(__typeof__({name}) *){function}(&{name}))"))
    }

    /// Returns how a region on the device captures a variable of the host that no rule of its construct is about; none if it is no such
    /// region or variable.
    pub(crate) fn brought_to_device(&self, entity: EntityId) -> Option<CapturedBy> {
        let symbol = &self.model.symbols[self.view.c_symbol(entity)];
        let is_of_host = symbol.kind == SymbolKind::Global
            && !self.device_variables.contains_key(&symbol.name)
            && !self.view.entity(entity).is_const;
        let is_on_device = self.scope.frames.iter().any(|frame| frame.is_kernel);
        let by = if symbol.ty.is_array() { CapturedBy::Address } else { CapturedBy::Copy };
        (is_on_device && is_of_host).then_some(by)
    }

    /// Emits the function that tells the library of the variables that the declaration defines.
    pub(crate) fn register_device_variables(&mut self) {
        if !self.backend.shares_functions() {
            return;
        }
        let tree = &self.model.parsed.tree;
        let mut list = String::new();
        let mut first = None;
        let mut count = 0;
        for (_, decl) in tree.decls.iter() {
            let Decl::Declaration { specs, entities } = decl else { continue };
            if specs.storage.contains(Storage::EXTERN) {
                continue;
            }
            for id in entities {
                let Some(symbol) = self.model.declared.get(*id).copied() else { continue };
                let symbol = &self.model.symbols[symbol];
                let begins = self.device_variables.get(&symbol.name).filter(|_| symbol.scope.is_none());
                let (Some(begins), SymbolKind::Global) = (begins, &symbol.kind) else { continue };
                let name = self.model.text(symbol.name);
                let begin = match begins {
                    CopyBegins::WithValue => "CLACC_TO",
                    CopyBegins::Unset => "0",
                    CopyBegins::WhereMapped => continue,
                };
                let flags = if is_of_values(&symbol.ty) {
                    format!("{begin} | CLACC_VALUES")
                } else {
                    begin.to_owned()
                };
                first = first.or(Some(name));
                let _ = write!(
                    list,
                    "{{ (void *)&{name}, sizeof {name}, {}, {flags}, 0 }}, ",
                    text_literal(name)
                );
                count += 1;
            }
        }
        let Some(first) = first else { return };
        let function = format!("{}{first}_globals", self.emit.prefix);
        let text = format!(
            "static void {function}(void) __attribute__((__constructor__, __unused__)); static void {function}(void) {{ \
             static const clacc_global {function}[] = {{ {list}}}; clacc_globals({count}, {function}); }}"
        );
        let pieces = vec![Piece::Lines { text: shared(text), at: 0 }];
        self.emit.behind.push(Item::new(&[&function], pieces));
    }
}
