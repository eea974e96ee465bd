//! The rules about `routine` directives at file scope that concern a whole unit (OpenACC 3.4 2.15.1).

use clacc_syntax::Name;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::token::TokenRange;
use rustc_hash::FxHashMap;

use crate::acc::{RoutineLevel, codes};
use crate::c::model::{DeclModel, Symbol, SymbolId, SymbolKind};
use crate::db::declared_variables::declared_variables;
use crate::db::external_decls::ExternalDecl;
use crate::db::models::model;
use crate::db::routines::{each_level, is_for_devices, routine_levels};
use crate::db::{Db, Unit};

/// The findings about variables that a function with a `routine` directive uses and devices do not have: its static variables, and
/// variables of file scope without a `declare` directive.
pub(crate) fn host_variables(db: &dyn Db, decl: ExternalDecl<'_>) -> Vec<Diagnostic<TokenRange>> {
    if is_for_devices(db, decl) { used_host_variables(db, decl) } else { Vec::new() }
}

/// The findings of [`host_variables`] for any function that devices execute.
pub(crate) fn used_host_variables(db: &dyn Db, decl: ExternalDecl<'_>) -> Vec<Diagnostic<TokenRange>> {
    let model = model(db, decl);
    let names = &model.parsed.tree.names;
    let declared = declared_variables(db, decl.unit(db));
    let found = model.symbols.iter().filter_map(|(id, symbol)| {
        let (name, function) = (&names[symbol.name], &names[decl.name(db)]);
        match symbol.kind {
            SymbolKind::StaticLocal => {
                let at = model.parsed.tree.spans.entity_names.get(symbol.entity?)?;
                let message = format!("`{name}` is static, in `{function}`, which devices execute");
                Some(Diagnostic::new(&codes::ACC0158, at, message))
            }
            SymbolKind::Global if !declared.contains_key(&symbol.name) && !is_constant(symbol) => {
                let message = format!("`{name}` is used in `{function}`, and devices do not have it");
                let finding = Diagnostic::new(&codes::ACC0114, first_use(&model, id)?, message);
                Some(finding.note("a `declare` directive at file scope puts it there"))
            }
            _ => None,
        }
    });
    found.collect()
}

/// Returns whether compilers can replace a variable by its constant value.
fn is_constant(symbol: &Symbol) -> bool {
    symbol.ty.is_const() && symbol.ty.is_arithmetic()
}

/// The first use of a symbol.
fn first_use(model: &DeclModel, symbol: SymbolId) -> Option<TokenRange> {
    let uses = model.uses.iter().filter(|(_, used)| **used == symbol);
    let spans = &model.parsed.tree.spans.exprs;
    uses.filter_map(|(expr, _)| spans.get(expr)).min()
}

/// The findings about directives of the main file that give a function another level than an earlier directive did. Their places are tokens
/// of the main file.
pub(crate) fn other_levels(db: &dyn Db, unit: Unit) -> Vec<Diagnostic<TokenRange>> {
    let mut known: FxHashMap<Name, (RoutineLevel, Option<TokenRange>)> = FxHashMap::default();
    let mut found = Vec::new();
    if routine_levels(db, unit).is_empty() {
        return found;
    }
    each_level(db, unit, &mut |given, written| {
        if given.is_bound {
            return;
        }
        let at = written.and_then(|written| written.word(db));
        let (level, text) = (given.level, given.level.text());
        let Some((earlier, place)) = known.insert(given.function, (level, at)) else { return };
        if let (Some(at), true) = (at, earlier != level) {
            let name = &db.names()[given.function];
            let message = format!("`{name}` gets another level here than by the directive above");
            let finding = Diagnostic::new(&codes::ACC0159, at, message);
            let label = |place| (place, format!("`{}` here, and `{text}` there", earlier.text()));
            found.push(match place.map(label) {
                Some((place, text)) => finding.label(place, text),
                None => finding,
            });
        }
    });
    found
}
