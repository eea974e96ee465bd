//! The variables that OpenMP directives at file scope make threadprivate, and the variables and functions that they put on the device
//! (OpenMP 5.2 5.2, 7.8).

#![expect(clippy::elidable_lifetime_names, reason = "queries name the lifetime of their database")]

use clacc_syntax::Name;
use clacc_syntax::ast::{self, ArgumentItem, ArgumentValue, DirectiveArgument, DirectiveId, Expr, Tree};
use clacc_syntax::directive::{OmpClause, OmpDirective};
use rustc_hash::FxHashMap;

use crate::c::model::{Symbol, SymbolKind};
use crate::db::declared_variables::globals;
use crate::db::environment::environment;
use crate::db::external_decls::{
    DeclKind, ExternalDecl, declarations, header_declarations_mentioning, signature,
};
use crate::db::function_variants::functions_with_variants;
use crate::db::preprocessed::prefix;
use crate::db::{Db, Unit};
use crate::omp::data_environment::{self, UnitVariables};
use crate::program::View;
use crate::program::place::EntityId;

/// The attributes of a variable that directives at file scope determine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SaidOfVariable {
    /// Whether it is threadprivate.
    pub threadprivate: bool,
    /// Whether it is on the device.
    pub on_device: bool,
    /// True if it is a function whose definition is between `begin declare target` and `end declare target`.
    pub is_device_function: bool,
    /// true if the device has the variable only as long as a clause maps it (`link`).
    pub linked: bool,
}

/// The variables and functions that OpenMP directives at file scope name or enclose.
#[salsa::tracked]
pub fn omp_variables(db: &dyn Db, unit: Unit) -> FxHashMap<Name, SaidOfVariable> {
    let mut gathering = VariableGathering::default();
    if !environment(db, unit).says_of_others() {
        return gathering.said;
    }
    let headers = &prefix(db, unit).parsed.tree;
    headers.roots.iter().for_each(|root| gathering.add(headers, &headers[*root]));
    for decl in declarations(db, unit) {
        if decl.kind(db) == DeclKind::Directive || gathering.open > 0 {
            let tree = &signature(db, *decl).tree;
            tree.roots.iter().for_each(|root| gathering.add(tree, &tree[*root]));
        }
    }
    gathering.said
}

/// Returns whether an OpenMP directive at file scope puts variables of the unit on the device.
pub(super) fn has_device_variables(db: &dyn Db, unit: Unit) -> bool {
    omp_variables(db, unit).values().any(|said| said.on_device)
}

/// The declarations of headers that hold no directive and mention a variable that a directive at file scope makes threadprivate, or a
/// function that has variants, in order.
#[salsa::tracked(returns(deref))]
pub fn affected_in_headers<'db>(db: &'db dyn Db, unit: Unit) -> Box<[ExternalDecl<'db>]> {
    let (said, functions) = (omp_variables(db, unit), functions_with_variants(db, unit));
    if functions.is_empty() && !said.values().any(|said| said.threadprivate) {
        return Box::default();
    }
    let is_threadprivate = |name| said.get(&name).is_some_and(|said| said.threadprivate);
    header_declarations_mentioning(db, unit, |name| is_threadprivate(name) || functions.contains(&name))
}

/// Whether a declaration mentions a name that a directive at file scope makes threadprivate.
#[salsa::tracked(returns(copy))]
pub fn mentions_threadprivate<'db>(db: &'db dyn Db, decl: ExternalDecl<'db>) -> bool {
    let said = omp_variables(db, decl.unit(db));
    let is_threadprivate = |name: &Name| said.get(name).is_some_and(|said| said.threadprivate);
    said.values().any(|said| said.threadprivate) && decl.tokens(db).texts.iter().any(is_threadprivate)
}

/// The attributes that the directives read so far determine.
#[derive(Default)]
struct VariableGathering {
    said: FxHashMap<Name, SaidOfVariable>,
    /// The number of `declare target` directives without `end declare target` so far.
    open: u32,
}

