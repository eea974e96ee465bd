//! The state of the lowering of one declaration: its facts, its output, and its current place.

use std::sync::Arc;

use clacc_sema::c::model::DeclModel;
use clacc_sema::omp::form::{DeclareReduction, Directive};
use clacc_sema::program::View;
use clacc_sema::program::place::EntityId;
use clacc_syntax::Name;
use clacc_syntax::ast::DirectiveId;
use clacc_syntax::token::TokenRange;
use clacc_ttx::announced::Announcement;
use rustc_hash::FxHashMap;

use super::threadprivate::variables::{Linkage, Threadprivate};
use crate::atomic_order::Order;
use crate::bound_calls::BoundCalls;
use crate::capture::Writers;
use crate::capture::environment::Environments;
use crate::capture::uses::Uses;
use crate::compiler_facts::CompilerFacts;
use crate::declaration_tokens::Tokens;
use crate::declared_reductions::{CombiningFunctions, DeclaredReduction, declared_in};
use crate::device_variables::{DeviceVariables, constant_parts};
use crate::emit::{Emit, Step};
use crate::local_declarations::{LocalNames, LocalTypes, Needs, register_words};
use crate::plan::constituents::Part;
use crate::plan::{Node, Plan};
use crate::scope::{Frame, Scope};
use crate::variant_calls::VariantCalls;

/// Facts about the unit that the lowering of a declaration needs.
pub(crate) struct Surroundings<'a> {
    pub(crate) backend: &'a dyn Backend,
    pub(crate) facts: CompilerFacts,
    /// The variables that directives at file scope make threadprivate and that the declaration mentions.
    pub(crate) threadprivate: FxHashMap<Name, Linkage>,
    /// The calls that are redirected to variants.
    pub(crate) bound_calls: BoundCalls,
    pub(crate) variant_calls: VariantCalls,
    /// Queries about the unit that are evaluated on demand.
    pub(crate) unit: UnitQuestions<'a>,
    /// The data environments of its constructs.
    pub(crate) environments: Environments,
    /// Returns how a directive is announced to profiling libraries.
    pub(crate) announced: &'a dyn Fn(DirectiveId) -> Option<Announcement>,
    /// The variables with storage of their own on the device that the declaration mentions; none for code of the host.
    pub(crate) device_variables: DeviceVariables,
    /// true if the declaration defines a function that host and device execute.
    pub(crate) is_of_device: bool,
}

/// Queries about the unit of a declaration. Each is evaluated only where its result is needed, because an edit that changes the result
/// lowers the declaration again.
#[derive(Clone, Copy)]
pub(crate) struct UnitQuestions<'a> {
    /// Returns the reductions that directives at file scope declare.
    pub(crate) reductions: &'a dyn Fn() -> Arc<[DeclaredReduction]>,
    /// Returns whether another declaration of the unit mentions a name. It is needed when local types are moved before the function.
    pub(crate) is_mentioned_elsewhere: &'a dyn Fn(Name) -> bool,
    /// Returns the memory order of atomic constructs without a clause for it.
    pub(crate) default_order: &'a dyn Fn() -> Order,
}

/// A target of code generation, which lowers the constructs about devices.
pub(crate) trait Backend {
    /// Returns true if the device has a memory of its own.
    fn has_own_memory(&self) -> bool {
        false
    }

    /// Returns true if host and device execute the same functions, though the device has a memory of its own. A function then looks up
    /// where a variable with storage on the device is.
    fn shares_functions(&self) -> bool {
        false
    }

    /// `target`, with the rest of a combined directive inside.
    fn target<'a>(
        &self,
        lowering: &mut Lowering<'a>,
        part: &Part<'a>,
        inner: &[Part<'a>],
        inside: &[Node<'a>],
    ) -> Step;

    /// `target data`.
    fn target_data<'a>(
        &self,
        lowering: &mut Lowering<'a>,
        directive: &'a Directive,
        inside: &[Node<'a>],
    ) -> Step;

    /// `target enter data`, `target exit data`, `target update`.
    fn data_motion<'a>(&self, lowering: &mut Lowering<'a>, directive: &'a Directive) -> Step;

    /// `requires`, the requirements of a program on devices.
    fn requires<'a>(&self, lowering: &mut Lowering<'a>, directive: &'a Directive) -> Step {
        lowering.requires(directive)
    }
}

