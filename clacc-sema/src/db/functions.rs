//! The directives of one external declaration.

#![expect(missing_docs, reason = "items that salsa makes carry no documentation")]

use crate::db::name_in_unit::NameInUnit;
use std::sync::{Arc, LazyLock};

use clacc_syntax::Name;
use clacc_syntax::ast::{DirectiveId, DirectiveKind};
use clacc_syntax::checkpoint;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::token::TokenRange;
use rustc_hash::FxHashMap;

use crate::acc::{self, AccAnalysis, UnitFacts};
use crate::db::Db;
use crate::db::declared_variables;
use crate::db::directive_targets::{function_behind, is_before_errors, without_function};
use crate::db::external_decls::{DeclKind, ExternalDecl, tree};
use crate::db::models::{model, program};
use crate::db::omp_reductions::omp_reductions;
use crate::db::omp_variables;
use crate::db::preprocessed::asks_for_openmp;
use crate::db::routines::routine_level;
use crate::db::{bound_functions, callees, function_effects};
use crate::db::{mapped_pointers, selecting_functions};
use crate::flow::defects;
use crate::flow::defects::unplaced::DeviceMemory;
use crate::omp;
use crate::omp::checks::UnitQuestions;
use crate::omp::data_environment::{self, OmpAnalysis};
use crate::omp::lower::{self, SourceForms};
use crate::program::View;
use crate::tuning::{self, LoopInterchange, Tuned, TuningChoices};

/// An OpenACC directive of a declaration. Its identity is its text, so that a directive inserted before it does not change it.
#[salsa::tracked(debug)]
pub struct TrackedDirective<'db> {
    /// The declaration.
    #[returns(copy)]
    pub decl: ExternalDecl<'db>,
    /// The directive's tokens.
    #[returns(deref)]
    pub text: Box<[Name]>,
    /// Its index among the directives of the declaration with the same tokens. It distinguishes equal directives.
    #[returns(copy)]
    pub nth: u32,
    /// Its node in the declaration's tree.
    #[tracked]
    #[returns(copy)]
    pub directive: DirectiveId,
}

const DIRECTIVES_BETWEEN_CHECKPOINTS: usize = 1 << 10;

/// The OpenACC directives of a declaration, in source order.
#[salsa::tracked(returns(deref))]
pub fn acc_directives<'db>(db: &'db dyn Db, decl: ExternalDecl<'db>) -> Box<[TrackedDirective<'db>]> {
    let parsed = tree(db, decl);
    let texts = &decl.tokens(db).texts;
    let mut found: Vec<(u32, DirectiveId, Box<[Name]>)> = Vec::new();
    for (id, directive) in parsed.tree.directives.iter() {
        let Some(span) = parsed.tree.spans.directives.get(id) else { continue };
        if matches!(directive.kind, DirectiveKind::Acc(_)) {
            let text = texts.get(span.start as usize..span.end as usize).unwrap_or_default();
            found.push((span.start, id, text.into()));
        }
    }
    found.sort_by_key(|(start, ..)| *start);
    let mut equal: FxHashMap<Box<[Name]>, u32> = FxHashMap::default();
    let found = checkpoint::every(DIRECTIVES_BETWEEN_CHECKPOINTS, found.into_iter());
    let numbered = found.map(|(_, id, text)| {
        let count = equal.entry(text.clone()).or_default();
        *count += 1;
        TrackedDirective::new(db, decl, text, *count, id)
    });
    numbered.collect()
}

/// The meaning of the OpenACC directives of a declaration, and the errors in them.
#[salsa::tracked(returns(clone))]
pub fn acc_facts<'db>(db: &'db dyn Db, decl: ExternalDecl<'db>) -> Arc<AccAnalysis> {
    let (model, program) = (model(db, decl), program(db, decl));
    let view = View::of_c(&program, &model);
    // Most declarations have no OpenACC and share this value.
    static NOTHING: LazyLock<Arc<AccAnalysis>> = LazyLock::new(Arc::default);
    let analysis = acc::analyze(view, surroundings(db, decl, view));
    if analysis == **NOTHING {
        return Arc::clone(&NOTHING);
    }
    let analysis = Arc::new(analysis);
    db.last_results().hold(&analysis, decl.tokens(db).kinds.len());
    analysis
}

