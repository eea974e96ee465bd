//! The variants of functions that OpenMP directives at file scope declare (OpenMP 5.2 7.5).

use std::sync::Arc;

use clacc_syntax::Name;

use crate::db::directive_targets::function_behind;
use crate::db::environment::environment;
use crate::db::external_decls::{DeclKind, ExternalDecl, declarations, header_declarations};
use crate::db::models::{model, program};
use crate::db::{Db, Unit};
use crate::omp::declared_variants::{FunctionVariant, VariantsInSight, variant_of};
use crate::program::View;

/// The directives of a unit that give functions variants. Queries about single declarations read these directives alone.
#[salsa::tracked(returns(ref))]
pub fn variant_directives(db: &dyn Db, unit: Unit) -> Vec<ExternalDecl<'_>> {
    if !environment(db, unit).says_of_others() {
        return Vec::new();
    }
    let all = header_declarations(db, unit).iter().chain(declarations(db, unit));
    all.filter(|decl| declared_by(db, **decl).is_some()).copied().collect()
}

/// The functions of a unit that have variants.
#[salsa::tracked(returns(clone))]
pub fn functions_with_variants(db: &dyn Db, unit: Unit) -> Arc<[Name]> {
    variant_directives(db, unit).iter().filter_map(|decl| Some(declared_by(db, *decl)?.base)).collect()
}

/// The variants that directives of the unit declare for the functions that a declaration mentions, and for the function itself.
#[salsa::tracked(returns(clone))]
pub fn variants_in_sight<'db>(db: &'db dyn Db, decl: ExternalDecl<'db>) -> Arc<VariantsInSight> {
    if !mentions_variants(db, decl) {
        return Arc::default();
    }
    let unit = decl.unit(db);
    let place = |of: ExternalDecl<'_>| (!of.in_headers(db), of.first_token(db));
    let mut found = VariantsInSight::default();
    for other in variant_directives(db, unit) {
        let Some(variant) = declared_by(db, *other) else { continue };
        if decl.kind(db) == DeclKind::Function && variant.variant == decl.name(db) {
            found.own.push(variant.clone());
        }
        if place(*other) < place(decl) {
            found.declared.push(variant);
        }
    }
    Arc::new(found)
}

/// Whether a declaration mentions a function that has variants.
#[salsa::tracked(returns(copy))]
pub fn mentions_variants<'db>(db: &'db dyn Db, decl: ExternalDecl<'db>) -> bool {
    let bases = functions_with_variants(db, decl.unit(db));
    decl.kind(db) != DeclKind::Directive
        && !bases.is_empty()
        && decl.tokens(db).texts.iter().any(|text| bases.contains(text))
}

/// The variant that a directive declares for the function after it, if the directive's selector is understood, and whether it is the first
/// directive that names this variant.
pub fn variant_declared_by<'db>(db: &'db dyn Db, directive: ExternalDecl<'db>) -> Option<(Name, bool)> {
    let variant = declared_by(db, directive)?.variant;
    let mut all = variant_directives(db, directive.unit(db)).iter();
    let first = all.find(|decl| declared_by(db, **decl).is_some_and(|other| other.variant == variant));
    Some((variant, first == Some(&directive)))
}

/// The variant that a `declare variant` at file scope declares.
fn declared_by<'db>(db: &'db dyn Db, decl: ExternalDecl<'db>) -> Option<FunctionVariant> {
    if decl.kind(db) != DeclKind::Directive {
        return None;
    }
    let (model, program) = (model(db, decl), program(db, decl));
    let view = View::of_c(&program, &model);
    let directive = *view.program.order.first()?;
    variant_of(view, directive, function_behind(db, decl)?)
}
