//! Binds names and finds types in one walk over a declaration's tree.
//!
//! The walk is a list of tasks instead of a recursion, so that a deep tree costs memory but no stack. Scopes
//! are opened and closed by tasks. An expression gets its type and its value when its operands have theirs. A
//! name is declared behind its declarator and before its initializer (C17 6.2.1p7).

mod attribute_specifiers;
mod builtins;
mod constants;
pub(crate) mod conversions;
mod declarations;
mod expressions;
mod initializers;
mod kept_definitions;
mod scopes;
mod specifiers;
mod visit_order;

use std::sync::Arc;

use clacc_syntax::Name;
use clacc_syntax::arena::{Arena, Idx};
use clacc_syntax::ast::{
    BuiltinType, Decl, DeclId, DeclaredEntity, DeclaredId, EnumId, Expr, ExprId, Node, RecordId, StmtId,
    Tree, TypeName, TypeNameId,
};
use clacc_syntax::checkpoint::{self, HalfDone};
use clacc_syntax::parse::Parsed;
use rustc_hash::FxHashMap;

use crate::c::constant::Constant;
use crate::c::data_model::DataModel;
use crate::c::definitions::{Definitions, EnumDefinition, RecordDefinition};
use crate::c::expr_types::ExprTypes;
use crate::c::globals::{Global, Globals};
use crate::c::literal;
use crate::c::model::{DeclModel, LocalTags, Symbol, SymbolId};
use crate::c::slots::Slots;
use crate::c::types::{QualType, TagHome, TagRef};
use scopes::Scopes;

/// The kind of entities that a declaration declares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    /// Objects, functions and types.
    Ordinary,
    /// Members of a record.
    Member,
    /// Parameters.
    Parameter,
}

/// A step of the walk.
#[derive(Clone, Copy, Debug)]
enum BindTask {
    /// Visits a node.
    Visit(Node),
    /// Visits a declaration that is not an ordinary one.
    Declaration(DeclId, Role),
    /// Finds the type of an expression whose operands are done.
    Typed(ExprId),
    /// Finds the type of a type name whose parts are done.
    NamedType(TypeNameId),
    /// Finds the type that specifiers name when their parts are done.
    Base(DeclId),
    /// Declares an entity whose declarator is done.
    Declare(DeclId, DeclaredId, Role),
    /// Declares an iterator, which needs no specifiers.
    DeclareIterator(DeclaredId),
    /// Completes the type of an entity whose initializer is done.
    Complete(DeclaredId),
    /// Gives an entity of type `__auto_type` the type of its initializer, which is done.
    Infer(DeclId, DeclaredId),
    /// Declares the name of a function before its parameters.
    Announce(DeclaredId),
    /// Declares a function whose declarator is done.
    Function(DeclId, DeclaredId),
    /// Starts the body of a function.
    Body(DeclaredId),
    /// Opens a scope.
    Open(Option<StmtId>),
    /// Closes a scope.
    Close,
    /// Starts the members of a record.
    OpenRecord(RecordId),
    /// Defines a record whose members and attributes are done.
    DefineRecord(RecordId),
    /// Starts the list of enumerators.
    OpenEnum(EnumId),
    /// Declares an enumerator whose value is done.
    Enumerator(EnumId, u32),
    /// Defines an enumeration whose enumerators are done.
    DefineEnum(EnumId),
    /// Declares the names of a combiner, which follows the types of a `declare reduction`.
    Combiner(TypeNameId),
}

const TASKS_BETWEEN_CHECKPOINTS: u32 = 1 << 11;

/// The walk over one tree, or over a part of it.
pub(crate) struct Binder<'a> {
    tree: &'a Tree,
    globals: &'a dyn Globals,
    data_model: DataModel,
    /// The name by which [`TagHome::Anonymous`](super::types::TagHome::Anonymous) identifies tagged types
    /// without a tag.
    anchor: Name,
    in_body: bool,
    tasks: Vec<BindTask>,
    scopes: Scopes,
    /// The symbols of names at file scope that are not declared in this tree.
    outer: FxHashMap<Name, SymbolId>,
    symbols: HalfDone<Arena<Symbol>>,
    pure: Vec<SymbolId>,
    registers: Vec<SymbolId>,
    with_body: Vec<SymbolId>,
    /// The alignments that typedef names and objects get from `_Alignas` or an attribute.
    alignments: FxHashMap<SymbolId, u64>,
    uses: HalfDone<Slots<Expr, Idx<Symbol>>>,
    declared: HalfDone<Slots<DeclaredEntity, Idx<Symbol>>>,
    entity_types: HalfDone<Slots<DeclaredEntity, QualType>>,
    types: HalfDone<ExprTypes>,
    constants: HalfDone<FxHashMap<ExprId, Constant>>,
    type_names: HalfDone<Slots<TypeName, QualType>>,
    bases: FxHashMap<DeclId, QualType>,
    record_tags: FxHashMap<RecordId, TagRef>,
    enum_tags: FxHashMap<EnumId, TagRef>,
    records: FxHashMap<TagRef, Arc<RecordDefinition>>,
    enums: FxHashMap<TagRef, Arc<EnumDefinition>>,
    enum_values: Vec<i128>,
}

