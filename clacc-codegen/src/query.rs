//! The queries of code generation.

use std::sync::Arc;

use clacc_sema::db::declared_variables::{declared_variables, is_internal};
use clacc_sema::db::external_decls::{
    DeclKind, ExternalDecl, all_header_declarations, declarations, header_declarations,
};
use clacc_sema::db::function_variants::{mentions_variants, variant_declared_by, variants_in_sight};
use clacc_sema::db::functions::omp_forms;
use clacc_sema::db::models::{model, program};
use clacc_sema::db::omp_variables::{mentions_threadprivate, named_in, omp_variables};
use clacc_sema::db::preprocessed::prefix;
use clacc_sema::db::routines::{bound_function, mentions_redirected};
use clacc_sema::db::{Db, Unit};
use clacc_sema::omp::declared_variants::CallContext;
use clacc_sema::omp::variants::resolved;
use clacc_sema::program::View;
use clacc_syntax::Name;
use clacc_syntax::ast::DirectiveId;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::token::TokenRange;
use clacc_ttx::announced::Announcement;
use clacc_ttx::codes::MAP0065;
use clacc_ttx::mapping::FunctionMapping;
use clacc_ttx::query::{Mapping, function_mapping, mapped_facts};
use clacc_ttx::rewrite::PlacedForms;
use clacc_ttx::visit::Walk;
use rustc_hash::FxHashSet;

use crate::atomic_order::{Order, order_required};
use crate::backend::{Backend, Discrete, Host};
use crate::bound_calls::{BoundCalls, BoundFunctions};
use crate::capture::environment::Environments;
use crate::codes::GEN0001;
use crate::compiler_facts::compiler_facts;
use crate::constructs::threadprivate::variables::Linkage;
use crate::constructs::{Surroundings, UnitQuestions};
use crate::declaration_tokens::Tokens;
use crate::declared_reductions::{DeclaredReduction, declared_in};
use crate::device_variables::{CopyBegins, DeviceVariables};
use crate::piece::Lowered;
use crate::plan::Plan;
use crate::variant_calls::{DeclaredHere, VariantCalls};

/// Returns the generated code of an external declaration. An edit in another function does not recompute it.
#[salsa::tracked(returns(clone))]
pub fn lower<'db>(db: &'db dyn Db, decl: ExternalDecl<'db>, mapping: Mapping) -> Arc<Lowered> {
    let backend: &dyn Backend = if mapping.dialect(db).shares_memory() { &Host } else { &Discrete::PROGRAM };
    Arc::new(lower_for(db, decl, mapping, backend))
}

/// The functions that a device executes in a unit.
#[salsa::tracked(returns(ref))]
fn device_functions(db: &dyn Db, unit: Unit, mapping: Mapping) -> FxHashSet<Name> {
    crate::backend::device::device_functions(db, unit, &|decl| lower_for_device(db, decl, mapping))
}

/// Returns whether a declaration defines a function that a device executes.
fn is_device_function(db: &dyn Db, decl: ExternalDecl<'_>, mapping: Mapping) -> bool {
    decl.kind(db) == DeclKind::Function
        && device_functions(db, decl.unit(db), mapping).contains(&decl.name(db))
}

/// The functions in headers that a device executes, in order.
#[salsa::tracked(returns(deref))]
pub(crate) fn device_functions_in_headers(
    db: &dyn Db,
    unit: Unit,
    mapping: Mapping,
) -> Box<[ExternalDecl<'_>]> {
    let all = all_header_declarations(db, unit).iter();
    all.filter(|decl| !decl.has_directive(db) && is_device_function(db, **decl, mapping)).copied().collect()
}

/// Lowers an external declaration for text that a device alone executes.
pub(crate) fn lower_for_device<'db>(db: &'db dyn Db, decl: ExternalDecl<'db>, mapping: Mapping) -> Lowered {
    lower_for(db, decl, mapping, &Discrete::DEVICE_TEXT)
}

/// Returns whether a declaration in front of another one declares a name.
fn is_declared_before(db: &dyn Db, decl: ExternalDecl<'_>, name: Name) -> bool {
    let unit = decl.unit(db);
    let all = all_header_declarations(db, unit).iter().chain(declarations(db, unit));
    all.take_while(|other| **other != decl).any(|other| other.names(db).contains(&name))
}

