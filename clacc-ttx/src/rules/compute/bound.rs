//! `bind` of `routine` -> `declare variant` (OpenACC 3.4 2.15.1, OpenMP 5.2 7.5.4).
//!
//! OpenACC calls the bound function on devices other than the host, which is what the device kind `nohost` selects. The function itself
//! gets no device version. `declare variant` precedes a declaration of the function, and the bound function must be declared before it.
//! Declarations that the source lacks are added, with the type of the function that is declared.

use clacc_sema::acc::BoundFunction;
use clacc_sema::acc::clauses::{self, Clause};
use clacc_sema::omp::form::{
    self, Anchor, Argument, DeclareFunction, Directive, Omp, Origin, SelectedDevices, UnitForm,
};
use clacc_sema::program::directive::Scope;
use clacc_syntax::Name;
use clacc_syntax::directive::OmpDirective;

use crate::codes;
use crate::dialect::Fault;
use crate::rules::core::build::places;
use crate::rules::core::{Build, Context, Mapped};

/// `bind`.
pub(super) fn bind(cx: &Context<'_>, build: &mut Build<'_>, clause: &Clause) -> Mapped {
    let clauses::Argument::Bind(name) = clause.argument else {
        return Mapped::unsupported_part(cx, clause, "a text that is no name of C");
    };
    if cx.view.scope_of(cx.construct().directive) != Scope::File {
        let message = "a `bind` in a function changes no calls; write the directive at file scope";
        return Mapped::refused("OpenMP binds functions at file scope only", &codes::MAP0056, message);
    }
    let Some(other) = function(cx, name) else { return Mapped::unsupported(cx, clause) };
    let functions: Vec<_> = about(cx).filter_map(|name| function(cx, name)).collect();
    if let Some(different) = functions.iter().find(|each| !is_alike(**each, other)) {
        let (name, other) = (cx.view.text(different.name), cx.view.text(other.name));
        let message = format!("`{name}` and `{other}` differ in `static` or `inline`");
        let reason = "the variant of a function must be static and inline if the function is";
        return Mapped::refused(reason, &codes::MAP0056, message);
    }
    let is_named = !cx.construct().seldom.listed.is_empty();
    for each in functions {
        redirect(build, each, other, is_named, &Origin::Clause(clause.id));
    }
    if !cx.avoids(Fault::DeviceVariants) {
        return Mapped::exact("declare variant selects the function on devices other than the host");
    }
    let message = "gcc links no program for a device with the `declare variant` that `bind` becomes";
    Mapped::approximated("declare variant selects the function where compilers link it")
        .reported(&codes::MAP0050, message)
}

/// The functions that the directive applies to.
fn about<'a>(cx: &Context<'a>) -> impl Iterator<Item = Name> + use<'a> {
    let (view, construct) = (cx.view, cx.construct());
    let named = places(&construct.seldom.listed).map(move |(_, place)| view.name(place.root));
    named.chain(cx.facts.function_behind.filter(|_| construct.seldom.listed.is_empty()))
}

fn function(cx: &Context<'_>, name: Name) -> Option<BoundFunction> {
    cx.facts.bound_functions.iter().find(|function| function.name == name).copied()
}

fn is_alike(one: BoundFunction, other: BoundFunction) -> bool {
    (one.is_static, one.is_inline) == (other.is_static, other.is_inline)
}

/// Adds the directives and declarations that make devices call `other` instead of `function`. `declare variant` precedes a declaration: the
/// one after the `routine` directive if `other` is already declared, otherwise an added one.
fn redirect(
    build: &mut Build<'_>,
    function: BoundFunction,
    other: BoundFunction,
    is_named: bool,
    origin: &Origin,
) {
    let anchor = if is_named || other.is_declared { Anchor::Before } else { Anchor::After };
    let mut add = |omp| build.push_unit_form(UnitForm { anchor, omp });
    let directive = |kind, clauses| Omp::Directive(Directive::standalone(kind, clauses, origin.clone()));
    if !other.has_routine || !other.is_declared {
        let like = if other.is_declared { other } else { function };
        add(directive(OmpDirective::DeclareTarget, Vec::new()));
        add(declaration(other, like, origin));
        add(directive(OmpDirective::EndDeclareTarget, Vec::new()));
    }
    let argument = Argument::Variant { function: other.name, devices: SelectedDevices::Nohost };
    let clause = form::Clause::new(argument, origin.clone());
    add(directive(OmpDirective::DeclareVariant, vec![clause]));
    if is_named || anchor == Anchor::After {
        add(declaration(function, function, origin));
    }
}

fn declaration(declared: BoundFunction, like: BoundFunction, origin: &Origin) -> Omp {
    let BoundFunction { name, is_static, is_inline, .. } = declared;
    Omp::DeclareFunction(DeclareFunction {
        name,
        like: like.name,
        is_static,
        is_inline,
        origin: origin.clone(),
    })
}
