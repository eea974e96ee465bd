//! What a walk over any text promises: it enters every node once, and leaves what it enters.

use clacc::omp::{MappingChoice, Omp};
use clacc::syntax::{Directive, Node};
use clacc::visit::{Through, VisitStep, Visited, Visitor, WalkContext, walk};
use clacc::{Session, Unit};

/// What a walk entered.
struct Entered<'w> {
    through: Through,
    open: Vec<Visited<'w>>,
    nodes: Vec<Node<'w>>,
    lines: Vec<String>,
    leaves_what_it_enters: bool,
}

impl<'w> Entered<'w> {
    fn by(through: Through, omp: &'w Omp) -> Entered<'w> {
        let (open, nodes, lines) = (Vec::new(), Vec::new(), Vec::new());
        let mut entered = Entered { through, open, nodes, lines, leaves_what_it_enters: true };
        walk(omp, &mut entered);
        entered
    }
}

impl<'w> Visitor<'w> for Entered<'w> {
    fn through(&mut self, _: Directive<'w>) -> Through {
        self.through
    }

    fn enter(&mut self, visited: Visited<'w>, _: &WalkContext<'w>) -> VisitStep {
        self.open.push(visited);
        match visited {
            Visited::Node(node) => self.nodes.push(node),
            Visited::OmpDirective(directive) => self.lines.push(directive.text()),
            Visited::OmpClause(clause) => self.lines.extend([clause.text(), format!("{:?}", clause.view())]),
            Visited::NewCode(code) => self.lines.push(code.text()),
            _ => {}
        }
        VisitStep::Children
    }

    fn leave(&mut self, visited: Visited<'w>, _: &WalkContext<'w>) {
        self.leaves_what_it_enters &= self.open.pop() == Some(visited);
    }
}

/// Whether all walks over the declarations with directives keep their promises.
pub(crate) fn are_whole(session: &Session, unit: Unit, choice: &MappingChoice) -> bool {
    session.directed_declarations(unit).iter().all(|declaration| {
        let Some(omp) = session.omp(declaration, choice) else { return false };
        let [acc, form, both] =
            [Through::Acc, Through::Omp, Through::Both].map(|through| Entered::by(through, &omp));
        let are_left = [&acc, &form, &both].iter().all(|it| it.open.is_empty() && it.leaves_what_it_enters);
        let all: Vec<_> = omp.declaration().nodes().collect();
        let are_all_entered = acc.nodes == all && both.nodes == all;
        let mut left = all.iter();
        let are_in_order = form.nodes.iter().all(|node| left.any(|other| other == node));
        are_left && are_all_entered && are_in_order && acc.lines.is_empty() && form.lines == both.lines
    })
}
