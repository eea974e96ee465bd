//! The findings about OpenMP directives that depend on several external declarations: pairs of directives, functions behind directives, and
//! variables that are used before they become threadprivate.

use clacc_syntax::Name;
use clacc_syntax::ast::DirectiveId;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::OmpDirective;
use clacc_syntax::token::{TokenKind, TokenRange};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::c::function_types;
use crate::db::directive_targets::is_before_errors;
use crate::db::environment::environment;
use crate::db::external_decls::{DeclKind, ExternalDecl, declarations, directed, header_declarations};
use crate::db::models::{model, program};
use crate::db::omp_variables::omp_variables;
use crate::db::{Db, Unit};
use crate::omp::checks::for_functions::{FunctionBehind, check_behind, is_for_function};
use crate::omp::checks::threadprivate;
use crate::omp::checks::unit::{self, UnitMark, UnitPlace};
use crate::program::View;
use crate::program::entity::{EntityKind, StorageDuration};

/// The findings about directives in the main file that depend on several declarations, with tokens of the main file.
pub(super) fn findings(db: &dyn Db, unit: Unit) -> Vec<Diagnostic<TokenRange>> {
    let mut found = unit_findings(db, unit);
    if environment(db, unit).says_of_others() {
        add_for_functions(db, unit, &mut found);
        add_late_threadprivate(db, unit, &mut found);
    }
    found
}

/// The marks that the OpenMP directives of a declaration leave for the checks of the unit.
#[salsa::tracked(returns(deref))]
fn unit_marks<'db>(db: &'db dyn Db, decl: ExternalDecl<'db>) -> Box<[UnitMark]> {
    unit::marks(View::of_c(&program(db, decl), &model(db, decl))).into()
}

fn unit_findings(db: &dyn Db, unit: Unit) -> Vec<Diagnostic<TokenRange>> {
    let directed = directed(db, unit);
    let placed = directed.iter().flat_map(|decl| {
        let (first, in_headers) = (decl.first_token(db), decl.in_headers(db));
        let place = move |at| UnitPlace { in_headers, at: behind(first, at) };
        unit_marks(db, *decl).iter().map(move |mark| (place(mark.at), &mark.kind))
    });
    unit::check(placed)
}

/// Tokens of a declaration as tokens of the part of the unit that holds it.
fn behind(first: u32, at: TokenRange) -> TokenRange {
    TokenRange::new(first + at.start, first + at.end)
}

/// Adds the findings about directives that apply to the function behind them.
fn add_for_functions(db: &dyn Db, unit: Unit, found: &mut Vec<Diagnostic<TokenRange>>) {
    let mut next = None;
    for decl in declarations(db, unit).iter().rev() {
        match decl.kind(db) {
            DeclKind::Directive => {
                let Some(directive) = for_function(db, *decl) else {
                    next = next.filter(|_| !is_openmp(db, *decl));
                    continue;
                };
                if !is_before_errors(db, *decl) {
                    let first = decl.first_token(db);
                    let own = of_function(db, *decl, directive, next);
                    found.extend(own.into_iter().map(|finding| finding.map(|at| behind(first, at))));
                }
            }
            DeclKind::Other => next = Some(*decl).filter(|decl| is_pragma(db, *decl)).and(next),
            DeclKind::Function | DeclKind::Declaration => next = Some(*decl),
        }
    }
}

/// Returns true if an external declaration is a pragma of neither OpenACC nor OpenMP.
fn is_pragma(db: &dyn Db, decl: ExternalDecl<'_>) -> bool {
    decl.tokens(db).kinds.first() == Some(&TokenKind::PragmaOther)
}

fn is_openmp(db: &dyn Db, decl: ExternalDecl<'_>) -> bool {
    decl.tokens(db).kinds.first() == Some(&TokenKind::PragmaOmp)
}

