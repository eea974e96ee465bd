//! `routine` directives that stay because something that depends on them stays.
//!
//! OpenMP cannot express the level of a routine, and functions of `declare target` may contain what functions of `routine` may not. Text
//! that stays is read again, by the next run and by OpenACC compilers, so it must keep its meaning there: a `routine` stays if a directive
//! in its function does, or if an error concerns its level.

use clacc_sema::acc::facts::ConstructId;
use clacc_syntax::Name;
use clacc_syntax::ast::{Decl, DirectiveId, Tree};
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::AccDirective;
use clacc_syntax::source::FileRange;
use clacc_syntax::token::{TokenKind, TokenRange};
use clacc_syntax::unit::Preprocessed;
use rustc_hash::FxHashMap;

use super::unit::{Planned, Rewriter};
use super::unit_directives::{number_of, shown_directive};
use super::{FunctionInput, Mode, RewriteOptions};
use crate::codes;

/// A directive or error that depends on a function being a `routine`, and stays.
#[derive(Clone, Copy)]
struct Dependent {
    at: FileRange,
    is_error: bool,
}

/// Returns whether the result no longer contains the OpenACC text and may be translated again. A compiler does not translate it.
fn matter(options: &RewriteOptions) -> bool {
    matches!(options.mode, Mode::Omp | Mode::OmpAcc) && !options.reader().is_compiler()
}

/// Returns the function that a declaration defines.
pub(super) fn defined_function(tree: &Tree) -> Option<Name> {
    match tree[*tree.roots.first()?] {
        Decl::Function(ref function) => Some(tree[function.entity].name),
        _ => None,
    }
}

impl<'a> Rewriter<'_, 'a> {
    /// Keeps the `routine` directives that would be translated, but on which something depends that stays.
    pub(super) fn keep_needed_routines(&mut self) {
        let planned = if matter(self.options) { self.planned.iter() } else { [].iter() };
        let translated = planned.filter(|planned| !self.failed.contains(&planned.group));
        let functions = |planned: &Planned| {
            let function = &self.unit.functions[planned.group.0];
            functions_of_routine(function, function.constructs_of(planned.directive).next()?)
        };
        let routines: Vec<_> = translated.filter_map(|each| Some((each, functions(each)?))).collect();
        if routines.is_empty() {
            return;
        }
        let dependents = self.dependents();
        let mut needed = Vec::new();
        for (planned, functions) in routines {
            if let Some(dependent) = functions.iter().find_map(|function| dependents.get(function)) {
                needed.push((planned.group, self.finding(planned, *dependent)));
            }
        }
        for (group, finding) in needed {
            self.failed.insert(group);
            self.needed.insert(group);
            self.diagnostics.push(finding);
        }
    }

    fn finding(&self, planned: &Planned, dependent: Dependent) -> Diagnostic<FileRange> {
        let at = self.place_of(&self.unit.functions[planned.group.0], planned.directive);
        let (message, label) = if dependent.is_error {
            ("`routine` keeps its text, because there is an error about its level", "here")
        } else {
            ("`routine` keeps its text, because a directive in its function does", "this one stays")
        };
        Diagnostic::new(&codes::MAP0096, at, message).label(dependent.at, label)
    }

    /// Returns the first dependent of each function that must remain a routine.
    fn dependents(&self) -> FxHashMap<Name, Dependent> {
        let mut dependents: FxHashMap<Name, Dependent> = FxHashMap::default();
        let mut add = |function: Name, dependent: Dependent| {
            let first = dependents.entry(function).or_insert(dependent);
            if dependent.at < first.at {
                *first = dependent;
            }
        };
        self.each_staying(&mut |function, at| add(function, Dependent { at, is_error: false }));
        let main = self.unit.parts.last();
        for (function, tokens) in self.unit.level_errors {
            if let Some(at) = main.and_then(|main| shown_directive(main, *tokens)) {
                add(*function, Dependent { at, is_error: true });
            }
        }
        dependents
    }

    /// Passes on the functions in which directives stay, each with the first of these. For a `routine` at file scope that stays, those are
    /// all functions that it applies to.
    fn each_staying(&self, receive: &mut dyn FnMut(Name, FileRange)) {
        let translated = self.planned.iter().filter(|planned| !self.failed.contains(&planned.group));
        let translated = translated.filter_map(|planned| planned.first_token(self.unit));
        let mut staying: Vec<(usize, TokenRange)> = self.directives.staying(translated).collect();
        staying.sort_by_key(|(part, tokens)| (*part, tokens.start));
        let first_among = |part: &'a Preprocessed, tokens: TokenRange| {
            let number = number_of(self.unit, part)?;
            let before = staying.partition_point(|(part, each)| (*part, each.start) < (number, tokens.start));
            let (found, directive) = staying.get(before)?;
            let is_inside = *found == number && directive.start < tokens.end;
            is_inside.then(|| shown_directive(part, *directive)).flatten()
        };
        for function in self.unit.functions {
            let (part, first) = (function.places.unit, function.places.first_token);
            let own = function.declaration.filter(|tokens| tokens.start == first);
            let Some(at) = first_among(part, own.unwrap_or(TokenRange::new(first, first + 1))) else {
                continue;
            };
            let constructs = function.facts.constructs.iter().filter(|_| own.is_none());
            let about = constructs.filter_map(|(id, _)| functions_of_routine(function, id)).flatten();
            let defined = defined_function(&function.model.parsed.tree);
            about.chain(defined).for_each(|function| receive(function, at));
        }
        let Some(part) = self.unit.parts.last() else { return };
        for placed in self.apart {
            if let Some((function, at)) = placed.apart.function.zip(first_among(part, placed.tokens)) {
                receive(function, at);
            }
        }
    }
}

/// Returns the functions that a `routine` applies to; none for another directive.
fn functions_of_routine(function: &FunctionInput<'_>, id: ConstructId) -> Option<Vec<Name>> {
    let construct = &function.facts.constructs[id];
    if construct.kind != AccDirective::Routine {
        return None;
    }
    let listed = construct.seldom.listed.iter().filter_map(|item| item.place.as_ref());
    let listed = listed.map(|place| function.view.name(place.root));
    let mut functions: Vec<Name> = listed.chain(function.facts.function_behind).collect();
    if functions.is_empty() {
        functions.extend(words_behind(function, construct.directive));
    }
    Some(functions)
}

/// Returns the identifiers of the declaration after a directive in a function.
fn words_behind<'a>(
    function: &FunctionInput<'a>,
    directive: DirectiveId,
) -> impl Iterator<Item = Name> + use<'a> {
    let tokens = &function.places.unit.tokens;
    let directive = function.tokens_of(directive);
    let kinds =
        tokens.kinds.iter().zip(&tokens.texts).skip(directive.map_or(u32::MAX, |range| range.end) as usize);
    let words = kinds.take_while(|(kind, _)| **kind != TokenKind::Semi);
    words.filter(|(kind, _)| **kind == TokenKind::Ident).map(|(_, text)| *text)
}