impl Definitions for Binder<'_> {
    fn record(&self, tag: &TagRef) -> Option<Arc<RecordDefinition>> {
        self.records.get(tag).cloned().or_else(|| self.globals.record(tag))
    }

    fn enumeration(&self, tag: &TagRef) -> Option<Arc<EnumDefinition>> {
        self.enums.get(tag).cloned().or_else(|| self.globals.enumeration(tag))
    }

    fn data_model(&self) -> DataModel {
        self.data_model
    }
}

/// Binds all names of a declaration, with those in bodies.
pub(crate) fn decl_model(parsed: &Arc<Parsed>, globals: &dyn Globals, anchor: Name) -> DeclModel {
    let mut binder = Binder::new(&parsed.tree, globals, anchor);
    binder.reserve();
    binder.schedule(parsed.tree.roots.iter().map(|root| BindTask::Visit(Node::Decl(*root))));
    binder.run();
    binder.finish(parsed.clone())
}

/// Describes one entity of file scope. The bodies of records, enumerations and functions are skipped.
pub(crate) fn global(
    tree: &Tree,
    globals: &dyn Globals,
    anchor: Name,
    decl: DeclId,
    entity: DeclaredId,
) -> Global {
    let mut binder = Binder::new(tree, globals, anchor);
    binder.schedule_signature(decl, entity);
    binder.run();
    let Some(symbol) = binder.declared.get(entity).copied() else {
        return Global::undeclared();
    };
    let pure = binder.pure.contains(&symbol);
    let has_body = matches!(tree[decl], Decl::Function(_));
    let aligned = binder.alignments.get(&symbol).copied();
    let symbol = &binder.symbols[symbol];
    Global { pure, has_body, aligned, ..Global::new(symbol.kind.clone(), symbol.ty.clone()) }
}

/// The members of a `struct` or `union` of file scope.
pub(crate) fn record(
    tree: &Tree,
    globals: &dyn Globals,
    anchor: Name,
    id: RecordId,
) -> Option<Arc<RecordDefinition>> {
    let mut binder = Binder::new(tree, globals, anchor);
    binder.schedule_record(id);
    binder.run();
    let tag = binder.record_tags.get(&id)?;
    binder.records.get(tag).cloned()
}

/// The enumerators of an `enum` of file scope.
pub(crate) fn enumeration(
    tree: &Tree,
    globals: &dyn Globals,
    anchor: Name,
    id: EnumId,
) -> Option<(TagRef, Arc<EnumDefinition>)> {
    let mut binder = Binder::new(tree, globals, anchor);
    binder.schedule_enum(id);
    binder.run();
    let tag = binder.enum_tags.get(&id)?;
    Some((tag.clone(), binder.enums.get(tag)?.clone()))
}

impl<'a> Binder<'a> {
    fn new(tree: &'a Tree, globals: &'a dyn Globals, anchor: Name) -> Self {
        Binder {
            tree,
            globals,
            data_model: globals.data_model(),
            anchor,
            in_body: false,
            tasks: Vec::new(),
            scopes: Scopes::default(),
            outer: FxHashMap::default(),
            symbols: HalfDone::default(),
            pure: Vec::new(),
            registers: Vec::new(),
            with_body: Vec::new(),
            alignments: FxHashMap::default(),
            uses: HalfDone::default(),
            declared: HalfDone::default(),
            entity_types: HalfDone::default(),
            types: HalfDone::default(),
            constants: HalfDone::default(),
            type_names: HalfDone::default(),
            bases: FxHashMap::default(),
            record_tags: FxHashMap::default(),
            enum_tags: FxHashMap::default(),
            records: FxHashMap::default(),
            enums: FxHashMap::default(),
            enum_values: Vec::new(),
        }
    }

    /// Reserves room for the results of a walk over the whole tree.
    fn reserve(&mut self) {
        let tree = self.tree;
        self.tasks.reserve(64);
        self.uses = HalfDone::new(Slots::with_room(tree.exprs.len()));
        self.types = HalfDone::new(ExprTypes::with_room(tree.exprs.len()));
        self.declared = HalfDone::new(Slots::with_room(tree.entities.len()));
        self.entity_types = HalfDone::new(Slots::with_room(tree.entities.len()));
    }

    fn definitions(&self) -> &(dyn Definitions + '_) {
        self
    }

    /// Puts tasks in front of all others, in this order.
    fn schedule(&mut self, tasks: impl IntoIterator<Item = BindTask>) {
        let first = self.tasks.len();
        self.tasks.extend(tasks);
        self.tasks[first..].reverse();
    }