/// The directive of a declaration, if it applies to a function.
fn for_function(db: &dyn Db, decl: ExternalDecl<'_>) -> Option<DirectiveId> {
    let (model, program) = (model(db, decl), program(db, decl));
    let directive = *program.order.first()?;
    is_for_function(View::of_c(&program, &model), directive).then_some(directive)
}

fn of_function(
    db: &dyn Db,
    decl: ExternalDecl<'_>,
    directive: DirectiveId,
    next: Option<ExternalDecl<'_>>,
) -> Vec<Diagnostic<TokenRange>> {
    let (own_model, own_program) = (model(db, decl), program(db, decl));
    let view = View::of_c(&own_program, &own_model);
    let mut behind = FunctionBehind { function: None, differs_from_variant: false };
    if let Some(next) = next {
        let (next_model, next_program) = (model(db, next), program(db, next));
        behind.function = View::of_c(&next_program, &next_model).lone_function();
        let base = behind.function.as_ref().map(|function| function.name);
        let base = base.and_then(|base| function_types::of(&next_model, base));
        let variant =
            variant_name(view, directive).and_then(|variant| function_types::of(&own_model, variant));
        behind.differs_from_variant = base
            .zip(variant)
            .is_some_and(|(base, variant)| function_types::certainly_differ(&base, &variant));
    }
    check_behind(view, directive, &behind)
}

/// The name of the variant that a directive names.
fn variant_name(view: View<'_>, directive: DirectiveId) -> Option<Name> {
    let node = view.directive(directive);
    if node.kind.omp() != Some(OmpDirective::DeclareVariant) {
        return None;
    }
    let at = node.argument.as_deref()?.values().next()?;
    Some(view.name(view.root_of(at)?))
}

/// Adds the findings about `threadprivate` directives at file scope behind a use of a variable.
fn add_late_threadprivate(db: &dyn Db, unit: Unit, found: &mut Vec<Diagnostic<TokenRange>>) {
    let wanted: FxHashSet<Name> = omp_variables(db, unit)
        .iter()
        .filter(|(_, said)| said.threadprivate)
        .map(|(name, _)| *name)
        .collect();
    if wanted.is_empty() {
        return;
    }
    let mut used: FxHashMap<Name, TokenRange> = FxHashMap::default();
    let headers = header_declarations(db, unit).iter().filter(|decl| decl.kind(db) == DeclKind::Directive);
    let mut known: FxHashSet<Name> = headers.flat_map(|decl| named_threadprivate(db, *decl)).collect();
    for decl in declarations(db, unit) {
        if !decl.tokens(db).texts.iter().any(|text| wanted.contains(text)) {
            continue;
        }
        let (model, program) = (model(db, *decl), program(db, *decl));
        let (view, first) = (View::of_c(&program, &model), decl.first_token(db));
        if decl.kind(db) == DeclKind::Directive {
            for (name, at) in
                threadprivate::named_at_file_scope(view).into_iter().filter(|(name, _)| known.insert(*name))
            {
                let use_before = used.get(&name);
                let text = &db.names()[name];
                found.extend(use_before.map(|used| threadprivate::late(text, behind(first, at), *used)));
            }
            continue;
        }
        for named in view.names_in(view.program.outline.all()) {
            let entity = view.entity(named.entity);
            let is_global = entity.kind == EntityKind::Object
                && entity.duration == StorageDuration::Static
                && entity.scope.is_none();
            if is_global && wanted.contains(&entity.name) {
                used.entry(entity.name).or_insert(behind(first, view.span(named.at)));
            }
        }
    }
}

/// The variables that a `threadprivate` directive at file scope names.
fn named_threadprivate(db: &dyn Db, decl: ExternalDecl<'_>) -> Vec<Name> {
    let (model, program) = (model(db, decl), program(db, decl));
    let named = threadprivate::named_at_file_scope(View::of_c(&program, &model));
    named.into_iter().map(|(name, _)| name).collect()
}
