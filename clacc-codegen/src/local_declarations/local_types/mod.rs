//! Types that a function declares for itself, and that its regions need: their definitions move in front of the function.
//!
//! A structure that is declared twice is two types (C17 6.2.7), so that the definition moves, and what is left in its place names the
//! type. A type keeps its name where no other part of the unit says that name; otherwise it gets a new one, and so do its uses.
//! What moves depends on nothing but what moves too: a definition that needs variables of the function stays, and regions cannot
//! use it.
//!
//! The type that each token names is known before anything is emitted (`found`), over all constructs of which code stands outside of the
//! function. The moved tokens are those of the outermost definition, of the declarations of typedef names, and of what these name; `struct
//! tag` is left of a definition, and nothing of a typedef. A name stays where no other declaration of the unit has it among its tokens
//! (`query::is_mentioned_elsewhere`) and the function gives it to nothing else; debuggers find such a type by its name. Pragmas about the
//! alignment of members stand in front too, between `pack(push)` and `pack(pop)`. A typedef name that names variables of the function is
//! declared again by its type where that is known, or, with a type of variable size, in each function of a region by lengths that the
//! caller passes (`frames::pass_type`). Functions that blocks declare are declared once more in front of the function.

mod found;
mod moved;
mod parts;

use clacc_sema::c::model::{DeclModel, SymbolId};
use clacc_sema::c::types::{QualType, Type};
use clacc_syntax::token::{TokenKind, TokenRange};

use self::found::Found;
pub(crate) use self::parts::Needs;
use self::parts::{LocalType, PartKind, TypeUse, UsedAs};
use super::literals;
use crate::capture::types::{LocalTags, is_variable, type_of};
use crate::capture::uses::is_of_function;
use crate::declaration_tokens::{Tokens, edits_within};
use crate::declared_reductions::DeclaredReduction;
use crate::piece::Piece;
use crate::plan::Plan;

/// The form in which a part is moved before the function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Move {
    /// The part is not moved.
    Stays,
    /// The tokens of the part are moved.
    Tokens,
    /// The tokens of the part name variables of the function, but the types of its typedef names can be spelled without them.
    Spelled,
}

/// The local types of a function, and their declarations before the function.
#[derive(Debug, Default)]
pub(crate) struct LocalTypes {
    found: Found,
    /// The form in which each part is moved before the function.
    moves: Vec<Move>,
    /// The names of the tagged types before the function.
    names: LocalTags,
    /// The tokens that are replaced by new names wherever they appear, in order.
    renamed: Vec<(TokenRange, String)>,
    /// The edits in the function: new names, and references in place of moved definitions.
    left: Vec<(TokenRange, String)>,
    /// The declarations before the function.
    before: Vec<Piece>,
}

impl LocalTypes {
    pub(crate) fn of(needs: &Needs<'_>, plan: &Plan<'_>, declared: &[DeclaredReduction]) -> LocalTypes {
        let found = Found::in_function(needs);
        if found.parts.is_empty() {
            return LocalTypes::default();
        }
        let mut regions = Vec::new();
        plan.each_construct_outside(&mut |range| regions.push(range));
        regions.extend(declared.iter().flat_map(|declared| &declared.expressions));
        let wanted = found.needed_by(needs, &regions);
        let movable = found.movable(needs);
        let chosen = |(wanted, movable): (bool, Move)| if wanted { movable } else { Move::Stays };
        let moves = wanted.into_iter().zip(movable).map(chosen).collect();
        LocalTypes { found, moves, ..LocalTypes::default() }.with_names(needs)
    }

    /// Returns the names of the tagged types that are declared before the function.
    pub(crate) fn names(&self) -> &LocalTags {
        &self.names
    }

    /// Returns the edits of tokens in a range of the function.
    pub(crate) fn edits_in(&self, range: TokenRange) -> &[(TokenRange, String)] {
        edits_within(&self.left, range)
    }

    /// Takes the declarations before the function.
    pub(crate) fn take_before(&mut self) -> Vec<Piece> {
        std::mem::take(&mut self.before)
    }

    /// Returns the tokens of a region that name types which are declared outside of the region and not before the function. A typedef name
    /// of a variable length array type is returned with its symbol.
    pub(crate) fn unknown_in(&self, model: &DeclModel, region: TokenRange) -> Vec<(u32, Option<SymbolId>)> {
        let is_inside = |at: u32| region.start <= at && at < region.end;
        let is_unknown = |each: &&TypeUse| {
            is_inside(each.at)
                && !self.is_moved(each.part)
                && !is_inside(self.found.parts[each.part].declared)
                && is_type(model, each)
        };
        let variable = |each: &TypeUse| match self.found.parts[each.part].types.get(each.index) {
            Some(LocalType::Named(symbol)) if is_variable(&model.symbols[*symbol].ty) => Some(*symbol),
            _ => None,
        };
        self.found.uses.iter().filter(is_unknown).map(|each| (each.at, variable(each))).collect()
    }

