//! The facts about the data environments of the OpenMP constructs of one declaration.
//!
//! Facts contain nodes, entities and indices of clauses, but no positions, so they can be compared across edits.

use clacc_syntax::arena::{Arena, Idx};
use clacc_syntax::ast::DirectiveId;
use clacc_syntax::directive::OmpDirective;
use rustc_hash::FxHashMap;

use super::attribute_kinds::EnvironmentAttribute;
use super::environment_rules::EnvironmentRule;
use crate::acc::facts::How;
use crate::program::place::{At, EntityId};
use crate::program::run::Run;

/// A construct with a data environment.
pub type OmpConstructId = Idx<OmpConstruct>;

/// The OpenMP constructs of one declaration that have a data environment.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OmpFacts {
    /// The constituent constructs, outer before inner, in source order.
    pub constructs: Arena<OmpConstruct>,
    /// The attributes by construct and variable: the index in the construct's list.
    pub(super) index: FxHashMap<(OmpConstructId, EntityId), u32>,
    /// The range of constructs of each directive that was analysed, by its index in the list of directives.
    pub(super) of_directive: Box<[(OmpConstructId, OmpConstructId)]>,
}

impl OmpFacts {
    /// The attributes of a variable on a construct; none if the construct does not refer to it.
    pub fn attributes(&self, construct: OmpConstructId, variable: EntityId) -> Option<&VariableAttributes> {
        let position = *self.index.get(&(construct, variable))?;
        self.constructs[construct].variables.get(position as usize)
    }

    /// The constituent constructs of a directive, outermost first, by its index in the list that was analysed. For the source that is its
    /// index in `Program::order`.
    pub fn constituents(&self, directive: u32) -> impl Iterator<Item = (OmpConstructId, &OmpConstruct)> {
        let range = self.of_directive.get(directive as usize).copied();
        let ids =
            range.into_iter().flat_map(|(first, end)| first.into_raw().into_u32()..end.into_raw().into_u32());
        ids.map(|id| {
            let id = OmpConstructId::from_raw(id.into());
            (id, &self.constructs[id])
        })
    }

    /// The constructs around a construct, from the inside to the outside.
    pub fn enclosing(&self, construct: OmpConstructId) -> impl Iterator<Item = OmpConstructId> {
        std::iter::successors(self.constructs[construct].parent, |id| self.constructs[*id].parent)
    }
}

/// A constituent construct of an OpenMP directive (OpenMP 5.2 17).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OmpConstruct {
    /// The directive in the source that it comes from.
    pub directive: DirectiveId,
    /// The index of its directive in the list that was analysed.
    pub number: u32,
    /// Its kind, which is never a combined one.
    pub kind: OmpDirective,
    /// The kind of the directive, which may be a combined one.
    pub written: OmpDirective,
    /// The nearest construct around it that has a data environment.
    pub parent: Option<OmpConstructId>,
    /// The statements that it is associated with.
    pub run: Run,
    /// Its associated loops, outermost first.
    pub loops: Box<[At]>,
    /// The variables, each once: first those that clauses name, in the order of the clauses, then the others in the
    /// order of their first mention.
    pub variables: Vec<VariableAttributes>,
}

/// The attributes of one variable on one construct.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VariableAttributes {
    /// The variable.
    pub entity: EntityId,
    /// Its attributes, at least one. Usually there is one data-sharing attribute. A mapped variable has `map` instead, or in addition to
    /// the attribute of the base pointer; `firstprivate` and `lastprivate` may be combined, and `copyin` and `copyprivate` accompany
    /// another one.
    pub determined: Vec<Determined>,
}

impl VariableAttributes {
    /// The first attribute that determines the storage of the variable in the region; none if the variable is only mapped.
    pub fn sharing(&self) -> Option<&Determined> {
        self.determined.iter().find(|each| each.attribute.is_sharing())
    }

    /// The first data-mapping attribute.
    pub fn mapping(&self) -> Option<&Determined> {
        self.determined.iter().find(|each| each.attribute.is_mapping())
    }

    /// Whether it has an attribute.
    pub fn has(&self, attribute: EnvironmentAttribute) -> bool {
        self.determined.iter().any(|each| each.attribute == attribute)
    }
}

/// An attribute and the reason for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Determined {
    /// The attribute.
    pub attribute: EnvironmentAttribute,
    /// The reason.
    pub reason: AttributeReason,
}

/// Why a variable has an attribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AttributeReason {
    /// Written, predetermined or implicit.
    pub how: How,
    /// The rule that applies.
    pub rule: EnvironmentRule,
    /// The clause of the directive that gives the attribute, if one does.
    pub clause: Option<ClauseItem>,
    /// The enclosing construct on which the rule depends, if there is one.
    pub from: Option<OmpConstructId>,
}

/// A clause of a form, and a list item in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ClauseItem {
    /// The index of the clause among those of the form.
    pub clause: u32,
    /// The index of the item in the clause's list; 0 if the clause has no list.
    pub item: u32,
}

impl AttributeReason {
    pub(super) const fn explicit(rule: EnvironmentRule, clause: ClauseItem) -> AttributeReason {
        AttributeReason { how: How::Explicit, rule, clause: Some(clause), from: None }
    }

    pub(super) const fn predetermined(rule: EnvironmentRule) -> AttributeReason {
        AttributeReason { how: How::Predetermined, rule, clause: None, from: None }
    }

    pub(super) const fn implicit(rule: EnvironmentRule) -> AttributeReason {
        AttributeReason { how: How::Implicit, rule, clause: None, from: None }
    }
}

impl Determined {
    pub(super) const fn predetermined(attribute: EnvironmentAttribute, rule: EnvironmentRule) -> Determined {
        Determined { attribute, reason: AttributeReason::predetermined(rule) }
    }

    pub(super) const fn implicit(attribute: EnvironmentAttribute, rule: EnvironmentRule) -> Determined {
        Determined { attribute, reason: AttributeReason::implicit(rule) }
    }
}
