//! Questions about integer arithmetic, and about the memory that accesses are about.

use super::arithmetic::{Arithmetic, Condition, Counting};
use super::place::{At, EntityId};
use super::pointed::PointedPlace;
use super::run::Run;
use super::{Host, View};

impl View<'_> {
    /// The outermost operator of an integer expression.
    pub fn arithmetic(self, at: At) -> Arithmetic {
        match self.host {
            Host::C(host) => host.arithmetic(at),
            Host::ByHand(answers) => answers.constant(at).map_or(Arithmetic::Other, Arithmetic::Constant),
        }
    }

    /// A loop that counts its iterations by one variable; none if its header does not say so, or if the variable is
    /// narrower than `int`.
    pub fn counting(self, at: At) -> Option<Counting> {
        match self.host {
            Host::C(host) => host.counting(at),
            Host::ByHand(_) => None,
        }
    }

    /// A condition that compares integers.
    pub fn condition(self, at: At) -> Condition {
        match self.host {
            Host::C(host) => host.condition(at),
            Host::ByHand(_) => Condition::Other,
        }
    }

    /// Whether an assignment to a variable keeps each value of an expression.
    pub fn keeps_assigned(self, variable: EntityId, value: At) -> bool {
        match self.host {
            Host::C(host) => host.keeps_assigned(variable, value),
            Host::ByHand(_) => false,
        }
    }

    /// Whether an assignment to what an expression names keeps each integer that another expression can have.
    pub fn keeps_stored(self, operand: At, value: At) -> bool {
        match self.host {
            Host::C(host) => host.keeps_stored(operand, value),
            Host::ByHand(_) => false,
        }
    }

    /// Whether a pointer is declared as the only way to what it points to (`restrict`, C17 6.7.3.1).
    pub fn is_restrict(self, id: EntityId) -> bool {
        match self.host {
            Host::C(host) => host.is_restrict(id),
            Host::ByHand(_) => false,
        }
    }

    /// Whether a variable is a parameter.
    pub fn is_parameter(self, id: EntityId) -> bool {
        match self.host {
            Host::C(host) => host.is_parameter(id),
            Host::ByHand(_) => false,
        }
    }

    /// Whether a variable has no address, by its declaration.
    pub fn is_register(self, id: EntityId) -> bool {
        match self.host {
            Host::C(host) => host.is_register(id),
            Host::ByHand(_) => false,
        }
    }

    /// The value with which a variable is declared; none if there is none, or it is declared outside this external
    /// declaration.
    pub fn initial_value(self, id: EntityId) -> Option<At> {
        match self.host {
            Host::C(host) => host.initial_value(id),
            Host::ByHand(_) => None,
        }
    }

    /// Whether a function is one of the language's library that reads its arguments and only returns a value.
    pub fn is_mathematical(self, id: EntityId) -> bool {
        match self.host {
            Host::C(host) => host.is_mathematical(id),
            Host::ByHand(_) => false,
        }
    }

    /// The parameters of the function that the declaration defines, in order; none if they are not all named there.
    pub fn parameters(self) -> Option<Vec<EntityId>> {
        match self.host {
            Host::C(host) => host.parameters(),
            Host::ByHand(_) => None,
        }
    }

    /// Whether an expression that a name stands in gives an address: the operand of `&`, or an array that becomes a pointer.
    pub fn is_in_address(self, name: At) -> bool {
        match self.host {
            Host::C(host) => host.is_in_address(name),
            Host::ByHand(_) => false,
        }
    }

    /// What a pointer leads to that an expression makes of a variable.
    pub fn pointed_place(self, at: At) -> Option<PointedPlace> {
        match self.host {
            Host::C(host) => host.pointed_place(at),
            Host::ByHand(_) => None,
        }
    }

    /// Whether a parameter of a called function gets the value of an argument as it is.
    pub fn keeps_argument(self, call: At, position: usize) -> bool {
        match self.host {
            Host::C(host) => host.keeps_argument(call, position),
            Host::ByHand(_) => false,
        }
    }

    /// Whether an expression is a call that returns new memory.
    pub fn is_allocation(self, at: At) -> bool {
        match self.host {
            Host::C(host) => host.is_allocation(at),
            Host::ByHand(_) => false,
        }
    }

    /// Returns true if an expression is a null pointer constant, perhaps with casts around it.
    pub fn is_null(self, at: At) -> bool {
        match self.host {
            Host::C(host) => host.is_null(at),
            Host::ByHand(answers) => answers.constant(at) == Some(0),
        }
    }

    /// Whether reading and writing what an expression names is no more than that: it is not `volatile`, and no
    /// other thread may be expected to look at it.
    pub fn is_plain_memory(self, at: At) -> bool {
        match self.host {
            Host::C(host) => host.is_plain_memory(at),
            Host::ByHand(_) => true,
        }
    }

    /// Whether what an expression names has a type through which memory of every type may be accessed (C17 6.5p7).
    pub fn is_byte(self, at: At) -> bool {
        match self.host {
            Host::C(host) => host.is_byte(at),
            Host::ByHand(_) => true,
        }
    }

    /// The first node in a run that accesses memory through an expression which begins with no variable, or that does
    /// what names, assignments, calls and jumps do not show.
    pub fn unseen(self, run: Run) -> Option<At> {
        match self.host {
            Host::C(host) => host.unseen(run),
            Host::ByHand(_) => None,
        }
    }
}