/// The facts about the OpenACC directives of a declaration with merged levels of loops, and the optimiser's results about loops. Loops are
/// interchanged only if the threads of the host execute them.
#[salsa::tracked(returns(clone))]
pub fn tuned_facts<'db>(db: &'db dyn Db, decl: ExternalDecl<'db>, on_host: bool) -> Arc<Tuned> {
    let own = acc_facts(db, decl);
    let (model, program) = (model(db, decl), program(db, decl));
    let view = View::of_c(&program, &model);
    let effects_of = |callee| function_effects::effects(db, decl.unit(db), view.name(callee));
    let mut choices = tuning_choices(db, decl);
    if !on_host {
        choices.interchange = LoopInterchange::Off;
    }
    let tuned = tuning::tune(view, &surroundings(db, decl, view), choices, &effects_of, &own);
    if !Arc::ptr_eq(&tuned.analysis, &own) {
        db.last_results().hold(&tuned.analysis, decl.tokens(db).kinds.len());
    }
    tuned.into()
}

/// The user's options for the loops of a declaration's unit.
fn tuning_choices<'db>(db: &'db dyn Db, decl: ExternalDecl<'db>) -> TuningChoices {
    let unit = decl.unit(db);
    TuningChoices { proofs: unit.loop_proofs(db), interchange: unit.loop_interchange(db) }
}

/// The remarks about the loops of a declaration. They are not memoised, because they are needed only on request.
pub fn loop_remarks<'db>(db: &'db dyn Db, decl: ExternalDecl<'db>) -> Vec<Diagnostic<TokenRange>> {
    let facts = acc_facts(db, decl);
    if facts.facts.constructs.iter().all(|(_, construct)| construct.loop_facts.is_none()) {
        return Vec::new();
    }
    let (model, program) = (model(db, decl), program(db, decl));
    let view = View::of_c(&program, &model);
    let effects_of = |callee| function_effects::effects(db, decl.unit(db), view.name(callee));
    let choices = tuning_choices(db, decl);
    tuning::loop_remarks(view, surroundings(db, decl, view), choices, &effects_of, &facts.facts)
}

/// The facts and options from outside a declaration that its analysis needs.
fn surroundings<'db>(db: &'db dyn Db, decl: ExternalDecl<'db>, view: View<'_>) -> UnitFacts {
    let routine = routine_level(db, NameInUnit::new(db, decl.unit(db), decl.name(db)));
    let defined_elsewhere = callees::defined_elsewhere(db, decl.unit(db), view);
    let callee_levels = callees::levels(db, decl.unit(db), view);
    let declared = declared_variables::named_in(db, decl.unit(db), view);
    let has_device_variables = declared_variables::has_any(db, decl.unit(db))
        || omp_variables::has_device_variables(db, decl.unit(db));
    let of_device_code = declared_variables::of_device_code(db, decl.unit(db), view);
    let mapped_pointers = mapped_pointers::named_in(db, decl.unit(db), view);
    let threadprivate = omp_variables::threadprivate(db, decl.unit(db), view);
    let selecting_callees = selecting_functions::called_in_loops(db, decl.unit(db), view);
    let redirected = bound_functions::redirected(db, decl.unit(db), view);
    let device_type = decl.unit(db).device_type(db);
    let surroundings = UnitFacts {
        routine,
        defined_elsewhere,
        callee_levels,
        declared,
        has_device_variables,
        of_device_code,
        mapped_pointers,
        threadprivate,
        selecting_callees,
        redirected,
        device_type,
        implicit_levels: decl.unit(db).implicit_levels(db),
        without_function: without_function(&tree(db, decl).tree),
        ..UnitFacts::default()
    };
    if decl.kind(db) != DeclKind::Directive {
        return surroundings;
    }
    let internal = declared_variables::internal(db, decl.unit(db), view);
    let internal_in_routines = declared_variables::in_routines(db, decl.unit(db), view, &internal);
    let function_behind = function_behind(db, decl);
    let is_defined_behind = function_behind.is_some_and(|name| {
        callees::is_defined(db, NameInUnit::new(db, decl.unit(db), name), decl.in_headers(db))
    });
    let bound_functions = bound_functions::of(db, decl, view, function_behind);
    let is_before_errors = is_before_errors(db, decl);
    UnitFacts {
        function_behind,
        is_defined_behind,
        is_before_errors,
        bound_functions,
        internal,
        internal_in_routines,
        ..surroundings
    }
}