    /// Returns whether the definition that contains a token is moved.
    pub(crate) fn moves(&self, at: u32) -> bool {
        let mut parts = self.found.parts.iter().enumerate();
        parts.any(|(index, part)| {
            let definition = part.kind.definition();
            self.is_moved(index) && definition.is_some_and(|range| range.start <= at && at < range.end)
        })
    }

    fn is_moved(&self, part: usize) -> bool {
        self.moves[part] != Move::Stays
    }

    /// Returns whether an enumeration constant is declared before the function.
    pub(crate) fn has_constant(&self, symbol: SymbolId) -> bool {
        let is_it = |each: &TypeUse| each.used_as == UsedAs::Enumerator(symbol);
        self.found.uses.iter().any(|each| is_it(each) && self.is_moved(each.part))
    }
}

/// Returns the edits in a range, from a sorted list.
impl Found {
    /// Returns which parts the regions need: the parts that they name, the parts that the types of their variables consist of, and the
    /// parts that these need in turn.
    fn needed_by(&self, needs: &Needs<'_>, regions: &[TokenRange]) -> Vec<bool> {
        let mut needed = vec![false; self.parts.len()];
        let mut pending = Vec::new();
        for region in regions {
            let is_inside = |at: u32| region.start <= at && at < region.end;
            let named = self.uses.iter().filter(|each| is_inside(each.at) && is_type(needs.model, each));
            pending.extend(named.map(|each| each.part));
            for (_, entity) in needs.uses.within(*region) {
                self.each_part_of(&type_of(needs.view, *entity), &mut |part| pending.push(part));
            }
            for (_, symbol) in self.functions.iter().filter(|(at, _)| is_inside(*at)) {
                self.each_part_of(&needs.model.symbols[*symbol].ty, &mut |part| pending.push(part));
            }
            pending.retain(|part| !is_inside(self.parts[*part].declared) || needed[*part]);
            self.close(needs, &mut pending, &mut needed);
        }
        needed
    }

    /// Adds the transitive needs of the pending parts.
    fn close(&self, needs: &Needs<'_>, pending: &mut Vec<usize>, needed: &mut [bool]) {
        while let Some(part) = pending.pop() {
            if !std::mem::replace(&mut needed[part], true) {
                pending.extend(self.needs_of(needs, part));
                pending.extend(self.types_of(needs, part));
            }
        }
    }

    /// Returns the other parts that the tokens of a part name.
    fn needs_of(&self, needs: &Needs<'_>, part: usize) -> Vec<usize> {
        let Some(range) = self.parts[part].kind.range() else { return Vec::new() };
        let is_inside = |at: u32| range.start <= at && at < range.end;
        let named = self.uses.iter().filter(|each| is_inside(each.at) && is_type(needs.model, each));
        let defined = self.parts.iter().enumerate().filter(
            |(_, each)| matches!(each.kind, PartKind::Definition(definition) if is_inside(definition.start)),
        );
        let all = named.map(|each| each.part).chain(defined.map(|(index, _)| index));
        all.filter(|other| *other != part).collect()
    }

    fn each_part_of(&self, ty: &QualType, visit: &mut dyn FnMut(usize)) {
        match &*ty.ty {
            Type::Pointer(inner) | Type::Atomic(inner) => self.each_part_of(inner, visit),
            Type::Array { element, .. } | Type::Vector { element, .. } => self.each_part_of(element, visit),
            Type::Function { result, params, .. } => {
                self.each_part_of(result, visit);
                params
                    .iter()
                    .flat_map(|params| params.iter())
                    .for_each(|each| self.each_part_of(each, visit));
            }
            Type::Record(tag) => self.tags.get(&(tag.clone(), false)).copied().into_iter().for_each(visit),
            Type::Enum(tag) => self.tags.get(&(tag.clone(), true)).copied().into_iter().for_each(visit),
            Type::Error | Type::Builtin(_) | Type::VaList => {}
        }
    }

