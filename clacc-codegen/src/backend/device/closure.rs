//! The declarations that code for a device needs, found from its kernels and functions on.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use clacc_sema::c::globals::Globals;
use clacc_sema::c::model::SymbolKind;
use clacc_sema::db::declared_variables::is_internal;
use clacc_sema::db::external_decls::{DeclKind, ExternalDecl};
use clacc_sema::db::omp_variables::omp_variables;
use clacc_sema::db::routines::is_for_devices;
use clacc_sema::db::unit_scope::UnitScope;
use clacc_sema::db::{Db, Unit};
use clacc_syntax::ast::Quals;
use clacc_syntax::diagnostics::{Code, Diagnostic, Severity};
use clacc_syntax::token::TokenRange;
use clacc_syntax::{Name, checkpoint};
use rustc_hash::{FxHashMap, FxHashSet};

use super::code::Lower;
use super::mentions::{Mention, Mentions};
use super::parts::{Extent, Split};
use super::unit_names::{Introduces, Position, UnitNames};
use crate::capture::types::element;
use crate::codes;
use crate::declaration_tokens::Tokens;
use crate::device_variables::CopyBegins;
use crate::piece::{Lowered, Piece};

/// The parts of a declaration that belong to the text.
#[derive(Default)]
pub(super) struct Chosen {
    /// True if the function that the declaration defines belongs to the text.
    pub(super) function: bool,
    /// True if the types that the specifiers define belong to the text.
    pub(super) types: bool,
    pub(super) declarators: BTreeMap<usize, Extent>,
    /// The tags that the declaration is the first one to name, each with its keyword.
    pub(super) tags: Vec<(&'static str, Name)>,
    /// The generated definitions, by their names.
    pub(super) items: BTreeSet<Arc<str>>,
    pub(super) findings: Vec<Diagnostic<TokenRange>>,
}

impl Chosen {
    /// Returns whether types or declarators of the declaration belong to the text.
    pub(super) fn is_declaration(&self) -> bool {
        self.types || !self.declarators.is_empty()
    }
}

/// The declarations that code for a device needs.
pub(super) struct Found<'db> {
    pub(super) names: UnitNames<'db>,
    pub(super) chosen: BTreeMap<Position, Chosen>,
    /// The generated code of the functions that were read.
    pub(super) lowered: FxHashMap<Position, Rc<Lowered>>,
    /// The functions that the code calls without a declaration in sight, sorted.
    pub(super) undeclared: Vec<String>,
}

impl Found<'_> {
    /// Returns the names of the functions that the device executes.
    pub(super) fn functions(&self, db: &dyn Db) -> FxHashSet<Name> {
        let functions = self.chosen.iter().filter(|(_, chosen)| chosen.function);
        functions.map(|(position, _)| self.names.all[*position].name(db)).collect()
    }
}

/// The kind of text that mentions a name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Context {
    /// Code of the user.
    Code,
    /// Generated code, where names of variables may be names of members and copies.
    NewCode,
    /// A declaration of file scope, without initial values.
    Declaration,
}

/// A place that mentions a name: a declaration, and the token in it.
#[derive(Clone, Copy)]
struct Place {
    position: Position,
    token: u32,
    context: Context,
}

/// The search for the declarations that code for a device needs.
pub(super) struct Closure<'l, 'db> {
    db: &'db dyn Db,
    unit: Unit,
    lower: Lower<'l, 'db>,
    names: UnitNames<'db>,
    lowered: FxHashMap<Position, Rc<Lowered>>,
    mentions: FxHashMap<Position, Rc<Mentions>>,
    chosen: BTreeMap<Position, Chosen>,
    undeclared: Vec<Name>,
    /// The mentions whose declarations are still to be found.
    open: Vec<(Place, Mention)>,
}

impl<'l, 'db> Closure<'l, 'db> {
    pub(super) fn new(db: &'db dyn Db, unit: Unit, lower: Lower<'l, 'db>) -> Closure<'l, 'db> {
        Closure {
            db,
            unit,
            lower,
            names: UnitNames::of(db, unit),
            lowered: FxHashMap::default(),
            mentions: FxHashMap::default(),
            chosen: BTreeMap::new(),
            undeclared: Vec::new(),
            open: Vec::new(),
        }
    }