/// Lowers an external declaration for a back end.
pub(crate) fn lower_for<'db>(
    db: &'db dyn Db,
    decl: ExternalDecl<'db>,
    mapping: Mapping,
    backend: &dyn Backend,
) -> Lowered {
    let mentions_threadprivate = mentions_threadprivate(db, decl);
    let device_variables =
        if backend.has_own_memory() { device_variables_in(db, decl) } else { DeviceVariables::default() };
    let is_of_device = backend.shares_functions() && is_device_function(db, decl, mapping);
    let names_copies = backend.shares_functions() && !device_variables.is_empty();
    let calls_others =
        mentions_variants(db, decl) || backend.has_own_memory() && mentions_redirected(db, decl);
    let is_affected = mentions_threadprivate || calls_others || names_copies || is_of_device;
    if !decl.has_directive(db) && !is_affected {
        return Lowered::unchanged();
    }
    let (model, program) = (model(db, decl), program(db, decl));
    let analysis = mapped_facts(db, decl, mapping);
    let (mapped, source) = (function_mapping(db, decl, mapping), omp_forms(db, decl));
    let view = View::of_c(&program, &model);
    let resolved = resolved(view, &source);
    let walk = Walk {
        view,
        facts: &analysis.facts,
        mapping: &mapped,
        source: resolved.as_ref().unwrap_or(&source),
        placed: &PlacedForms::everywhere(&analysis.facts),
    };
    let plan = Plan::of(&walk);
    if plan.is_plain() && !is_affected {
        return Lowered::unchanged();
    }
    let tokens = Tokens::of(db, decl);
    let of_unit = || unit_reductions(db, decl.unit(db));
    let named = named_in(db, decl.unit(db), walk.view);
    let environments = Environments::of(walk.view, &plan, &named);
    let is_mentioned = |name| is_mentioned_elsewhere(db, decl, name);
    let default_order = || default_order(db, decl.unit(db));
    let unit = UnitQuestions {
        reductions: &of_unit,
        is_mentioned_elsewhere: &is_mentioned,
        default_order: &default_order,
    };
    let variant_calls = variant_calls(db, decl, &walk, tokens);
    let bound_calls = bound_calls(db, decl, view, tokens, backend);
    let announced = |directive| Announcement::of(&analysis.facts, directive);
    let own = surroundings(db, decl, unit, environments, &announced);
    let surroundings =
        Surroundings { backend, bound_calls, variant_calls, device_variables, is_of_device, ..own };
    let mut lowered = crate::constructs::lower(walk.view, tokens, &plan, surroundings);
    let is_kept = lowered.findings.iter().any(|finding| finding.code.id == GEN0001.id);
    lowered.findings = lowered.findings.into_iter().chain(of_mapping(&mapped, is_kept)).collect();
    lowered
}

/// Finds the calls of functions with variants.
fn variant_calls(db: &dyn Db, decl: ExternalDecl<'_>, walk: &Walk<'_>, tokens: Tokens<'_>) -> VariantCalls {
    let variants = variants_in_sight(db, decl);
    let context = CallContext { view: walk.view, forms: walk.source, variants: &variants };
    let is_internal = |name| is_internal(db, decl.unit(db), name);
    let declares = variant_declared_by(db, decl)
        .map(|(variant, is_first)| DeclaredHere { variant, is_kept: is_first && is_internal(variant) });
    let mut calls = VariantCalls::of(context, tokens, &is_internal);
    calls.declares = declares;
    calls
}

/// Finds the calls that are of other functions on devices.
fn bound_calls(
    db: &dyn Db,
    decl: ExternalDecl<'_>,
    view: View<'_>,
    tokens: Tokens<'_>,
    backend: &dyn Backend,
) -> BoundCalls {
    if !backend.has_own_memory() {
        return BoundCalls::default();
    }
    let unit = decl.unit(db);
    let functions = BoundFunctions {
        instead_of: &|name| bound_function(db, unit, name),
        is_declared: &|name| is_declared_before(db, decl, name),
        is_internal: &|name| is_internal(db, unit, name),
        is_shared: backend.shares_functions(),
        defined: (decl.kind(db) == DeclKind::Function).then(|| decl.name(db)),
    };
    BoundCalls::of(view, tokens, &functions)
}

