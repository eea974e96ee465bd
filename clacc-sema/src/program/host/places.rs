//! Queries about the memory that expressions name.

use clacc_syntax::Name;

use crate::program::access::Mention;
use crate::program::element::Gathering;
use crate::program::item::ItemParts;
use crate::program::place::{At, EntityId, Place};
use crate::program::pointed::PointedPlace;
use crate::program::run::Run;

/// The variables and the parts of variables that expressions name, and accesses to memory.
pub trait Places {
    /// The place that an expression names: a variable, and members, elements and ranges of it.
    fn place_of(&self, at: At) -> Option<Place>;

    /// The name at the base of an expression that names a part of a variable.
    fn root_name(&self, at: At) -> Option<At>;

    /// The variable at the base of an expression that names a part of it.
    fn root_of(&self, at: At) -> Option<EntityId>;

    /// Returns true if an expression certainly names no object: it is a constant, or an operator computes it.
    fn is_computed(&self, at: At) -> bool;

    /// A list item, split into its base and its subscripts and ranges.
    fn list_item(&self, at: At) -> ItemParts;

    /// The member in an expression that its type does not have, and a description of this type.
    fn absent_member(&self, at: At) -> Option<(Name, String)>;

    /// The pointee of a pointer that an expression computes from a variable.
    fn pointed_place(&self, at: At) -> Option<PointedPlace>;

    /// The variables that a run names, in source order.
    fn mentions(&self, run: Run) -> Box<dyn Iterator<Item = Mention> + '_>;

    /// The names in a run of nodes that are not declared, with their places.
    fn undeclared(&self, run: Run) -> Vec<(At, EntityId)>;

    /// The first node in a run that accesses memory through an expression without a variable at its base, or that has effects other than
    /// those of names, assignments, calls and jumps.
    fn unseen(&self, run: Run) -> Option<At>;

    /// Gathers the parts that operators select from a variable, by the place of its name.
    fn gather_parts(&self, name: At, gathering: &mut Gathering);

    /// Returns true if an expression around a name yields an address: the operand of `&`, or an array that becomes a pointer.
    fn is_in_address(&self, name: At) -> bool;

    /// Returns true if a pointer to the first element could replace an array in a run of nodes: nothing there needs the array itself, as
    /// `sizeof` does.
    fn is_used_as_pointer(&self, array: EntityId, run: Run) -> bool;

    /// A variable or member in the syntax of the language: `s.a`.
    fn place_text(&self, place: &Place) -> String;

    /// The anonymous structures that contain the last member of a place: the position of each among the members of the structure around it,
    /// outermost first.
    fn anonymous_path(&self, place: &Place) -> Box<[u32]>;
}
