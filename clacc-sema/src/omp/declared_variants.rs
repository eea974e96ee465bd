//! Which function a call is of, where `declare variant` names others for some contexts (OpenMP 5.2 7.5).

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
    /// The words of the selector.
    pub selector: Box<[Name]>,
}

/// What function a call is of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CalledFunction {
    /// The one that it names.
    Base,
    /// A variant.
    Variant(Name),
    /// Only the program can tell, or nobody here knows a trait.
    Unknown,
}

/// What a `declare variant` at file scope says about the function behind it; none if it is not understood.
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

/// What a declaration has to know of the variants of functions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct VariantsInSight {
    /// The variants of the functions that it may call, which are declared in front of it, in order.
    pub declared: Vec<FunctionVariant>,
    /// Those that are the function that it defines.
    pub own: Vec<FunctionVariant>,
}

/// What is known of the calls of a declaration.
#[derive(Clone, Copy, Debug)]
pub struct CallContext<'a> {
    /// The declaration.
    pub view: View<'a>,
    /// Its directives, with what its metadirectives are.
    pub forms: &'a SourceForms,
    /// The variants of functions.
    pub variants: &'a VariantsInSight,
}

impl CallContext<'_> {
    /// The function that a call is of: the variant with the highest score, the first one of several (OpenMP 5.2 7.3).
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

    /// The constructs around a call, those of the function's own selector first (OpenMP 5.2 7.1); none if they are not known.
    fn constructs(&self, call: &Call) -> Option<Vec<OmpDirective>> {
        let around = constructs_around(self.view, self.forms, call.at)?;
        if around.contains(&OmpDirective::Target) {
            return Some(around);
        }
        let mut all = self.own_constructs()?;
        all.extend(around);
        Some(all)
    }

    /// The constructs that the function is a variant for; none if there are several lists of them.
    fn own_constructs(&self) -> Option<Vec<OmpDirective>> {
        let own = self.variants.own.iter();
        let mut lists = own.map(|variant| ContextSelector::read(self.view, &variant.selector)?.constructs());
        let Some(first) = lists.next() else { return Some(Vec::new()) };
        let first = first?;
        lists.all(|other| other.as_ref() == Some(&first)).then_some(first)
    }
}

/// A selector that says less than another one counts nothing.
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