    /// Returns how each part can be moved before the function. A part that depends on a part that is not moved is not moved either.
    fn movable(&self, needs: &Needs<'_>) -> Vec<Move> {
        let has_order = (0..needs.tokens.kinds.len() as u32).any(|at| is_about_order(needs.tokens, at));
        let mut movable: Vec<Move> = (0..self.parts.len())
            .map(|part| match self.parts[part].kind {
                PartKind::Definition(range) if has_order || has_pragma(needs, range) => Move::Stays,
                _ if self.is_free(needs, part) => Move::Tokens,
                _ if self.is_spelled(needs, part) => Move::Spelled,
                _ => Move::Stays,
            })
            .collect();
        loop {
            let stays = |part: &usize| {
                let needed = match movable[*part] {
                    Move::Stays => Vec::new(),
                    Move::Tokens => self.needs_of(needs, *part),
                    Move::Spelled => self.types_of(needs, *part),
                };
                needed.into_iter().any(|other| movable[other] == Move::Stays)
            };
            let Some(part) = (0..self.parts.len()).find(stays) else { return movable };
            movable[part] = Move::Stays;
        }
    }

    /// Returns the parts that the types of typedef names consist of.
    fn types_of(&self, needs: &Needs<'_>, part: usize) -> Vec<usize> {
        let mut found = Vec::new();
        for ty in &self.parts[part].types {
            if let LocalType::Named(symbol) = ty {
                self.each_part_of(&needs.model.symbols[*symbol].ty, &mut |part| found.push(part));
            }
        }
        found
    }

    /// Returns whether a declaration of typedef names can be spelled from its types: they are known at compile time, and it has no
    /// attributes.
    fn is_spelled(&self, needs: &Needs<'_>, part: usize) -> bool {
        let PartKind::Typedef(range) = self.parts[part].kind else { return false };
        let is_known = |ty: &LocalType| match ty {
            LocalType::Named(symbol) => {
                let ty = &needs.model.symbols[*symbol].ty;
                !is_variable(ty) && !ty.is_error()
            }
            LocalType::Tagged(..) => false,
        };
        let has_attributes = (range.start..range.end)
            .any(|at| matches!(needs.tokens.text(at), "__attribute__" | "__attribute"));
        self.parts[part].types.iter().all(is_known) && !has_attributes
    }

    /// Returns whether the tokens of a part name no variable and no function of the function, have no variable length array type, and
    /// contain no statements.
    fn is_free(&self, needs: &Needs<'_>, part: usize) -> bool {
        let Some(range) = self.parts[part].kind.range() else { return true };
        // A definition inside a declaration of typedef names is moved separately.
        let nested: Vec<TokenRange> = self.parts.iter().filter_map(|each| each.kind.definition()).collect();
        let is_own = |at: u32| {
            let is_nested = |nested: &TokenRange| *nested != range && nested.start <= at && at < nested.end;
            range.start <= at && at < range.end && !nested.iter().any(is_nested)
        };
        let is_bound = |(at, entity): &(u32, _)| is_own(*at) && is_of_function(needs.view, *entity);
        let calls = |at: u32| is_own(at) && self.functions.iter().any(|(called, _)| *called == at);
        let has_statements = |at: u32| {
            is_own(at)
                && needs.tokens.text(at) == "("
                && needs.tokens.kinds.get(at as usize + 1) == Some(&TokenKind::LBrace)
        };
        let is_fixed = self.parts[part].types.iter().all(|each| match each {
            LocalType::Named(symbol) => !is_variable(&needs.model.symbols[*symbol].ty),
            LocalType::Tagged(..) => true,
        });
        is_fixed
            && !needs.uses.within(range).iter().any(is_bound)
            && !(range.start..range.end).any(|at| calls(at) || has_statements(at))
    }
}

/// Returns whether a use needs the type itself. An enumerator of type `int` can be replaced by a literal (C17 6.7.2.2p3).
fn is_type(model: &DeclModel, each: &TypeUse) -> bool {
    match each.used_as {
        UsedAs::Type => true,
        UsedAs::Enumerator(symbol) => literals::literal(model, symbol).is_none(),
    }
}

/// The pragmas for the byte order, and for the layout of another compiler, whose effect cannot be restored.
pub(crate) const LAYOUT_PRAGMAS: [&str; 3] = ["scalar_storage_order", "ms_struct", "options"];

fn is_about_order(tokens: Tokens<'_>, at: u32) -> bool {
    LAYOUT_PRAGMAS.iter().any(|word| tokens.is_pragma(at, word))
}

fn has_pragma(needs: &Needs<'_>, range: TokenRange) -> bool {
    let kinds = needs.tokens.kinds.get(range.start as usize..range.end as usize);
    kinds.is_some_and(|kinds| kinds.contains(&TokenKind::PragmaOther))
}
