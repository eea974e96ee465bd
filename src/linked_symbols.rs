//! Definitions and uses of symbols across the declarations and units of a session.
//!
//! A symbol belongs to one declaration. Names at file scope are the same entity in all declarations of their unit, and functions and
//! variables with external linkage in all units (C17 6.2.2).

use clacc_sema::db::Db;
use clacc_sema::db::external_decls::{ExternalDecl, lookup_by_name};
use clacc_syntax::Name;
use clacc_syntax::ast::{self, Storage, Tree};

use crate::analysis::{Analysis, Unit};
use crate::semantics::{Symbol, SymbolKind};
use crate::syntax::{DeclarationKind, ExternalDeclaration, Node, NodePtr};

/// The scope in which a name means one entity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reach {
    /// The external declaration, for a name without linkage.
    Declaration,
    /// The unit, for a name with internal linkage.
    Unit,
    /// All units, for a name with external linkage.
    Session,
}

impl Analysis {
    /// Returns the declarator that defines a symbol, with its declaration: of a function the one with the body, of a variable the one with an
    /// initial value or else the first one without `extern` (C17 6.9.2), of a type or a local variable the only one. For an enumerator it is the
    /// whole declaration, because enumerators are no nodes. If the unit
    /// of the symbol has none and the symbol has external linkage, the other units are searched in the order in which they were added.
    ///
    /// None if no unit of the session defines it, if a header without directives does, or if the session no longer has the symbol's
    /// declaration. Takes a look-up for each unit, and the analysis of the declarations found.
    ///
    /// ```
    /// # use clacc::{Session, files::MemoryFiles, options::CompileOptions};
    /// let files = MemoryFiles::from_iter([("f.c", "int one(void);\nint two(void) { return one() + 1; }\n"), ("g.c", "int one(void) { return 1; }\n")]);
    /// let mut session = Session::new(files);
    /// let unit = session.add_unit("f.c", &CompileOptions::default())?;
    /// session.add_unit("g.c", &CompileOptions::default())?;
    /// let two = session.declarations(unit).pop().expect("there is one");
    /// let one = two.symbols().find(|symbol| symbol.name() == "one").expect("it is called");
    /// let (found, pointer) = session.definition(one).expect("the other file has it");
    /// let at = found.resolve(pointer).and_then(|node| session.location(node)).expect("it is current");
    /// assert_eq!(at.to_string(), "g.c:1:5");
    /// let uses = session.references(one);
    /// assert_eq!(uses.iter().map(|(within, nodes)| (within.name(), nodes.len())).collect::<Vec<_>>(), [("two", 1)]);
    /// # Ok::<(), clacc::Error>(())
    /// ```
    #[must_use]
    pub fn definition(&self, symbol: Symbol<'_>) -> Option<(ExternalDeclaration, NodePtr)> {
        let declaration = symbol.declared_in();
        self.current(declaration)?;
        let reach = self.reach(symbol);
        if reach == Reach::Declaration {
            return Some((declaration.clone(), symbol.declaration()?.ptr()));
        }
        let in_unit = |unit: Unit| self.definition_in(unit, symbol.name());
        let own = declaration.unit();
        if symbol.kind() == SymbolKind::Enumerator {
            let within = self.handle(own, *self.introducing(own, symbol.name()).first()?);
            let root = within.root()?.ptr();
            return Some((within, root));
        }
        let others = self.units().keys().map(|number| Unit::new(self.session(), *number));
        let others = others.filter(|unit| reach == Reach::Session && *unit != own);
        let mut others = others.filter(|unit| !self.is_internal(*unit, symbol.name()));
        in_unit(own).or_else(|| others.find_map(in_unit))
    }

    /// Returns every use of a symbol, with the declaration that contains it, in the order of the units and their texts: those of its
    /// declaration alone for a local symbol, those of its unit for one without external linkage, and otherwise those of all units. Uses in
    /// directives count, declarators do not; a header with directives counts for each unit that includes it. Headers without directives, which
    /// have no handles, are not searched.
    ///
    /// There are none if the session no longer has the symbol's declaration. Takes time linear in the number of tokens of the units, and the
    /// analysis of the declarations that mention the name. [`Analysis::definition`] has an example.
    #[must_use]
    pub fn references(&self, symbol: Symbol<'_>) -> Vec<(ExternalDeclaration, Vec<NodePtr>)> {
        let declaration = symbol.declared_in();
        let Some((_, decl)) = self.current(declaration) else { return Vec::new() };
        let reach = self.reach(symbol);
        if reach == Reach::Declaration {
            let uses: Vec<_> = symbol.uses().map(|used| used.node().ptr()).collect();
            let has_uses = !uses.is_empty();
            return has_uses.then(|| (self.handle(declaration.unit(), decl), uses)).into_iter().collect();
        }
        let own = declaration.unit();
        let all = self.units().keys().map(|number| Unit::new(self.session(), *number));
        let reached = all.filter(|unit| {
            *unit == own || reach == Reach::Session && !self.is_internal(*unit, symbol.name())
        });
        reached.flat_map(|unit| self.uses_in(unit, symbol.name())).collect()
    }