/// Returns the findings of the mapping that concern generated code: about clauses without effect there, because the memory of its device is that
/// of the host; and, if a construct has no code because it has no form (`is_kept`), about such constructs.
fn of_mapping(mapped: &FunctionMapping, is_kept: bool) -> impl Iterator<Item = Diagnostic<TokenRange>> {
    mapped.nodes.values().flat_map(move |node| {
        let says_why = is_kept && node.form.is_none();
        let findings = node.diagnostics.iter();
        findings.filter(move |finding| says_why || finding.code.id == MAP0065.id).cloned()
    })
}

/// Returns whether a name is among the tokens of another declaration of the unit, or of its headers.
#[salsa::tracked(returns(copy))]
fn is_mentioned_elsewhere<'db>(db: &'db dyn Db, decl: ExternalDecl<'db>, name: Name) -> bool {
    let unit = decl.unit(db);
    let has_name = |texts: &[Name]| texts.contains(&name);
    let others = declarations(db, unit).iter().filter(|other| **other != decl);
    has_name(&prefix(db, unit).state.preprocessed.tokens.texts)
        || others.into_iter().any(|other| has_name(&other.tokens(db).texts))
}

/// Returns the memory order of atomic constructs without a clause for it, which `requires` sets, also in headers (OpenMP 5.2 8.2.1).
#[salsa::tracked(returns(copy))]
pub(crate) fn default_order(db: &dyn Db, unit: Unit) -> Order {
    let of_decl = |decl: &ExternalDecl<'_>| {
        let (model, program) = (model(db, *decl), program(db, *decl));
        order_required(View::of_c(&program, &model))
    };
    let all = header_declarations(db, unit).iter().chain(declarations(db, unit));
    let mut directives = all.filter(|decl| decl.kind(db) == DeclKind::Directive);
    directives.find_map(of_decl).unwrap_or(Order::Relaxed)
}

/// Returns the reductions that directives at file scope of the main file declare, in source order.
#[salsa::tracked(returns(clone))]
pub(crate) fn unit_reductions(db: &dyn Db, unit: Unit) -> Arc<[DeclaredReduction]> {
    let directives = declarations(db, unit).iter().filter(|decl| decl.kind(db) == DeclKind::Directive);
    let declared = directives.flat_map(|decl| {
        let (model, program) = (model(db, *decl), program(db, *decl));
        declared_in(View::of_c(&program, &model), Tokens::of(db, *decl))
    });
    declared.collect()
}

/// Returns the facts about the unit that the lowering of a declaration needs.
fn surroundings<'a>(
    db: &dyn Db,
    decl: ExternalDecl<'_>,
    questions: UnitQuestions<'a>,
    environments: Environments,
    announced: &'a dyn Fn(DirectiveId) -> Option<Announcement>,
) -> Surroundings<'a> {
    let unit = decl.unit(db);
    let linkage = |name| if is_internal(db, unit, name) { Linkage::Internal } else { Linkage::External };
    let mentioned = if mentions_threadprivate(db, decl) { &*decl.tokens(db).texts } else { &[] };
    let said = omp_variables(db, unit);
    let is_threadprivate = |name: &&Name| said.get(name).is_some_and(|said| said.threadprivate);
    Surroundings {
        backend: &Host,
        facts: compiler_facts(db, unit),
        threadprivate: mentioned
            .iter()
            .filter(is_threadprivate)
            .map(|name| (*name, linkage(*name)))
            .collect(),
        bound_calls: BoundCalls::default(),
        variant_calls: VariantCalls::default(),
        unit: questions,
        environments,
        announced,
        device_variables: DeviceVariables::default(),
        is_of_device: false,
    }
}

/// Returns the variables with storage of their own on the device that a declaration mentions.
fn device_variables_in(db: &dyn Db, decl: ExternalDecl<'_>) -> DeviceVariables {
    let unit = decl.unit(db);
    let (of_acc, of_omp) = (declared_variables(db, unit), omp_variables(db, unit));
    if of_acc.is_empty() && !of_omp.values().any(|said| said.on_device) {
        return DeviceVariables::default();
    }
    let begins = |name: &Name| Some((*name, CopyBegins::of(db, unit, *name)?));
    decl.tokens(db).texts.iter().filter_map(begins).collect()
}