    // ---- where the search begins ----

    /// Adds the kernels, and the functions and variables that other units may use on the device.
    pub(super) fn add_roots(&mut self) {
        for position in 0..self.names.all.len() {
            let decl = self.names.all[position];
            match decl.kind(self.db) {
                DeclKind::Function if is_offered(self.db, decl) => self.choose_function(position),
                DeclKind::Function if decl.has_directive(self.db) => self.add_kernels(position),
                DeclKind::Declaration => self.add_variables(position),
                _ => {}
            }
        }
    }

    /// Adds the kernels of a function. If code generation is refused for the function, its kernels are not known: the text must not lack
    /// them in silence, so that the part of the declaration is there for its findings.
    fn add_kernels(&mut self, position: Position) {
        let lowered = self.lowered(position);
        if lowered.findings.iter().any(|finding| finding.severity == Severity::Error) {
            self.chosen.entry(position).or_default();
        }
        for kernel in lowered.regions.iter().filter(|region| region.is_kernel) {
            self.choose_item(position, &kernel.name);
        }
    }

    /// Adds the variables with storage on the device that a declaration offers to other units.
    fn add_variables(&mut self, position: Position) {
        for name in self.names.all[position].names(self.db) {
            let copy = CopyBegins::of(self.db, self.unit, *name);
            let is_on_device = matches!(copy, Some(CopyBegins::WithValue | CopyBegins::Unset));
            if is_on_device && !is_internal(self.db, self.unit, *name) {
                let place = Place { position, token: 0, context: Context::Declaration };
                self.open.push((place, Mention::Ordinary(*name)));
            }
        }
    }

    // ---- the search ----

    /// Finds the declarations of all mentioned names.
    pub(super) fn complete(&mut self) {
        while let Some((place, mention)) = self.open.pop() {
            checkpoint::pass();
            match mention {
                Mention::Ordinary(name) => {
                    self.check_declared(place, name);
                    self.ordinary(place, name);
                }
                Mention::OfBlock(name) => {
                    self.choose_announcement(place.position, name);
                    self.ordinary(place, name);
                }
                Mention::TypeOf(name) => self.declaration(name),
                Mention::Tag(tag) => self.tag(tag),
            }
        }
    }

    fn ordinary(&mut self, place: Place, name: Name) {
        let symbol = UnitScope::whole(self.db, self.unit).symbol(name);
        if symbol.is_some_and(|symbol| symbol.kind == SymbolKind::Global) {
            self.mentioned_variable(place, name);
            return;
        }
        for (position, introduces) in self.names.ordinary(name).to_vec() {
            match introduces {
                Introduces::Function => self.choose_function(position),
                Introduces::Declarator(index) => self.choose_declarator(position, index, Extent::Whole),
                Introduces::Constant => self.choose_types(position),
            }
        }
    }

    /// Records a function that is called without a declaration in sight.
    fn check_declared(&mut self, place: Place, name: Name) {
        let first = self.names.ordinary(name).first();
        let is_declared = first.is_some_and(|(first, _)| *first <= place.position);
        if !is_declared && place.context == Context::Code && !self.db.names()[name].starts_with("__") {
            self.undeclared.push(name);
        }
    }

    /// Chooses the declaration that stands in front of a function in the place of one in a block.
    fn choose_announcement(&mut self, position: Position, name: Name) {
        let lowered = self.lowered(position);
        if let Some(item) = lowered.item_name(&self.db.names()[name]) {
            self.choose_item(position, item);
        }
    }

    fn mentioned_variable(&mut self, place: Place, name: Name) {
        let extent = match (CopyBegins::of(self.db, self.unit, name), place.context) {
            (Some(CopyBegins::WithValue), _) => Extent::Whole,
            (Some(CopyBegins::Unset), _) => Extent::WithoutValue,
            (None, _) if self.is_constant(name) => Extent::Whole,
            (_, Context::NewCode) => return,
            (_, Context::Declaration) => Extent::Type,
            (Some(CopyBegins::WhereMapped), Context::Code) => {
                let message = "the text for a device has no storage for `{}`, which `link` names";
                return self.report(place, &codes::GEN0061, message, name);
            }
            (None, Context::Code) => {
                let message = "`{}` is a variable of the host, and code for the device names it";
                return self.report(place, &codes::GEN0060, message, name);
            }
        };
        self.variable(name, extent);
    }