    fn uses_in(&self, unit: Unit, text: &str) -> Vec<(ExternalDeclaration, Vec<NodePtr>)> {
        let (Some(db_unit), Some(name)) = (self.own_unit(unit), self.db.names().find(text)) else {
            return Vec::new();
        };
        let all = self.all_declarations(db_unit).into_iter();
        let mentioning = all.filter(|decl| {
            self.db.checkpoint();
            decl.tokens(&self.db).texts.contains(&name)
        });
        let uses = mentioning.filter_map(|decl| {
            let declaration = self.handle(unit, decl);
            let linked = declaration.symbols().filter(|it| it.name() == text && it.is_linked());
            let mut nodes: Vec<NodePtr> =
                linked.flat_map(|it| it.uses().map(|used| used.node().ptr()).collect::<Vec<_>>()).collect();
            nodes.sort_by_key(|pointer| pointer.at);
            (!nodes.is_empty()).then_some((declaration, nodes))
        });
        uses.collect()
    }

    /// Returns the scope in which the name of a symbol means the symbol.
    fn reach(&self, symbol: Symbol<'_>) -> Reach {
        let has_linkage =
            matches!(symbol.kind(), SymbolKind::Function | SymbolKind::Global | SymbolKind::ThreadLocal);
        match symbol.kind() {
            _ if !symbol.is_linked() => Reach::Declaration,
            SymbolKind::Undeclared => Reach::Session,
            _ if has_linkage && !self.is_internal(symbol.declared_in().unit(), symbol.name()) => {
                Reach::Session
            }
            _ => Reach::Unit,
        }
    }

    /// Returns whether a unit gives a name internal linkage, or none.
    fn is_internal(&self, unit: Unit, text: &str) -> bool {
        let says_so = |decl: &ExternalDecl<'_>| {
            let declaration = self.handle(unit, *decl);
            let storage = storage_of(declaration.tree());
            storage.contains(Storage::STATIC) || storage.contains(Storage::TYPEDEF)
        };
        self.introducing(unit, text).iter().any(says_so)
    }

    /// Returns the declarations of a unit's main file that introduce a name.
    fn introducing(&self, unit: Unit, text: &str) -> &[ExternalDecl<'_>] {
        let name: Option<Name> = self.db.names().find(text);
        let found = self.own_unit(unit).zip(name).map(|(unit, name)| lookup_by_name(&self.db, unit, name));
        found.unwrap_or_default()
    }

    fn definition_in(&self, unit: Unit, text: &str) -> Option<(ExternalDeclaration, NodePtr)> {
        let mut best: Option<(Strength, ExternalDeclaration, NodePtr)> = None;
        let in_headers = self.all_declarations(self.own_unit(unit)?).into_iter();
        let in_headers = in_headers.filter(|decl| {
            decl.in_headers(&self.db)
                && decl.names(&self.db).iter().any(|name| &self.db.names()[*name] == text)
        });
        let all: Vec<_> = in_headers.chain(self.introducing(unit, text).iter().copied()).collect();
        for declaration in all.into_iter().map(|decl| self.handle(unit, decl)) {
            let found = declaration.symbols().find(|symbol| symbol.name() == text && symbol.is_linked());
            let node = found.and_then(Symbol::declaration);
            let strength = found.zip(node).and_then(|(symbol, node)| Strength::of(symbol, node));
            let known = best.as_ref().map(|(strength, ..)| *strength);
            if let (Some(strength), Some(node)) = (strength, node)
                && Some(strength) > known
            {
                let pointer = node.ptr();
                best = Some((strength, declaration.clone(), pointer));
            }
        }
        best.map(|(_, declaration, pointer)| (declaration, pointer))
    }
}

/// The strength of a definition at file scope.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Strength {
    /// A variable without an initial value.
    Tentative,
    /// A function with a body, a variable with an initial value, a type.
    Full,
}

impl Strength {
    /// Returns none for a declarator that defines nothing.
    fn of(symbol: Symbol<'_>, declarator: Node<'_>) -> Option<Strength> {
        let declaration = symbol.declared_in();
        let has_value = || {
            let tree = declaration.tree();
            declarator.declarator().is_some_and(|it| tree[it.id].init.is_some())
        };
        let is_extern = || storage_of(declaration.tree()).contains(Storage::EXTERN);
        match symbol.kind() {
            SymbolKind::Function => {
                (declaration.kind() == DeclarationKind::Function).then_some(Strength::Full)
            }
            SymbolKind::Typedef => Some(Strength::Full),
            _ if has_value() => Some(Strength::Full),
            _ if is_extern() => None,
            _ => Some(Strength::Tentative),
        }
    }
}

/// Returns the storage classes of an external declaration.
fn storage_of(tree: &Tree) -> Storage {
    match tree.roots.first().map(|root| &tree[*root]) {
        Some(ast::Decl::Function(function)) => function.specs.storage,
        Some(ast::Decl::Declaration { specs, .. }) => specs.storage,
        _ => Storage::default(),
    }
}