impl VariableGathering {
    fn add(&mut self, tree: &Tree, decl: &ast::Decl) {
        match decl {
            ast::Decl::Directive(directive) => self.directive(tree, *directive),
            ast::Decl::Declaration { entities, .. } if self.open > 0 => {
                for entity in entities {
                    self.said.entry(tree[*entity].name).or_default().on_device = true;
                }
            }
            ast::Decl::Function(function) if self.open > 0 => {
                self.said.entry(tree[function.entity].name).or_default().is_device_function = true;
            }
            _ => {}
        }
    }

    fn directive(&mut self, tree: &Tree, id: DirectiveId) {
        let directive = &tree[id];
        match directive.kind.omp() {
            Some(OmpDirective::Threadprivate) => {
                for name in argument_names(tree, &directive.argument) {
                    self.said.entry(name).or_default().threadprivate = true;
                }
            }
            Some(OmpDirective::BeginDeclareTarget) => self.open += 1,
            Some(OmpDirective::EndDeclareTarget) => self.open = self.open.saturating_sub(1),
            Some(OmpDirective::DeclareTarget) => self.declare_target(tree, id),
            _ => {}
        }
    }

    /// Applies a `declare target`, which names variables or begins a part of the unit.
    fn declare_target(&mut self, tree: &Tree, id: DirectiveId) {
        use OmpClause as C;
        let directive = &tree[id];
        let lists =
            |clause: &&ast::ClauseId| matches!(tree[**clause].kind.omp(), Some(C::Enter | C::Link | C::To));
        let lists: Vec<_> = directive.clauses.iter().filter(lists).collect();
        if lists.is_empty() && matches!(directive.argument, DirectiveArgument::None) {
            self.open += 1;
            return;
        }
        for clause in lists {
            let items = tree[*clause].arguments.iter().flat_map(|arguments| &arguments.items);
            for name in items.filter_map(|item| item_name(tree, item)) {
                let said = self.said.entry(name).or_default();
                said.on_device = true;
                said.linked |= tree[*clause].kind.omp() == Some(C::Link);
            }
        }
        for name in argument_names(tree, &directive.argument) {
            self.said.entry(name).or_default().on_device = true;
        }
    }
}

/// The names in the argument of a directive.
fn argument_names<'t>(
    tree: &'t Tree,
    argument: &'t DirectiveArgument,
) -> impl Iterator<Item = Name> + use<'t> {
    let items: &[ArgumentItem] = match argument {
        DirectiveArgument::List(arguments) => &arguments.items,
        _ => &[],
    };
    items.iter().filter_map(|item| item_name(tree, item))
}

fn item_name(tree: &Tree, item: &ArgumentItem) -> Option<Name> {
    match item.value {
        ArgumentValue::Expr(expr) => match tree[expr] {
            Expr::Name(name) => Some(name),
            _ => None,
        },
        _ => None,
    }
}

/// The attributes that the directives of a unit give the variables that a declaration names.
pub fn named_in(db: &dyn Db, unit: Unit, view: View<'_>) -> UnitVariables {
    let said = omp_variables(db, unit);
    if said.is_empty() {
        return UnitVariables::default();
    }
    // A block may redeclare a variable of file scope with `extern`.
    let declared_in_blocks = view.c_model().into_iter().flat_map(|model| {
        let is_extern = |symbol: &Symbol| symbol.kind == SymbolKind::Global && symbol.scope.is_some();
        let symbols = model.symbols.iter().filter(move |(_, symbol)| is_extern(symbol));
        symbols.map(|(id, _)| EntityId::new(id.into_raw().into_u32()))
    });
    let mut variables: Vec<EntityId> = globals(view).chain(declared_in_blocks).collect();
    variables.sort_unstable();
    let those = |is: fn(&SaidOfVariable) -> bool| -> Box<[EntityId]> {
        variables.iter().copied().filter(|id| said.get(&view.name(*id)).is_some_and(is)).collect()
    };
    UnitVariables { threadprivate: those(|said| said.threadprivate), on_device: those(|said| said.on_device) }
}

/// The variables of a declaration that `threadprivate` directives name, sorted.
pub(super) fn threadprivate(db: &dyn Db, unit: Unit, view: View<'_>) -> Box<[EntityId]> {
    data_environment::threadprivate(view, &named_in(db, unit, view)).into()
}
