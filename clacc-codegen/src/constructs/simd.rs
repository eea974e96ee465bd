//! `simd`, which the C compiler reads.
//!
//! The clauses name variables, so that what the outlined function knows by its address gets a copy of the same name. A hint that
//! is not passed on takes the whole directive with it where the loop would mean something else without it: lanes may always
//! do what iterations do one after another.

use std::fmt::Write;

use clacc_sema::c::type_text::type_text;
use clacc_sema::c::types::Type;
use clacc_sema::directives::reduction::ReductionOp;
use clacc_sema::omp::form::{Argument, Clause, Combiner};
use clacc_sema::program::loops::Control;
use clacc_sema::program::place::{At, EntityId};
use clacc_syntax::directive::OmpClause;

use super::clauses::is_whole;
use super::copies::Copies;
use super::lowering::Lowering;
use crate::capture::types::{assignable, type_of};
use crate::emit::Step;
use crate::plan::Node;
use crate::plan::constituents::Part;

/// The directive for the C compiler.
struct LaneHint {
    /// The reductions that it needs, as directives.
    declared: Vec<String>,
    clauses: String,
}

impl<'a> Lowering<'a> {
    /// `simd` that is not inside `for` of the same directive.
    pub(crate) fn simd(&mut self, part: &Part<'a>, inside: &[Node<'a>]) -> Step {
        let source = self.loop_source(inside)?;
        if self.has_values_by_iteration(source.at, part) {
            return self.own_loop(part, inside, true);
        }
        let private = self.listed(part, OmpClause::Private)?;
        let copies = Copies { private, ..Copies::default() };
        let mut kept = self.listed(part, OmpClause::Lastprivate)?;
        kept.extend(self.reductions(part)?.iter().map(|reduction| reduction.entity));
        kept.extend(self.counters(source.at, part)?);
        self.with_copies(&copies, None, &mut |own| {
            own.under_their_names(&kept, &mut |own| {
                let hint = own.lane_hint(part)?;
                let is_block = hint.as_ref().is_some_and(|hint| !hint.declared.is_empty());
                if is_block {
                    own.emit.line("{");
                }
                own.give(hint);
                own.source(source)?;
                if is_block {
                    own.emit.line("}");
                }
                Ok(())
            })
        })
    }

    /// Whether variables other than the counters are `linear`: compilers that do not read the directive would leave their values as
    /// they are.
    fn has_values_by_iteration(&self, at: At, part: &Part<'a>) -> bool {
        let loops = self.view.nest(self.view.run(at), 1, true).loops;
        let counter = loops.first().and_then(|at| match self.view.control(*at) {
            Control::Variable { entity, .. } => Some(entity),
            _ => None,
        });
        let is_other = |clause: &&Clause| match &clause.argument {
            Argument::List(_, items) => {
                items.iter().any(|item| item.place().map(|place| place.root) != counter)
            }
            _ => true,
        };
        let clauses = part.clauses.iter().copied();
        clauses.filter(|clause| clause.kind() == OmpClause::Linear).any(|clause| is_other(&clause))
    }

    /// The counters of the loops of a directive that these do not declare.
    fn counters(&mut self, at: At, part: &Part<'a>) -> Step<Vec<EntityId>> {
        let depth = self.number(part, OmpClause::Collapse)?.unwrap_or(1).clamp(1, 64) as u32;
        let loops = self.view.nest(self.view.run(at), depth, true).loops;
        let counter = |at: At| match self.view.control(at) {
            Control::Variable { entity, declared: false } => Some(entity),
            _ => None,
        };
        Ok(loops.into_iter().filter_map(counter).collect())
    }

    /// Emits code in which the names of variables name them, or copies whose values they get behind it.
    fn under_their_names(&mut self, variables: &[EntityId], body: &mut dyn FnMut(&mut Self) -> Step) -> Step {
        let mut moved: Vec<EntityId> = variables.to_vec();
        moved.sort_unstable();
        moved.dedup();
        moved.retain(|variable| !self.is_plain(*variable));
        let (mut around, mut inside, mut behind) = (String::new(), String::new(), String::new());
        for variable in &moved {
            let ty = type_of(self.view, *variable);
            if matches!(&*ty.ty, Type::Array { .. }) {
                // The directive is left out then, and the name stays what it is.
                continue;
            }
            let (name, original) = (self.entity_text(*variable), self.emit.name("o"));
            let here = self.spelled(*variable);
            let pointer = self.declared(&ty, &format!("*{original}"), *variable)?;
            let own = self.declared(&assignable(&ty), name, *variable)?;
            let _ = write!(around, "{pointer} = &{here}; ");
            let _ = write!(inside, "{own} = *{original}; ");
            let _ = write!(behind, "*{original} = {name}; ");
        }
        moved.retain(|variable| !matches!(&*type_of(self.view, *variable).ty, Type::Array { .. }));
        if moved.is_empty() {
            return body(self);
        }
        self.emit.line(&format!("{{ {around}{{ {inside}"));
        self.enter_copies(moved);
        let done = body(self);
        self.leave_copies();
        self.emit.line(&format!("{behind}}} }}"));
        done
    }

    /// The directive for the C compiler, if it can be passed on. It stands in a block, because it may need declarations.
    pub(crate) fn simd_pragma(&mut self, part: Option<&Part<'a>>) -> Step {
        let Some(part) = part else { return Ok(()) };
        let hint = self.lane_hint(part)?;
        self.give(hint);
        Ok(())
    }

    fn give(&mut self, hint: Option<LaneHint>) {
        let (Some(hint), at) = (hint, self.emit.at) else { return };
        for declared in &hint.declared {
            self.emit.out.pragma(declared, at);
        }
        self.emit.out.pragma(&format!("omp simd{}", hint.clauses), at);
    }

    /// The directive; none if it has clauses that are not passed on.
    fn lane_hint(&mut self, part: &Part<'a>) -> Step<Option<LaneHint>> {
        let mut declared = Vec::new();
        let mut text = String::new();
        for clause in &part.clauses {
            match clause.kind() {
                // The loops that are left are one; those of `simd` alone are the user's.
                OmpClause::Collapse if part.is_inner => {}
                OmpClause::Collapse | OmpClause::Safelen | OmpClause::Simdlen => {
                    let kind = clause.kind();
                    let number = self.number(part, kind)?.unwrap_or(1);
                    let _ = write!(text, " {}({number})", kind.text());
                }
                OmpClause::Private | OmpClause::Lastprivate => {
                    let listed = self.listed(part, clause.kind())?;
                    let names = self.names_of(&listed);
                    let Some(names) = names else { return Ok(None) };
                    let word = clause.kind().text();
                    if !text.contains(&format!(" {word}(")) {
                        let _ = write!(text, " {word}({names})");
                    }
                }
                OmpClause::Reduction => match &clause.argument {
                    Argument::Reduction { combiner: Combiner::Operator(op), items }
                        if items.iter().all(is_whole) =>
                    {
                        let roots: Vec<EntityId> =
                            items.iter().filter_map(|item| Some(item.place()?.root)).collect();
                        let Some(clause) = self.lane_reduction(*op, &roots, &mut declared) else {
                            return Ok(None);
                        };
                        text.push_str(&clause);
                    }
                    _ => return Ok(None),
                },
                OmpClause::Aligned | OmpClause::Nontemporal | OmpClause::Order => {}
                _ => return Ok(None),
            }
        }
        Ok(Some(LaneHint { declared, clauses: text }))
    }

    /// `reduction` clauses for variables; none if one of them has another name here. Copies of clang's own minimum and maximum
    /// begin with the greatest finite number, so that those of floating-point numbers are declared.
    fn lane_reduction(
        &mut self,
        op: ReductionOp,
        variables: &[EntityId],
        declared: &mut Vec<String>,
    ) -> Option<String> {
        let is_extreme = matches!(op, ReductionOp::Max | ReductionOp::Min);
        let is_declared = |variable: &EntityId| is_extreme && type_of(self.view, *variable).is_floating();
        let (own, others): (Vec<EntityId>, Vec<EntityId>) = variables.iter().copied().partition(is_declared);
        let mut text = String::new();
        if !others.is_empty() {
            let _ = write!(text, " reduction({}: {})", op.text(), self.names_of(&others)?);
        }
        for variable in own {
            let name = self.names_of(&[variable])?;
            let ty = type_of(self.view, variable).unqualified();
            let (word, ty) = (self.emit.name("r"), type_text(&self.view.program.names, &ty, "")?);
            let (order, sign) = if op == ReductionOp::Max { ('>', "-") } else { ('<', "") };
            let combined = format!("omp_out = omp_in {order} omp_out ? omp_in : omp_out");
            declared.push(format!(
                "omp declare reduction({word}: {ty}: {combined}) initializer(omp_priv = {sign}__builtin_inf())"
            ));
            let _ = write!(text, " reduction({word}: {name})");
        }
        Some(text)
    }

    /// The names of variables in a list; none if one of them has another name here.
    fn names_of(&mut self, variables: &[EntityId]) -> Option<String> {
        let mut names = Vec::new();
        for variable in variables {
            if !self.is_plain(*variable) {
                return None;
            }
            names.push(self.entity_text(*variable));
        }
        Some(names.join(", "))
    }
}
