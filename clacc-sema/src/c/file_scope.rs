//! Resolves the names of file scope, one at a time, from the declarations that introduce them.
//!
//! A name is resolved when it is needed, and only the declarations it depends on are read: the type of a
//! typedef name does not need the members of its structure. In valid programs, the order of declarations
//! rules out cycles. In other programs, a name that is needed while it is being resolved has only the
//! properties that are known so far.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use clacc_syntax::Name;
use clacc_syntax::ast::{Decl, DeclId, DeclaredId, EnumId, RecordId, Tree};
use clacc_syntax::parse::Parsed;
use rustc_hash::FxHashMap;

use crate::c::bind;
use crate::c::data_model::DataModel;
use crate::c::definitions::{Definitions, EnumDefinition, RecordDefinition};
use crate::c::globals::{Global, Globals};
use crate::c::model::SymbolKind;
use crate::c::types::{ArrayLength, QualType, TagHome, TagRef, Type};

/// A place in a tree that introduces an ordinary identifier at file scope.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Introduction {
    /// An entity of a declaration.
    Entity(DeclId, DeclaredId),
    /// An enumerator, by its index in its `enum`.
    Enumerator(EnumId, u32),
}

/// A specifier with a tag.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TagSpecifier {
    /// A `struct` or `union`.
    Record(RecordId),
    /// An `enum`.
    Enum(EnumId),
}

/// A tree whose declarations are at file scope, with the name that identifies its untagged types.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileTree {
    /// The tree. Bodies of functions are not used.
    pub parsed: Arc<Parsed>,
    /// The name by which [`TagHome::Anonymous`] identifies the tree.
    pub anchor: Name,
}

/// The declarations of a unit by name, in source order.
pub trait FileDeclarations {
    /// The places that introduce an ordinary identifier.
    fn ordinary(&self, name: Name) -> Vec<(FileTree, Introduction)>;
    /// The specifiers with this tag.
    fn tagged(&self, tag: Name) -> Vec<(FileTree, TagSpecifier)>;
    /// The trees that an anchor identifies.
    fn anchored(&self, anchor: Name) -> Vec<FileTree>;
    /// The sizes of built-in types.
    fn data_model(&self) -> DataModel;
}

/// The maximum depth of names whose resolution needs other names.
const MAX_DEPTH: u32 = 64;
/// The number of declarations of one name that are read.
const MAX_REDECLARATIONS: usize = 32;

/// Resolves names of a unit, and keeps the results.
pub struct FileScopeResolver<'a> {
    declarations: &'a dyn FileDeclarations,
    depth: Cell<u32>,
    symbols: RefCell<FxHashMap<Name, Option<Global>>>,
    records: RefCell<FxHashMap<TagRef, Option<Arc<RecordDefinition>>>>,
    enums: RefCell<FxHashMap<TagRef, Option<Arc<EnumDefinition>>>>,
}

impl<'a> FileScopeResolver<'a> {
    /// Makes a resolver without results.
    pub fn new(declarations: &'a dyn FileDeclarations) -> Self {
        FileScopeResolver {
            declarations,
            depth: Cell::new(0),
            symbols: RefCell::default(),
            records: RefCell::default(),
            enums: RefCell::default(),
        }
    }

    fn deeper<T>(&self, work: impl FnOnce() -> Option<T>) -> Option<T> {
        if self.depth.get() >= MAX_DEPTH {
            return None;
        }
        self.depth.set(self.depth.get() + 1);
        let result = work();
        self.depth.set(self.depth.get() - 1);
        result
    }

    fn resolve(&self, name: Name) -> Option<Global> {
        for (tree, introduction) in self.declarations.ordinary(name).into_iter().take(MAX_REDECLARATIONS) {
            let found = self.introduced(&tree, introduction);
            let mut symbols = self.symbols.borrow_mut();
            let known = symbols.entry(name).or_default();
            *known = merged(known.take(), found);
            if known.as_ref().is_some_and(is_final) {
                break;
            }
        }
        self.symbols.borrow().get(&name).cloned().flatten()
    }

    fn introduced(&self, tree: &FileTree, introduction: Introduction) -> Option<Global> {
        match introduction {
            Introduction::Entity(decl, entity) => {
                Some(bind::global(&tree.parsed.tree, self, tree.anchor, decl, entity))
            }
            Introduction::Enumerator(id, index) => self.enumerator(tree, id, index),
        }
    }

    fn enumerator(&self, tree: &FileTree, id: EnumId, index: u32) -> Option<Global> {
        let (tag, definition) = bind::enumeration(&tree.parsed.tree, self, tree.anchor, id)?;
        let value = *definition.values.get(index as usize)?;
        let ty = bind::enumerator_type(definition.underlying, value, self.data_model());
        self.enums.borrow_mut().entry(tag).or_insert(Some(definition));
        Some(Global::new(SymbolKind::Enumerator(value.into()), QualType::builtin(ty)))
    }

    fn define_record(&self, tag: &TagRef) -> Option<Arc<RecordDefinition>> {
        let (tree, specifier) = self.defining(tag, false)?;
        match specifier {
            TagSpecifier::Record(id) => bind::record(&tree.parsed.tree, self, tree.anchor, id),
            TagSpecifier::Enum(_) => None,
        }
    }

    fn define_enum(&self, tag: &TagRef) -> Option<Arc<EnumDefinition>> {
        let (tree, specifier) = self.defining(tag, true)?;
        match specifier {
            TagSpecifier::Enum(id) => {
                bind::enumeration(&tree.parsed.tree, self, tree.anchor, id).map(|(_, definition)| definition)
            }
            TagSpecifier::Record(_) => None,
        }
    }

