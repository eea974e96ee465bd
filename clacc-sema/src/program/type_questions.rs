//! Questions about the types of values and places.

use super::c_host::types::{class_words, describe, shape_of_type};
use super::entity::{Class, Components, Selectable, Shape, StorageDuration};
use super::place::{At, EntityId, Place};
use super::{Host, View};
use crate::c::types::QualType;

impl View<'_> {
    /// The dimensions of the array at a place and the class of its elements; none if the type is not known.
    pub fn shape(self, place: &Place) -> Option<Shape> {
        match self.host {
            Host::C(host) => host.shape(place),
            Host::ByHand(_) => {
                let entity = self.entity(place.root);
                let whole = Shape {
                    dims: Box::default(),
                    element: entity.class,
                    is_bool: false,
                    is_narrow: false,
                    is_wide: false,
                    is_const: false,
                    is_atomic: false,
                };
                place.is_whole().then_some(whole)
            }
        }
    }

    /// The scalars that a struct at a place, or each element of an array of structs there, consists of; none for
    /// other types.
    pub fn components(self, place: &Place) -> Option<Components> {
        match self.host {
            Host::C(host) => host.components(place),
            Host::ByHand(_) => None,
        }
    }

    /// Whether a value is certainly the length of a dimension that the declaration of an entity gives, counted
    /// from the fastest dimension: both are one variable of the function, which never changes.
    pub fn is_declared_length(self, entity: EntityId, from_last: usize, length: At) -> bool {
        let Host::C(host) = self.host else { return false };
        let Some(variable) = host.length_variable(entity, from_last) else { return false };
        let is_same = self.place_of(length).is_some_and(|place| place == Place::whole(variable));
        let is_local = self.entity(variable).duration == StorageDuration::Automatic;
        is_same && is_local && !self.program.writes.iter().any(|write| write.target == Some(variable))
    }

    /// Whether a pointer has a variably modified type as it is declared (C17 6.7.6p3).
    pub fn is_variably_modified(self, id: EntityId) -> bool {
        match self.host {
            Host::C(host) => host.is_variably_modified(id),
            Host::ByHand(_) => false,
        }
    }

    /// Whether an array in what a pointer leads to has a length that is no constant.
    pub fn has_variable_target(self, id: EntityId) -> bool {
        match self.host {
            Host::C(host) => host.has_variable_target(id),
            Host::ByHand(_) => false,
        }
    }

    /// The class of the type of a place.
    pub fn class_of(self, place: &Place) -> Class {
        match self.host {
            _ if place.is_whole() => self.entity(place.root).class,
            Host::C(host) => host.class_of_place(place),
            Host::ByHand(_) => Class::Unknown,
        }
    }

    /// The class of the type of an expression, before conversions.
    pub fn class_at(self, at: At) -> Class {
        match self.host {
            Host::C(host) => host.class_at(at),
            Host::ByHand(answers) => {
                answers.place_of(at).map_or(Class::Integer, |place| self.class_of(&place))
            }
        }
    }

    /// Whether the value of an expression has an unsigned integer type.
    pub fn is_unsigned(self, at: At) -> bool {
        match self.host {
            Host::C(host) => host.is_unsigned(at),
            Host::ByHand(_) => false,
        }
    }

    /// Whether the value of an expression has the type for characters, which a number rarely has.
    pub fn is_character(self, at: At) -> bool {
        match self.host {
            Host::C(host) => host.is_character(at),
            Host::ByHand(_) => false,
        }
    }

    /// Whether the object that an expression names may not be assigned to.
    pub fn is_const_at(self, at: At) -> bool {
        match self.host {
            Host::C(host) => host.type_at(at).is_some_and(QualType::is_const),
            Host::ByHand(answers) => {
                answers.place_of(at).is_some_and(|place| self.entity(place.root).is_const)
            }
        }
    }

    /// Whether the type of the object that an expression names is incomplete.
    pub fn is_incomplete_at(self, at: At) -> bool {
        match self.host {
            Host::C(host) => host.type_at(at).is_some_and(|ty| host.is_incomplete(ty)),
            Host::ByHand(_) => false,
        }
    }

    /// Whether the type of an entity is incomplete.
    pub fn is_incomplete(self, id: EntityId) -> bool {
        match self.host {
            Host::C(host) => host.is_incomplete(host.type_of_entity(id)),
            Host::ByHand(_) => false,
        }
    }

    /// The type of an expression in words; empty if it is not known.
    pub fn describe_at(self, at: At) -> String {
        match self.host {
            Host::C(host) => host.type_at(at).map_or_else(String::new, |ty| describe(host.names(), ty)),
            Host::ByHand(_) => class_words(self.class_at(at)).to_owned(),
        }
    }

    /// The type of an entity in words.
    pub fn describe(self, id: EntityId) -> String {
        match self.host {
            Host::C(host) => describe(host.names(), host.type_of_entity(id)),
            Host::ByHand(_) => class_words(self.entity(id).class).to_owned(),
        }
    }

    /// The operands from which each of `count` subscripts or ranges selects, the slowest first. The first
    /// of them follows the expression `base`. The list ends early where a type is not known.
    pub fn selectables(self, base: At, count: usize) -> Vec<Selectable> {
        match self.host {
            Host::C(host) => host.selectables(base, count),
            Host::ByHand(_) => Vec::new(),
        }
    }

    /// The shape of the elements that `count` subscripts or ranges after the expression `base` select; none
    /// if it is not known.
    pub fn selected(self, base: At, count: usize) -> Option<Shape> {
        match self.host {
            Host::C(host) => host.selected(base, count).map(shape_of_type),
            Host::ByHand(answers) => {
                answers.place_of(base).filter(|_| count == 0).and_then(|place| self.shape(&place))
            }
        }
    }

    /// The innermost element of what `count` subscripts or ranges select, in words; empty if it is not
    /// known.
    pub fn describe_element(self, base: At, count: usize) -> String {
        match self.host {
            Host::C(host) => host.describe_element(base, count),
            Host::ByHand(_) => class_words(self.class_at(base)).to_owned(),
        }
    }

    /// A variable or member as the language writes it: `s.a`.
    pub fn place_text(self, place: &Place) -> String {
        match self.host {
            Host::C(host) => host.place_text(place),
            Host::ByHand(_) => self.text(self.name(place.root)).to_owned(),
        }
    }

    /// The anonymous structures that the last member of a place lies in: the position of each among the
    /// members of the record around it, outermost first.
    pub fn anonymous_path(self, place: &Place) -> Box<[u32]> {
        match self.host {
            Host::C(host) => host.anonymous_path(place),
            Host::ByHand(_) => Box::default(),
        }
    }

    /// A class in words, with its article.
    pub fn class_words(self, class: Class) -> &'static str {
        class_words(class)
    }
}