/// The defects in what a function does with data that the host and the device have copies of.
#[salsa::tracked(returns(deref))]
pub fn data_defects<'db>(db: &'db dyn Db, decl: ExternalDecl<'db>) -> Box<[Diagnostic<TokenRange>]> {
    let (model, program) = (model(db, decl), program(db, decl));
    let view = View::of_c(&program, &model);
    let declared = declared_variables::present_in(db, decl.unit(db), view);
    let is_pure = |callee| function_effects::is_pure(db, decl.unit(db), view.name(callee));
    defects::check(view, &acc_facts(db, decl).facts, &declared, &is_pure).into()
}

/// The memory that the compute constructs of a declaration use without a clause, and what its directives put on the device.
#[salsa::tracked(returns(clone))]
pub(super) fn device_memory<'db>(db: &'db dyn Db, decl: ExternalDecl<'db>) -> Arc<DeviceMemory> {
    let (model, program) = (model(db, decl), program(db, decl));
    DeviceMemory::of(View::of_c(&program, &model), &acc_facts(db, decl).facts).into()
}

/// The errors in the OpenMP directives of a declaration.
#[salsa::tracked(returns(deref))]
pub fn omp_findings<'db>(db: &'db dyn Db, decl: ExternalDecl<'db>) -> Box<[Diagnostic<TokenRange>]> {
    let (model, program) = (model(db, decl), program(db, decl));
    if program.order.iter().all(|id| program.directives[*id].kind.omp().is_none()) {
        return Box::default();
    }
    let view = View::of_c(&program, &model);
    let reductions = omp_reductions(db, decl.unit(db));
    let unit = UnitQuestions {
        variables: &omp_variables::named_in(db, decl.unit(db), view),
        declares_reduction: &|name| reductions.contains(&name),
        hides_declarations: &|| asks_for_openmp(db, decl.unit(db)),
    };
    omp::checks::check(view, unit).into()
}

/// The forms of the OpenMP directives in a declaration.
#[salsa::tracked(returns(clone))]
pub fn omp_forms<'db>(db: &'db dyn Db, decl: ExternalDecl<'db>) -> Arc<SourceForms> {
    let (model, program) = (model(db, decl), program(db, decl));
    lower::lower(View::of_c(&program, &model)).into()
}

/// The data environments of the OpenMP constructs in a declaration, and the errors in them.
#[salsa::tracked(returns(clone))]
pub fn omp_facts<'db>(db: &'db dyn Db, decl: ExternalDecl<'db>) -> Arc<OmpAnalysis> {
    let (model, program) = (model(db, decl), program(db, decl));
    if program.order.iter().all(|id| program.directives[*id].kind.omp().is_none()) {
        // Most declarations have no OpenMP and share this value.
        static NOTHING: LazyLock<Arc<OmpAnalysis>> = LazyLock::new(Arc::default);
        return Arc::clone(&NOTHING);
    }
    let view = View::of_c(&program, &model);
    let unit = omp_variables::named_in(db, decl.unit(db), view);
    data_environment::analyze_source(view, &omp_forms(db, decl), &unit).into()
}