    /// The specifier that defines a tagged type.
    fn defining(&self, tag: &TagRef, is_enum: bool) -> Option<(FileTree, TagSpecifier)> {
        match tag.home {
            TagHome::File => self.declarations.tagged(tag.tag).into_iter().find(|(tree, specifier)| {
                matches!(specifier, TagSpecifier::Enum(_)) == is_enum
                    && defines(&tree.parsed.tree, *specifier)
            }),
            TagHome::Anonymous { introduced, index } => {
                let mut trees = self.declarations.anchored(introduced).into_iter();
                trees.find_map(|tree| {
                    let found = untagged(&tree.parsed.tree, index, is_enum)?;
                    Some((tree, found))
                })
            }
            TagHome::Local(_) => None,
        }
    }
}

/// Whether a specifier has the list of members or enumerators.
fn defines(tree: &Tree, specifier: TagSpecifier) -> bool {
    match specifier {
        TagSpecifier::Record(id) => tree[id].fields.is_some(),
        TagSpecifier::Enum(id) => tree[id].enumerators.is_some(),
    }
}

/// The untagged specifier with this index.
fn untagged(tree: &Tree, index: u32, is_enum: bool) -> Option<TagSpecifier> {
    let raw = clacc_syntax::arena::RawIdx::from_u32(index);
    if is_enum {
        let id = EnumId::from_raw(raw);
        let found = (index as usize) < tree.enums.len() && tree[id].tag.is_none();
        found.then_some(TagSpecifier::Enum(id))
    } else {
        let id = RecordId::from_raw(raw);
        let found = (index as usize) < tree.records.len() && tree[id].tag.is_none();
        found.then_some(TagSpecifier::Record(id))
    }
}

/// Combines two declarations of one name (C17 6.2.7p3), as far as it matters here.
fn merged(before: Option<Global>, next: Option<Global>) -> Option<Global> {
    let (Some(before), Some(next)) = (before.clone(), next.clone()) else { return before.or(next) };
    let pure = before.pure || next.pure;
    let has_body = before.has_body || next.has_body;
    let better = is_incomplete(&before.ty) && !is_incomplete(&next.ty) && before.kind == next.kind;
    let completed_later = before.completed_later || better && before.ty.is_array();
    let chosen = if better || before.ty.is_error() { next } else { before };
    Some(Global { pure, has_body, completed_later, ..chosen })
}

fn is_incomplete(ty: &QualType) -> bool {
    matches!(
        &*ty.ty,
        Type::Error | Type::Array { length: ArrayLength::Unknown, .. } | Type::Function { params: None, .. }
    )
}

/// Whether no further declaration of the name can change the result.
fn is_final(global: &Global) -> bool {
    match global.kind {
        SymbolKind::Function => global.pure && !is_incomplete(&global.ty),
        _ => !is_incomplete(&global.ty),
    }
}

impl Definitions for FileScopeResolver<'_> {
    fn record(&self, tag: &TagRef) -> Option<Arc<RecordDefinition>> {
        if let Some(known) = self.records.borrow().get(tag) {
            return known.clone();
        }
        self.records.borrow_mut().insert(tag.clone(), None);
        let found = self.deeper(|| self.define_record(tag));
        self.records.borrow_mut().insert(tag.clone(), found.clone());
        found
    }

    fn enumeration(&self, tag: &TagRef) -> Option<Arc<EnumDefinition>> {
        if let Some(known) = self.enums.borrow().get(tag) {
            return known.clone();
        }
        self.enums.borrow_mut().insert(tag.clone(), None);
        let found = self.deeper(|| self.define_enum(tag));
        self.enums.borrow_mut().insert(tag.clone(), found.clone());
        found
    }

    fn data_model(&self) -> DataModel {
        self.declarations.data_model()
    }
}

impl Globals for FileScopeResolver<'_> {
    fn symbol(&self, name: Name) -> Option<Global> {
        if let Some(known) = self.symbols.borrow().get(&name) {
            return known.clone();
        }
        self.symbols.borrow_mut().insert(name, None);
        self.deeper(|| self.resolve(name))
    }

    fn has_tag(&self, tag: Name) -> bool {
        !self.declarations.tagged(tag).is_empty()
    }
}

/// The names that a tree introduces at file scope.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Introduced {
    /// The ordinary identifiers with the places that introduce them, in source order.
    pub ordinary: Vec<(Name, Introduction)>,
    /// Tags with their specifiers, in source order.
    pub tags: Vec<(Name, TagSpecifier)>,
}

impl Introduced {
    /// Collects the names of a tree. The tree must have been parsed without bodies.
    pub fn of(tree: &Tree) -> Introduced {
        let mut introduced = Introduced::default();
        for root in &tree.roots {
            introduced.add_entities(tree, *root);
        }
        for (id, specifier) in tree.enums.iter() {
            introduced.tags.extend(specifier.tag.map(|tag| (tag, TagSpecifier::Enum(id))));
            for (index, enumerator) in specifier.enumerators.iter().flatten().enumerate() {
                introduced.ordinary.push((enumerator.name, Introduction::Enumerator(id, index as u32)));
            }
        }
        for (id, record) in tree.records.iter() {
            introduced.tags.extend(record.tag.map(|tag| (tag, TagSpecifier::Record(id))));
        }
        introduced
    }

    fn add_entities(&mut self, tree: &Tree, root: DeclId) {
        let entities = match &tree[root] {
            Decl::Declaration { entities, .. } => &**entities,
            Decl::Function(function) => std::slice::from_ref(&function.entity),
            _ => return,
        };
        let named = entities.iter().filter(|entity| tree[**entity].name != Name::EMPTY);
        self.ordinary.extend(named.map(|id| (tree[*id].name, Introduction::Entity(root, *id))));
    }
}