    fn run(&mut self) {
        let mut performed = 0;
        while let Some(task) = self.tasks.pop() {
            performed += 1;
            if performed == TASKS_BETWEEN_CHECKPOINTS {
                checkpoint::pass();
                performed = 0;
            }
            self.perform(task);
        }
    }

    fn perform(&mut self, task: BindTask) {
        match task {
            BindTask::Visit(node) => self.visit(node),
            BindTask::Declaration(decl, role) => self.visit_declaration(decl, role),
            BindTask::Typed(expr) => self.type_expression(expr),
            BindTask::NamedType(id) => self.name_type(id),
            BindTask::Base(decl) => self.find_base(decl),
            BindTask::Declare(decl, entity, role) => self.declare(decl, entity, role),
            BindTask::DeclareIterator(entity) => self.declare_iterator(entity),
            BindTask::Complete(entity) => self.complete_array(entity),
            BindTask::Infer(decl, entity) => self.infer_type(decl, entity),
            BindTask::Announce(entity) => self.announce_function(entity),
            BindTask::Function(decl, entity) => self.declare_function(decl, entity),
            BindTask::Body(entity) => self.enter_body(entity),
            BindTask::Open(stmt) => self.scopes.open(stmt),
            BindTask::Close => self.close_scope(),
            BindTask::OpenRecord(record) => drop(self.record_tag(record)),
            BindTask::DefineRecord(record) => self.define_record(record),
            BindTask::OpenEnum(id) => self.open_enum(id),
            BindTask::Enumerator(id, index) => self.declare_enumerator(id, index),
            BindTask::DefineEnum(id) => self.define_enum(id),
            BindTask::Combiner(ty) => self.bind_combiner_names(ty),
        }
    }

    fn close_scope(&mut self) {
        self.scopes.close();
        self.in_body &= self.scopes.depth() > 0;
    }

    fn type_of(&self, expr: ExprId) -> QualType {
        self.types.get(expr).cloned().unwrap_or_else(QualType::error)
    }

    fn constant_of(&self, expr: ExprId) -> Option<Constant> {
        literal::constant(self.tree, expr, self.data_model).or_else(|| self.constants.get(&expr).copied())
    }

    fn integer_of(&self, expr: ExprId) -> Option<i128> {
        match self.constant_of(expr)? {
            Constant::Integer(value) => Some(value),
            Constant::Floating(_) => None,
        }
    }

    /// Returns the symbol that an ordinary identifier refers to here.
    fn resolve(&mut self, name: Name) -> SymbolId {
        if let Some(symbol) = self.scopes.name(name).or_else(|| self.outer.get(&name).copied()) {
            return symbol;
        }
        let global = self.globals.symbol(name).or_else(|| builtins::implicit(self.tree.text(name)));
        let global = global.unwrap_or_else(Global::undeclared);
        let symbol = Symbol { name, kind: global.kind, ty: global.ty, entity: None, scope: None };
        let symbol = self.symbols.alloc(symbol);
        if global.pure {
            self.pure.push(symbol);
        }
        if global.has_body {
            self.with_body.push(symbol);
        }
        if let Some(aligned) = global.aligned {
            self.alignments.insert(symbol, aligned);
        }
        self.outer.insert(name, symbol);
        symbol
    }

    fn finish(mut self, parsed: Arc<Parsed>) -> DeclModel {
        self.symbols.shrink_to_fit();
        self.types.shrink_to_fit();
        self.keep_definitions();
        DeclModel {
            parsed,
            symbols: self.symbols.finish(),
            uses: self.uses.finish(),
            declared: self.declared.finish(),
            types: self.types.finish(),
            type_names: self.type_names.finish(),
            constants: self.constants.finish(),
            records: self.records,
            enums: self.enums,
            local_tags: LocalTags { records: local(self.record_tags), enums: local(self.enum_tags) },
            pure: self.pure.into(),
            registers: self.registers.into(),
            with_body: self.with_body.into(),
            aligned: self.alignments,
            data_model: self.data_model,
        }
    }
}

/// Keeps the specifiers of the types that the function declares.
fn local<Id: Eq + std::hash::Hash>(mut tags: FxHashMap<Id, TagRef>) -> FxHashMap<Id, TagRef> {
    tags.retain(|_, tag| matches!(tag.home, TagHome::Local(_)));
    tags.shrink_to_fit();
    tags
}

/// The type of an enumerator. It is `int` if the value fits (C17 6.7.2.2p3), and the type of the enumeration
/// otherwise.
pub(crate) fn enumerator_type(underlying: BuiltinType, value: i128, model: DataModel) -> BuiltinType {
    if model.wrap(BuiltinType::Int, value) == value { BuiltinType::Int } else { underlying }
}

/// Converts a value to an alignment or vector size, if it is a power of two that fits.
fn power_of_two(value: i128) -> Option<u64> {
    u64::try_from(value).ok().filter(|value| value.is_power_of_two() && *value <= 1 << 32)
}
