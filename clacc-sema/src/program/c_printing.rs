//! Leads from programs back to the tree of C. Only printers use this; analyses must not.

use clacc_syntax::ast::{ExprId, Node, StmtId};

use super::c_host::nodes::symbol_of;
use super::place::{At, EntityId};
use super::{Host, View};
use crate::c::model::{DeclModel, SymbolId};

impl<'a> View<'a> {
    /// The names and types of a C declaration; none for another host.
    pub fn c_model(self) -> Option<&'a DeclModel> {
        match self.host {
            Host::C(host) => Some(host.model),
            Host::ByHand(_) => None,
        }
    }

    /// The expression at a node.
    pub fn c_expr(self, at: At) -> Option<ExprId> {
        match self.host {
            Host::C(host) => host.nodes.expr(at),
            Host::ByHand(_) => None,
        }
    }

    /// The statement at a node.
    pub fn c_stmt(self, at: At) -> Option<StmtId> {
        match self.host {
            Host::C(host) => match host.nodes.node(at) {
                Node::Stmt(id) => Some(id),
                _ => None,
            },
            Host::ByHand(_) => None,
        }
    }

    /// The symbol of an entity.
    pub fn c_symbol(self, entity: EntityId) -> SymbolId {
        symbol_of(entity)
    }
}