    fn variable(&mut self, name: Name, extent: Extent) {
        for (position, introduces) in self.names.ordinary(name).to_vec() {
            if let Introduces::Declarator(index) = introduces {
                self.choose_declarator(position, index, extent);
            }
        }
    }

    /// Finds what declares a name. A function that no declaration declares is there with its definition.
    fn declaration(&mut self, name: Name) {
        self.variable(name, Extent::Type);
        if let [(position, Introduces::Function)] = self.names.ordinary(name) {
            self.choose_function(*position);
        }
    }

    /// Returns whether a variable is constant and has an initial value in the unit.
    fn is_constant(&self, name: Name) -> bool {
        let symbol = UnitScope::whole(self.db, self.unit).symbol(name);
        let is_const = symbol.is_some_and(|symbol| element(&symbol.ty).quals.contains(Quals::CONST));
        let mut introductions = self.names.ordinary(name).iter();
        is_const
            && introductions.any(|(position, introduces)| {
                let decl = self.names.all[*position];
                let Introduces::Declarator(index) = introduces else { return false };
                Split::of(self.db, decl)
                    .is_some_and(|split| split.has_value(Tokens::of(self.db, decl), *index))
            })
    }

    /// Chooses the definition of a type, and the place where the unit names its tag first.
    fn tag(&mut self, tag: Name) {
        let specifiers = self.names.tagged(tag).to_vec();
        let definition = specifiers.iter().find(|specifier| specifier.defines);
        let first = specifiers.first().filter(|first| first.keyword != "enum");
        if let Some(first) = first
            && definition.is_none_or(|definition| definition.position != first.position)
        {
            let tags = &mut self.chosen.entry(first.position).or_default().tags;
            if !tags.contains(&(first.keyword, tag)) {
                tags.push((first.keyword, tag));
            }
        }
        if let Some(definition) = definition {
            self.choose_types(definition.position);
        }
    }

    // ---- what is chosen ----

    fn choose_function(&mut self, position: Position) {
        let chosen = self.chosen.entry(position).or_default();
        if std::mem::replace(&mut chosen.function, true) {
            return;
        }
        let lowered = self.lowered(position);
        self.read_common(position, &lowered);
        match &lowered.declaration {
            Some(pieces) => self.read(position, pieces),
            None => self.read(position, &[Piece::Tokens(self.all_tokens(position))]),
        }
    }

    fn choose_types(&mut self, position: Position) {
        let chosen = self.chosen.entry(position).or_default();
        if !std::mem::replace(&mut chosen.types, true)
            && let Some(split) = Split::of(self.db, self.names.all[position])
        {
            self.read_tokens(position, split.specifiers(), Context::Declaration);
        }
    }

    fn choose_declarator(&mut self, position: Position, index: usize, extent: Extent) {
        let decl = self.names.all[position];
        let declarators = &mut self.chosen.entry(position).or_default().declarators;
        if declarators.get(&index).is_some_and(|known| *known >= extent) {
            return;
        }
        declarators.insert(index, extent);
        let Some(split) = Split::of(self.db, decl) else { return };
        let declarator = |extent| split.declarator(Tokens::of(self.db, decl), index, extent);
        let (whole, declared) = (declarator(extent), declarator(Extent::WithoutValue));
        self.read_tokens(position, split.specifiers(), Context::Declaration);
        self.read_tokens(position, declared, Context::Declaration);
        self.read_tokens(position, TokenRange::new(declared.end, whole.end), Context::Code);
    }

    /// Chooses the generated definitions of a name.
    fn choose_item(&mut self, position: Position, name: &Arc<str>) {
        let items = &mut self.chosen.entry(position).or_default().items;
        let is_first = items.is_empty();
        if !items.insert(name.clone()) {
            return;
        }
        let lowered = self.lowered(position);
        if is_first {
            self.read_common(position, &lowered);
        }
        for item in lowered.items().filter(|item| item.names.contains(name)) {
            self.read(position, &item.pieces);
        }
    }

    // ---- what is read ----