/// The lowering of one declaration.
pub(crate) struct Lowering<'a> {
    pub(crate) backend: &'a dyn Backend,
    pub(crate) emit: Emit,
    pub(crate) scope: Scope,
    pub(crate) view: View<'a>,
    pub(crate) model: &'a DeclModel,
    pub(crate) tokens: Tokens<'a>,
    pub(crate) facts: CompilerFacts,
    pub(crate) threadprivate: Threadprivate,
    pub(crate) bound_calls: BoundCalls,
    pub(crate) variant_calls: VariantCalls,
    pub(crate) uses: Uses,
    pub(crate) writers: Writers,
    pub(crate) environments: Environments,
    pub(crate) announced: &'a dyn Fn(DirectiveId) -> Option<Announcement>,
    /// The enumeration constants and functions that the function declares locally.
    pub(crate) local_names: LocalNames,
    /// The types that the function declares locally.
    pub(crate) local_types: LocalTypes,
    /// The `register` specifiers, with the text that replaces them.
    pub(crate) registers: Vec<(u32, &'static str)>,
    /// The reductions that directives of the declaration declare.
    pub(crate) declared: Vec<DeclaredReduction>,
    pub(crate) unit: UnitQuestions<'a>,
    /// The functions that were emitted for declared reductions.
    pub(crate) combining: Vec<(DeclaredReduction, CombiningFunctions)>,
    /// The reductions of structs that forms declare.
    pub(crate) of_structs: Vec<&'a DeclareReduction>,
    /// The construct whose barrier the end of the enclosing `parallel` region replaces.
    pub(crate) last_construct: Option<&'a Directive>,
    pub(crate) device_variables: DeviceVariables,
    pub(crate) is_of_device: bool,
    /// The declarations whose initial values are constants.
    pub(crate) constant_parts: Vec<TokenRange>,
}

impl<'a> Lowering<'a> {
    pub(crate) fn new(
        view: View<'a>,
        model: &'a DeclModel,
        tokens: Tokens<'a>,
        plan: &Plan<'_>,
        surroundings: Surroundings<'a>,
    ) -> Lowering<'a> {
        let whole = TokenRange::new(0, tokens.kinds.len() as u32);
        let threadprivate = Threadprivate::of(view, &surroundings.threadprivate);
        let uses = Uses::of(view, |entity| threadprivate.has(entity));
        let (declared, prefix, function) = (declared_in(view, tokens), prefix(tokens), function_name(model));
        let needs = Needs {
            view,
            model,
            tokens,
            uses: &uses,
            is_mentioned_elsewhere: surroundings.unit.is_mentioned_elsewhere,
            prefix: &prefix,
            function: &function,
        };
        let local_types = LocalTypes::of(&needs, plan, &declared);
        Lowering {
            backend: surroundings.backend,
            emit: Emit::new(prefix, function, whole),
            scope: Scope { frames: vec![Frame::of_user(whole)], ..Scope::default() },
            view,
            model,
            tokens,
            facts: surroundings.facts,
            uses,
            threadprivate,
            bound_calls: surroundings.bound_calls,
            variant_calls: surroundings.variant_calls,
            writers: Writers::of(view, plan, surroundings.backend.has_own_memory()),
            environments: surroundings.environments,
            announced: surroundings.announced,
            local_names: LocalNames::of(model, &local_types),
            local_types,
            registers: register_words(model, tokens),
            declared,
            unit: surroundings.unit,
            combining: Vec::new(),
            of_structs: Vec::new(),
            last_construct: None,
            constant_parts: if surroundings.is_of_device || !surroundings.device_variables.is_empty() {
                constant_parts(&model.parsed.tree)
            } else {
                Vec::new()
            },
            device_variables: surroundings.device_variables,
            is_of_device: surroundings.is_of_device,
        }
    }

    pub(crate) fn entity_text(&self, entity: EntityId) -> &'a str {
        self.view.text(self.view.name(entity))
    }
}

/// Returns the name of the function that a declaration defines, or of the first entity of another declaration.
fn function_name(model: &DeclModel) -> String {
    let tree = &model.parsed.tree;
    let named = model
        .symbols
        .iter()
        .find(|(_, symbol)| symbol.entity.is_some() && symbol.scope.is_none() && symbol.ty.is_function());
    named.map_or_else(|| "file".to_owned(), |(_, symbol)| tree.text(symbol.name).to_owned())
}

/// Returns the prefix of new names, with which no identifier of the declaration begins.
fn prefix(tokens: Tokens<'_>) -> String {
    let is_taken = |prefix: &str| tokens.texts.iter().any(|name| tokens.names[*name].starts_with(prefix));
    let numbered = (1u32..).map(|number| format!("clacc{number}_"));
    let mut prefixes = std::iter::once("clacc_".to_owned()).chain(numbered);
    prefixes.find(|prefix| !is_taken(prefix)).unwrap_or_else(|| "clacc_".to_owned())
}
