//! The scopes during the walk over a tree (C17 6.2.1). They map names to their current meanings, and restore
//! the previous ones when a scope ends.

use clacc_syntax::Name;
use clacc_syntax::ast::StmtId;
use rustc_hash::FxHashMap;

use crate::c::model::SymbolId;
use crate::c::types::TagRef;

/// The meaning of a tag.
#[derive(Clone, Debug)]
pub(super) struct TagBinding {
    /// The type.
    pub(super) tag: TagRef,
    /// Whether it is an `enum`.
    pub(super) is_enum: bool,
    /// The number of scopes that were open where it was declared.
    pub(super) depth: usize,
}

#[derive(Debug)]
enum Undo {
    Name(Name, Option<SymbolId>),
    Tag(Name, Option<TagBinding>),
}

#[derive(Debug, Default)]
pub(super) struct Scopes {
    names: FxHashMap<Name, SymbolId>,
    tags: FxHashMap<Name, TagBinding>,
    undo: Vec<Undo>,
    open: Vec<(usize, Option<StmtId>)>,
}

impl Scopes {
    pub(super) fn open(&mut self, stmt: Option<StmtId>) {
        self.open.push((self.undo.len(), stmt));
    }

    pub(super) fn close(&mut self) {
        let Some((mark, _)) = self.open.pop() else { return };
        for undo in self.undo.drain(mark..).rev() {
            match undo {
                Undo::Name(name, Some(symbol)) => drop(self.names.insert(name, symbol)),
                Undo::Name(name, None) => drop(self.names.remove(&name)),
                Undo::Tag(tag, Some(binding)) => drop(self.tags.insert(tag, binding)),
                Undo::Tag(tag, None) => drop(self.tags.remove(&tag)),
            }
        }
    }

    pub(super) fn depth(&self) -> usize {
        self.open.len()
    }

    /// The innermost statement that opened a scope.
    pub(super) fn statement(&self) -> Option<StmtId> {
        self.open.iter().rev().find_map(|(_, stmt)| *stmt)
    }

    pub(super) fn bind(&mut self, name: Name, symbol: SymbolId) {
        let before = self.names.insert(name, symbol);
        self.undo.push(Undo::Name(name, before));
    }

    pub(super) fn bind_tag(&mut self, name: Name, tag: TagRef, is_enum: bool) {
        let binding = TagBinding { tag, is_enum, depth: self.depth() };
        let before = self.tags.insert(name, binding);
        self.undo.push(Undo::Tag(name, before));
    }

    pub(super) fn name(&self, name: Name) -> Option<SymbolId> {
        self.names.get(&name).copied()
    }

    pub(super) fn tag(&self, name: Name) -> Option<&TagBinding> {
        self.tags.get(&name)
    }
}
