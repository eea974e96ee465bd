//! Walks over a declaration with its OpenMP form: through OpenACC, through OpenMP instead, or through both.
//!
//! An OpenMP form is a second parent of the statements in an OpenACC construct. A [`Visitor`] chooses, for each directive, the
//! parent through which the walk goes ([`Through`]), and enters and leaves every node in source order. Nesting is real: what
//! a `target teams` is associated with is inside it, and what the form has behind the statement comes behind it.
//!
//! | through | for a directive that is translated |
//! |---|---|
//! | [`Through::Acc`] | the statement that the directive is, the directive, its clauses, its statement |
//! | [`Through::Omp`] | its nodes with their forms, and its statement in their place for it; none of the OpenACC |
//! | [`Through::Both`] | as the first, with the nodes and their forms, and the statement in them, inside the directive |
//!
//! A directive that keeps its text is entered as written, and [`WalkContext::kept`] says why. A directive of OpenMP in the source
//! has a form too, its own words with typed clauses, and the visitor is asked about it as well. The statements behind a
//! `declare` in a function are those that its form is associated with: they are inside the form where the walk goes through it.
//!
//! The walk shows what a translation of the text prints as far as the policy decides it, loops included that no directive of the
//! source is about, and parts of divided constructs. A directive of which the text cannot be edited has its form here all the
//! same. Loops that change places do not, here: a node says which do ([`OmpNode::interchanges`](crate::omp::OmpNode::interchanges)).
//! The two constructs of a combined OpenACC directive have a form each, also where a dialect prints both as one combined directive.
//!
//! A tool that needs no form walks over the tree alone: [`walk_tree`] with a [`SyntaxVisitor`], which has a method for each kind.
//!
//! ```
//! use clacc::Session;
//! use clacc::files::MemoryFiles;
//! use clacc::omp::MappingChoice;
//! use clacc::options::CompileOptions;
//! use clacc::syntax::Directive;
//! use clacc::visit::{Through, VisitStep, Visited, Visitor, WalkContext, walk};
//!
//! /// Prints the directives of OpenMP, each inside those around it.
//! struct Printer(String);
//!
//! impl<'w> Visitor<'w> for Printer {
//!     fn through(&mut self, _: Directive<'w>) -> Through {
//!         Through::Omp
//!     }
//!     fn enter(&mut self, visited: Visited<'w>, _: &WalkContext<'w>) -> VisitStep {
//!         if let Visited::OmpDirective(directive) = visited {
//!             self.0 += &format!("({}", directive.kind().name());
//!         }
//!         VisitStep::Children
//!     }
//!     fn leave(&mut self, visited: Visited<'w>, _: &WalkContext<'w>) {
//!         if matches!(visited, Visited::OmpDirective(_)) {
//!             self.0 += ")";
//!         }
//!     }
//! }
//!
//! let program = "void f(int n, int *x) {\n#pragma acc parallel copy(x[0:n]) async\n#pragma acc loop gang\n  for (int i = 0; i < n; ++i) x[i] = i;\n}\n";
//! let mut session = Session::new(MemoryFiles::new().with("f.c", program));
//! let unit = session.add_unit("f.c", &CompileOptions::default())?;
//! let declarations = session.declarations(unit);
//! let omp = session.omp(&declarations[0], &MappingChoice::default()).expect("the session has it");
//! let mut printer = Printer(String::new());
//! walk(&omp, &mut printer);
//! assert_eq!(printer.0, "(target teams(distribute parallel for))(taskwait)");
//! # Ok::<(), clacc::Error>(())
//! ```

mod syntax_visitor;
mod walk_context;

use clacc_syntax::ast::DirectiveId;
use clacc_ttx::visit as forms;
#[doc(inline)]
pub use clacc_ttx::visit::{Through, VisitStep};

pub use self::syntax_visitor::{SyntaxVisitor, walk_tree};
pub use self::walk_context::{Ancestry, WalkContext};
use crate::omp::{NewCode, Omp, OmpClauseNode, OmpDirectiveNode, OmpNode};
use crate::syntax::{Directive, Node};

