//! `simd`, which is passed on to the C compiler.
//!
//! Its clauses name variables, so a variable that the outlined function accesses through a pointer gets a copy of the same name. If a
//! clause cannot be passed on and the loop would mean something else without it, the whole directive is dropped: sequential execution is
//! always a valid execution of `simd`.

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

/// The `simd` directive for the C compiler.
struct LaneHint {
    /// The `declare reduction` directives that it needs.
    declared: Vec<String>,
    clauses: String,
}

impl<'a> Lowering<'a> {
    /// Emits a `simd` construct that is not inside `for` in the same directive.
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

    /// Returns whether variables other than the counter are `linear`. Compilers that ignore the directive would not update them.
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

    /// Returns the counters of the loops of a directive that the loops do not declare.
    fn counters(&mut self, at: At, part: &Part<'a>) -> Step<Vec<EntityId>> {
        let depth = self.number(part, OmpClause::Collapse)?.unwrap_or(1).clamp(1, 64) as u32;
        let loops = self.view.nest(self.view.run(at), depth, true).loops;
        let counter = |at: At| match self.view.control(at) {
            Control::Variable { entity, declared: false } => Some(entity),
            _ => None,
        };
        Ok(loops.into_iter().filter_map(counter).collect())
    }

    /// Emits code in which variables are accessible under their names. A variable that is not gets a copy of that name, which is stored
    /// back after the code.
    fn under_their_names(&mut self, variables: &[EntityId], body: &mut dyn FnMut(&mut Self) -> Step) -> Step {
        let mut moved: Vec<EntityId> = variables.to_vec();
        moved.sort_unstable();
        moved.dedup();
        moved.retain(|variable| !self.is_plain(*variable));
        let (mut around, mut inside, mut behind) = (String::new(), String::new(), String::new());
        for variable in &moved {
            let ty = type_of(self.view, *variable);
            if matches!(&*ty.ty, Type::Array { .. }) {
                // An array gets no copy: the directive is dropped then.
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

    /// Emits the directive for the C compiler, if it can be passed on.
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

    /// Returns the directive, or none if a clause cannot be passed on.
    fn lane_hint(&mut self, part: &Part<'a>) -> Step<Option<LaneHint>> {
        let mut declared = Vec::new();
        let mut text = String::new();
        for clause in &part.clauses {
            match clause.kind() {
                // The collapsed loops of a combined construct have become one loop. In `simd` alone they are the user's loops.
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

    /// Returns `reduction` clauses for variables, or none if one of them is not accessible under its name. Copies for clang's built-in
    /// minimum and maximum begin with the greatest finite number, so reductions of floating-point numbers are declared instead.
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

    /// Returns the names of variables in a list, or none if one of them is not accessible under its name.
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
