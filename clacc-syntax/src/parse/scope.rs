//! Keeps track of which identifiers are typedef names, block by block.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::Name;

use super::file_scope::{FileName, FileScope};

/// The scopes open at the cursor, on top of a read-only file scope.
pub(super) struct NameScopes<'s> {
    file: &'s FileScope,
    /// The visible declarations among the parsed ones.
    visible: FxHashMap<Name, FileName>,
    /// The declarations that inner declarations hide. They are restored when the scope of the hiding declaration ends.
    hidden: Vec<(Name, Option<FileName>)>,
    /// The height of `hidden` where each open scope began.
    marks: Vec<usize>,
    /// Names that were used as types without being declared.
    unknown: Vec<Name>,
}

/// The number of names declared at file scope at some point.
#[derive(Clone, Copy)]
pub(super) struct FileMark {
    declared: usize,
    unknown: usize,
}

impl<'s> NameScopes<'s> {
    pub(super) fn new(file: &'s FileScope) -> Self {
        NameScopes {
            file,
            visible: FxHashMap::default(),
            hidden: Vec::new(),
            marks: Vec::new(),
            unknown: Vec::new(),
        }
    }

    pub(super) fn open(&mut self) {
        self.marks.push(self.hidden.len());
    }

    pub(super) fn close(&mut self) {
        let height = self.marks.pop().unwrap_or(0);
        for (name, before) in self.hidden.drain(height..).rev() {
            match before {
                Some(before) => self.visible.insert(name, before),
                None => self.visible.remove(&name),
            };
        }
    }

    /// Declares a name in the innermost scope. At file scope, the first declaration of a name remains.
    pub(super) fn declare(&mut self, name: Name, what: FileName) {
        if name == Name::EMPTY || (self.marks.is_empty() && self.lookup(name).is_some()) {
            return;
        }
        let before = self.visible.insert(name, what);
        self.hidden.push((name, before));
    }

    /// Makes an undeclared name a typedef name at file scope, so that it is reported only once.
    pub(super) fn declare_unknown_type(&mut self, name: Name) {
        if self.lookup(name).is_some() {
            return;
        }
        self.visible.insert(name, FileName::Typedef);
        self.unknown.push(name);
    }

    /// Returns the kind that a name was declared as, or none.
    pub(super) fn lookup(&self, name: Name) -> Option<FileName> {
        self.visible.get(&name).copied().or_else(|| self.file.lookup(name))
    }

    pub(super) fn is_typedef(&self, name: Name) -> bool {
        match self.lookup(name) {
            Some(found) => found == FileName::Typedef,
            None => name.is_predefined_type(),
        }
    }

    /// Returns a mark of the names declared at file scope so far. Every block scope must be closed.
    pub(super) fn file_mark(&self) -> FileMark {
        FileMark { declared: self.hidden.len(), unknown: self.unknown.len() }
    }

    /// Returns the names declared at file scope since the mark, in order. Every block scope must be closed.
    pub(super) fn declared_since(&self, mark: FileMark) -> Arc<[(Name, FileName)]> {
        let declared = self.hidden[mark.declared..].iter().map(|(name, _)| name);
        let names = declared.chain(&self.unknown[mark.unknown..]);
        let found: Vec<_> = names.filter_map(|name| Some((*name, *self.visible.get(name)?))).collect();
        if found.is_empty() { Arc::default() } else { found.into() }
    }

    /// Returns the names declared at file scope, in order. Every block scope must be closed.
    pub(super) fn into_file_declarations(self) -> impl Iterator<Item = (Name, FileName)> {
        let NameScopes { visible, hidden, unknown, .. } = self;
        let declared = hidden.into_iter().map(|(name, _)| name);
        declared.chain(unknown).filter_map(move |name| Some((name, *visible.get(&name)?)))
    }
}