/// A node of the source or of an OpenMP form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Visited<'w> {
    /// A node of the source, which may be a directive or a clause.
    Node(Node<'w>),
    /// The OpenMP node of a construct, which contains its form.
    Omp(&'w OmpNode),
    /// A directive of a form, which contains its clauses and then its associated code.
    OmpDirective(OmpDirectiveNode<'w>),
    /// A clause of a directive of a form.
    OmpClause(OmpClauseNode<'w>),
    /// A block of a form.
    OmpBlock,
    /// A declaration or statement that a form adds.
    NewCode(NewCode<'w>),
}

/// Receives the nodes of a walk.
pub trait Visitor<'w> {
    /// Chooses the way in which a walk goes through a directive that has a form. It is called once for each such directive, before the
    /// directive or its form is entered.
    fn through(&mut self, directive: Directive<'w>) -> Through {
        let _ = directive;
        Through::Acc
    }

    /// Enters a node, and returns whether the walk goes into it.
    fn enter(&mut self, visited: Visited<'w>, context: &WalkContext<'w>) -> VisitStep;

    /// Leaves a node, after the nodes inside it. Every node that was entered is left, unless the walk was stopped.
    fn leave(&mut self, visited: Visited<'w>, context: &WalkContext<'w>) {
        let _ = (visited, context);
    }
}

/// Walks over a declaration with its form. Code that is added after the declaration comes last. Takes time linear in the number of entered
/// nodes; deep nesting needs no stack.
pub fn walk<'w>(omp: &'w Omp, visitor: &mut dyn Visitor<'w>) {
    omp.walk().run(&mut Adapter { context: WalkContext::new(omp), visitor });
}

/// Walks over one node and the nodes inside it. A directive is walked in the way that the visitor chooses. Returns whether the declaration
/// has the node: a node of this handle, or of another handle on the same text.
pub fn walk_from<'w>(node: Node<'_>, omp: &'w Omp, visitor: &mut dyn Visitor<'w>) -> bool {
    let own = omp.declaration().resolve(node.ptr());
    if let Some(own) = own {
        omp.walk().run_from(own.at, &mut Adapter { context: WalkContext::new(omp), visitor });
    }
    own.is_some()
}

/// Converts the nodes of the internal walk to nodes of this crate.
struct Adapter<'v, 'w> {
    context: WalkContext<'w>,
    visitor: &'v mut dyn Visitor<'w>,
}

impl<'w> forms::Visitor<'w> for Adapter<'_, 'w> {
    fn through(&mut self, id: DirectiveId) -> Through {
        let directive = Directive::new(self.context.omp().declaration(), id);
        directive.map_or(Through::Acc, |directive| self.visitor.through(directive))
    }

    fn enter(&mut self, node: forms::Visited<'w>) -> VisitStep {
        let Some(visited) = visited(self.context.omp(), node) else { return VisitStep::Children };
        self.context.meet(visited);
        let step = self.visitor.enter(visited, &self.context);
        self.context.open(visited);
        step
    }

    fn leave(&mut self, node: forms::Visited<'w>) {
        if let Some(visited) = visited(self.context.omp(), node) {
            self.context.close(visited);
            self.visitor.leave(visited, &self.context);
        }
    }
}

/// Returns a node of the internal walk as one of this crate. None for the node of a construct that the declaration does not have.
fn visited<'w>(omp: &'w Omp, node: forms::Visited<'w>) -> Option<Visited<'w>> {
    let context = omp.context();
    Some(match node {
        forms::Visited::Source(at) => Visited::Node(omp.declaration().node(at)),
        forms::Visited::Construct(id, _) => Visited::Omp(omp.node_of(id)?),
        forms::Visited::Directive(directive) => {
            Visited::OmpDirective(OmpDirectiveNode { context, directive })
        }
        forms::Visited::Clause(directive, clause) => {
            Visited::OmpClause(OmpClauseNode { context, directive: directive.kind, clause })
        }
        forms::Visited::Form(clacc_sema::omp::form::Omp::Block(_)) => Visited::OmpBlock,
        forms::Visited::Form(code) => Visited::NewCode(NewCode { context, code }),
    })
}
