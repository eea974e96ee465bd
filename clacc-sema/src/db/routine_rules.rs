//! What `routine` directives at file scope demand of a whole unit (OpenACC 3.4 2.15.1).

use clacc_syntax::Name;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::token::TokenRange;
use rustc_hash::FxHashMap;

use crate::acc::{RoutineLevel, codes};
use crate::c::model::{Symbol, SymbolKind};
use crate::db::external_decls::{DeclKind, ExternalDecl};
use crate::db::functions::model;
use crate::db::routines::{each_level, routine_level, routine_levels};
use crate::db::{Db, Unit};

/// The static variables of a function that has a `routine` directive.
pub(crate) fn static_variables(db: &dyn Db, decl: ExternalDecl<'_>) -> Vec<Diagnostic<TokenRange>> {
    let is_routine = decl.kind(db) == DeclKind::Function
        && !routine_levels(db, decl.unit(db)).is_empty()
        && routine_level(db, decl.unit(db), decl.name(db)).is_some();
    if is_routine { statics(db, decl) } else { Vec::new() }
}

/// The findings about the static variables of a function that devices execute.
pub(crate) fn statics(db: &dyn Db, decl: ExternalDecl<'_>) -> Vec<Diagnostic<TokenRange>> {
    let model = model(db, decl);
    let (names, spans) = (&model.parsed.tree.names, &model.parsed.tree.spans);
    let statics = model.symbols.iter().filter(|(_, symbol)| symbol.kind == SymbolKind::StaticLocal);
    let finding = |symbol: &Symbol| {
        let at = spans.entity_names.get(symbol.entity?)?;
        let (name, function) = (&names[symbol.name], &names[decl.name(db)]);
        let message = format!("`{name}` is static, in `{function}`, which devices execute");
        Some(Diagnostic::new(&codes::ACC0158, *at, message))
    };
    statics.filter_map(|(_, symbol)| finding(symbol)).collect()
}

/// The directives of the main file that give a function another level than an earlier one did. Their places are
/// tokens of the main file.
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