    /// Reads the generated definitions that all code of a declaration needs.
    fn read_common(&mut self, position: Position, lowered: &Lowered) {
        for item in lowered.items().filter(|item| item.names.is_empty()) {
            self.read(position, &item.pieces);
        }
    }

    /// Collects the mentions in some code of a declaration. Generated code names a variable of the host only where it declares a copy of
    /// this name, which the user's code in the same function then means.
    fn read(&mut self, position: Position, pieces: &[Piece]) {
        let mut in_new_code = FxHashSet::default();
        for piece in pieces {
            if let Piece::Inline(text) | Piece::Replaced { text, .. } | Piece::Lines { text, .. } = piece {
                self.read_new(position, text, &mut in_new_code);
            }
        }
        let mentions = self.mentions(position);
        for piece in pieces {
            let Piece::Tokens(range) = piece else { continue };
            for (token, mention) in mentions.within(*range) {
                let is_copy = in_new_code.contains(mention);
                let context = if is_copy { Context::NewCode } else { Context::Code };
                self.open.push((Place { position, token: *token, context }, *mention));
            }
        }
    }

    fn read_tokens(&mut self, position: Position, range: TokenRange, context: Context) {
        let mentions = self.mentions(position);
        let found = mentions.within(range).iter();
        self.open
            .extend(found.map(|(token, mention)| (Place { position, token: *token, context }, *mention)));
    }

    /// Collects the mentions in generated code of a declaration, also in `found`.
    fn read_new(&mut self, position: Position, text: &str, found: &mut FxHashSet<Mention>) {
        let (mentions, lowered) = (self.mentions(position), self.lowered(position));
        let place = Place { position, token: 0, context: Context::NewCode };
        for mention in mentions.in_new_code(self.db, text) {
            found.insert(mention);
            let word = match mention {
                Mention::Ordinary(name) => Some(&self.db.names()[name]),
                _ => None,
            };
            // The definition of a function that generated code declares is one of the program.
            if let Some(item) = word.and_then(|word| lowered.item_name(word)) {
                self.choose_item(position, item);
            }
            if !word.is_some_and(|word| lowered.captures(word)) {
                self.open.push((place, mention));
            }
        }
    }

    fn mentions(&mut self, position: Position) -> Rc<Mentions> {
        let (db, decl) = (self.db, self.names.all[position]);
        self.mentions.entry(position).or_insert_with(|| Mentions::of(db, decl).into()).clone()
    }

    /// Returns the generated code of a declaration.
    fn lowered(&mut self, position: Position) -> Rc<Lowered> {
        let (lower, decl) = (self.lower, self.names.all[position]);
        self.lowered.entry(position).or_insert_with(|| Rc::new(lower(decl))).clone()
    }

    fn all_tokens(&self, position: Position) -> TokenRange {
        TokenRange::new(0, self.names.all[position].tokens(self.db).kinds.len() as u32)
    }

    /// Reports that the device lacks a name; `{}` in the message stands for it.
    fn report(&mut self, place: Place, code: &'static Code, message: &str, name: Name) {
        let at = TokenRange::new(place.token, place.token + 1);
        let message = message.replace("{}", &self.db.names()[name]);
        let findings = &mut self.chosen.entry(place.position).or_default().findings;
        let finding = Diagnostic::new(code, at, message);
        if !findings.contains(&finding) {
            findings.push(finding);
        }
    }

    // ---- the result ----

    /// Returns the declarations with what was chosen of them.
    pub(super) fn finish(self) -> Found<'db> {
        let mut undeclared: Vec<String> =
            self.undeclared.iter().map(|name| self.db.names()[*name].to_owned()).collect();
        undeclared.sort_unstable();
        undeclared.dedup();
        Found { names: self.names, chosen: self.chosen, lowered: self.lowered, undeclared }
    }
}

/// Returns whether other units can call a function that a declaration defines for devices.
fn is_offered(db: &dyn Db, decl: ExternalDecl<'_>) -> bool {
    let (unit, name) = (decl.unit(db), decl.name(db));
    let is_of_openmp =
        || omp_variables(db, unit).get(&name).is_some_and(|said| said.on_device || said.is_device_function);
    decl.kind(db) == DeclKind::Function
        && !is_internal(db, unit, name)
        && (is_for_devices(db, decl) || is_of_openmp())
}
