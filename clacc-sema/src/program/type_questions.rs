//! Questions about types: what values and places are to the rules, and in words.

use super::c_host::types::{class_words, describe, shape_of_type};
use super::entity::{Class, Selectable, Shape};
use super::place::{At, EntityId, Place};
use super::{Host, View};
use crate::c::types::QualType;

impl View<'_> {
    /// The dimensions of the arrays below a place, and what their elements are; none where the type is not known.
    pub fn shape(self, place: &Place) -> Option<Shape> {
        match self.host {
            Host::C(host) => host.shape(place),
            Host::ByHand(_) => {
                let entity = self.entity(place.root);
                let whole =
                    Shape { dims: Box::default(), element: entity.class, is_bool: false, is_const: false };
                place.is_whole().then_some(whole)
            }
        }
    }

    /// What the type of a place is.
    pub fn class_of(self, place: &Place) -> Class {
        match self.host {
            _ if place.is_whole() => self.entity(place.root).class,
            Host::C(host) => host.class_of_place(place),
            Host::ByHand(_) => Class::Unknown,
        }
    }

    /// What the type of an expression is, conversions not applied.
    pub fn class_at(self, at: At) -> Class {
        match self.host {
            Host::C(host) => host.class_at(at),
            Host::ByHand(answers) => {
                answers.place_of(at).map_or(Class::Integer, |place| self.class_of(&place))
            }
        }
    }

    /// Whether the value of an expression has an integer type without a sign.
    pub fn is_unsigned(self, at: At) -> bool {
        match self.host {
            Host::C(host) => host.is_unsigned(at),
            Host::ByHand(_) => false,
        }
    }

    /// Whether what an expression names may not be assigned.
    pub fn is_const_at(self, at: At) -> bool {
        match self.host {
            Host::C(host) => host.type_at(at).is_some_and(QualType::is_const),
            Host::ByHand(answers) => {
                answers.place_of(at).is_some_and(|place| self.entity(place.root).is_const)
            }
        }
    }

    /// Whether the type of what an expression names has no known size.
    pub fn is_incomplete_at(self, at: At) -> bool {
        match self.host {
            Host::C(host) => host.type_at(at).is_some_and(|ty| host.is_incomplete(ty)),
            Host::ByHand(_) => false,
        }
    }

    /// Whether the type of an entity has no known size.
    pub fn is_incomplete(self, id: EntityId) -> bool {
        match self.host {
            Host::C(host) => host.is_incomplete(host.type_of_entity(id)),
            Host::ByHand(_) => false,
        }
    }

    /// The type of an expression in words; nothing where it is not known.
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

    /// What each of so many subscripts or ranges selects from, the slowest first, where the first one follows the
    /// expression `base`. Ends where a type is not known.
    pub fn selectables(self, base: At, count: usize) -> Vec<Selectable> {
        match self.host {
            Host::C(host) => host.selectables(base, count),
            Host::ByHand(_) => Vec::new(),
        }
    }

    /// What the elements are that so many subscripts or ranges behind the expression `base` select, as for
    /// [`View::shape`]; none where that is not known.
    pub fn selected(self, base: At, count: usize) -> Option<Shape> {
        match self.host {
            Host::C(host) => host.selected(base, count).map(shape_of_type),
            Host::ByHand(answers) => {
                answers.place_of(base).filter(|_| count == 0).and_then(|place| self.shape(&place))
            }
        }
    }

    /// The innermost element of what so many subscripts or ranges select, in words; nothing where it is not known.
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
}
