//! The queries of code generation.

use std::sync::Arc;

use clacc_sema::db::Db;
use clacc_sema::db::external_decls::ExternalDecl;
use clacc_sema::db::functions::omp_forms;
use clacc_sema::db::models::{model, program};
use clacc_sema::db::omp_variables;
use clacc_sema::program::View;
use clacc_ttx::query::{Mapping, function_mapping, mapped_facts};
use clacc_ttx::rewrite::PlacedForms;
use clacc_ttx::visit::Walk;

use crate::capture::environment::Environments;
use crate::lower::Tokens;
use crate::piece::Lowered;
use crate::plan::Plan;

/// What an external declaration becomes. An edit in another function does not make it again.
#[salsa::tracked(returns(clone))]
pub fn lower<'db>(db: &'db dyn Db, decl: ExternalDecl<'db>, mapping: Mapping) -> Arc<Lowered> {
    if !decl.has_directive(db) {
        return Arc::new(Lowered::unchanged());
    }
    let (model, program) = (model(db, decl), program(db, decl));
    let analysis = mapped_facts(db, decl, mapping);
    let (mapped, source) = (function_mapping(db, decl, mapping), omp_forms(db, decl));
    let walk = Walk {
        view: View::of_c(&program, &model),
        facts: &analysis.facts,
        mapping: &mapped,
        source: &source,
        placed: &PlacedForms::everywhere(&analysis.facts),
    };
    let plan = Plan::of(&walk);
    if plan.is_plain() {
        return Arc::new(Lowered::unchanged());
    }
    let tokens = decl.tokens(db);
    let tokens = Tokens { kinds: &tokens.kinds, texts: &tokens.texts, names: db.names() };
    let unit = omp_variables::named_in(db, decl.unit(db), walk.view);
    let environments = Environments::of(walk.view, &plan, &unit);
    Arc::new(crate::lower::lower(walk.view, tokens, &plan, environments))
}
