//! The function that a call calls, where `declare variant` replaces it in some contexts (OpenMP 5.2 7.5).

use clacc_syntax::Name;
use clacc_syntax::ast::DirectiveId;
use clacc_syntax::directive::OmpDirective;

use super::lower::SourceForms;
use super::selectors::{ContextSelector, Match, selector_of};
use super::variants::constructs_around;
use crate::program::View;
use crate::program::access::Call;
use crate::program::directive::ArgumentValue;
use crate::program::entity::EntityKind;

/// A function that is called instead of another one where a selector matches the context of the call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionVariant {
    /// The function that calls name.
    pub base: Name,
    /// The function that is called instead.
    pub variant: Name,
    /// The tokens of the selector.
    pub selector: Box<[Name]>,
}

/// The function that a call calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CalledFunction {
    /// The function that it names.
    Base,
    /// A variant.
    Variant(Name),
    /// The choice is made at run time, or a trait is unknown.
    Unknown,
}

/// The variant that a `declare variant` at file scope gives the next function; none if the directive is not understood.
pub fn variant_of(view: View<'_>, id: DirectiveId, base: Name) -> Option<FunctionVariant> {
    let directive = view.directive(id);
    if directive.kind.omp() != Some(OmpDirective::DeclareVariant) || directive.has_errors {
        return None;
    }
    let [item] = &*directive.argument.as_ref()?.items else { return None };
    let variant = match &item.value {
        ArgumentValue::Word(name) => *name,
        ArgumentValue::Value(at) => view.name(view.root_of(*at)?),
        _ => return None,
    };
    let selector = selector_of(view, id)?;
    ContextSelector::read(view, &selector)?;
    Some(FunctionVariant { base, variant, selector })
}

/// The variants that matter in a declaration.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct VariantsInSight {
    /// The variants of the functions that it may call, as far as they are declared before it, in order.
    pub declared: Vec<FunctionVariant>,
    /// The variants that name the function that it defines.
    pub own: Vec<FunctionVariant>,
}

/// The context of the calls in a declaration.
#[derive(Clone, Copy, Debug)]
pub struct CallContext<'a> {
    /// The declaration.
    pub view: View<'a>,
    /// The forms of its directives, with metadirectives resolved.
    pub forms: &'a SourceForms,
    /// The variants of functions.
    pub variants: &'a VariantsInSight,
}

impl CallContext<'_> {
    /// The function that a call calls: the variant with the highest score, the first one of several (OpenMP 5.2 7.3).
    pub fn called(&self, call: &Call) -> CalledFunction {
        let Some(base) = call.callee.filter(|callee| self.view.entity(*callee).kind == EntityKind::Function)
        else {
            return CalledFunction::Base;
        };
        let base = self.view.name(base);
        let mut variants = self.variants.declared.iter().filter(|variant| variant.base == base).peekable();
        if variants.peek().is_none() {
            return CalledFunction::Base;
        }
        let constructs = self.constructs(call);
        let mut matching: Vec<(ContextSelector<'_>, u64, Name)> = Vec::new();
        for variant in variants {
            let selector = ContextSelector::read(self.view, &variant.selector);
            match selector.as_ref().map_or(Match::Unknown, |it| it.matches(constructs.as_deref())) {
                Match::Never => {}
                Match::Unknown => return CalledFunction::Unknown,
                Match::Always(score) => {
                    matching.extend(selector.map(|selector| (selector, score, variant.variant)));
                }
            }
        }
        best_of(&matching).map_or(CalledFunction::Base, CalledFunction::Variant)
    }

    /// The constructs around a call, after those of the function's own selector (OpenMP 5.2 7.1); none if they are not known.
    fn constructs(&self, call: &Call) -> Option<Vec<OmpDirective>> {
        let around = constructs_around(self.view, self.forms, call.at)?;
        if around.contains(&OmpDirective::Target) {
            return Some(around);
        }
        let mut all = self.own_constructs()?;
        all.extend(around);
        Some(all)
    }

    /// The constructs in the selectors for which the function is a variant; none if these differ.
    fn own_constructs(&self) -> Option<Vec<OmpDirective>> {
        let own = self.variants.own.iter();
        let mut lists = own.map(|variant| ContextSelector::read(self.view, &variant.selector)?.constructs());
        let Some(first) = lists.next() else { return Some(Vec::new()) };
        let first = first?;
        lists.all(|other| other.as_ref() == Some(&first)).then_some(first)
    }
}

/// The variant with the highest score. A selector that is a proper subset of another one has the score 0.
fn best_of(matching: &[(ContextSelector<'_>, u64, Name)]) -> Option<Name> {
    let is_less = |one: &ContextSelector<'_>| matching.iter().any(|(other, ..)| one.is_part_of(other));
    let mut best: Option<(u64, Name)> = None;
    for (selector, score, variant) in matching {
        let score = if is_less(selector) { 0 } else { *score };
        if best.is_none_or(|(highest, _)| score > highest) {
            best = Some((score, *variant));
        }
    }
    best.map(|(_, variant)| variant)
}
