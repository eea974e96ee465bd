//! Reductions: copies that begin with the identity value, and code that combines them in the order of the threads.

use std::fmt::Write;

use clacc_sema::c::types::{QualType, Type};
use clacc_sema::directives::reduction::ReductionOp;
use clacc_sema::omp::form::{Argument, Clause, ClauseModifier, Combiner, Item, ModifierWord};
use clacc_sema::program::place::{EntityId, Value};
use clacc_syntax::directive::OmpClause;

use super::array_sections::{Elements, element_of};
use super::combiners::CombiningCode;
use super::copies::{Combines, CopyCode, Reduction};
use super::lowering::Lowering;
use crate::capture::types::{assignable, is_variable, type_of};
use crate::codes;
use crate::emit::Step;
use crate::plan::constituents::Part;

/// The code of one reduction.
struct Reduced {
    /// The type of an element.
    element: QualType,
    code: CombiningCode,
    entity: EntityId,
    /// The thread's copy.
    copy: Copied,
    /// The pointer to the first element of the original.
    original: String,
    /// The number of elements.
    count: String,
}

impl Reduced {
    fn is_number(&self) -> bool {
        matches!(self.copy, Copied::Value(_)) && self.code.is_of_numbers()
    }
}

/// The way in which a thread's copy reaches the threads that combine it.
enum Copied {
    /// By value. The address of the variable is not taken, so that compilers can keep it in a register.
    Value(String),
    /// By a pointer to its first element.
    Elements(String),
}

impl<'a> Lowering<'a> {
    /// Returns the reductions that the clauses of a part specify.
    pub(crate) fn reductions(&mut self, part: &Part<'a>) -> Step<Vec<Reduction>> {
        self.reductions_of(&part.clauses, OmpClause::Reduction)
    }

    /// Returns the reductions that the clauses of a kind specify.
    pub(crate) fn reductions_of(&mut self, clauses: &[&'a Clause], kind: OmpClause) -> Step<Vec<Reduction>> {
        let mut found: Vec<Reduction> = Vec::new();
        for clause in clauses.iter().filter(|clause| clause.kind() == kind) {
            let (Argument::Reduction { combiner, items } | Argument::TaskReduction { combiner, items, .. }) =
                clause.argument.unmodified()
            else {
                return Err(self.refuse_clause(clause));
            };
            let words: Vec<_> = clause.modifiers().iter().map(ClauseModifier::word).collect();
            let is_of_tasks = match words[..] {
                [] | [Some(ModifierWord::Default)] => false,
                [Some(ModifierWord::Task)] => true,
                _ => return Err(self.refuse_clause(clause)),
            };
            for item in items {
                let reduction = self.reduction(*combiner, item, clause)?;
                if found.iter().any(|other| other.entity == reduction.entity) {
                    let name = self.entity_text(reduction.entity);
                    let message = format!("no code is generated for several reductions of parts of `{name}`");
                    return Err(self.emit.refuse_here(&codes::GEN0031, message));
                }
                found.push(Reduction { is_of_tasks, ..reduction });
            }
        }
        Ok(found)
    }

    fn reduction(&mut self, combiner: Combiner, item: &Item, clause: &Clause) -> Step<Reduction> {
        let Some(place) = item.place() else { return Err(self.refuse_clause(clause)) };
        let ty = type_of(self.view, place.root);
        let is_part = !place.is_whole();
        let section = if is_part { self.section(place, &ty) } else { None };
        let is_shaped = is_part == section.is_some() && (is_part || !ty.is_pointer());
        let of = assignable(element_of(&ty, is_part));
        if !is_shaped || is_variable(&of) {
            return Err(self.refuse_clause(clause));
        }
        let combines = match combiner {
            Combiner::Operator(op) => {
                let known = self.operator_on(op, &of);
                known.or_else(|| self.declared_reduction(op.text(), &of))
            }
            Combiner::Minus => {
                let known = self.operator_on(ReductionOp::Add, &of);
                known.or_else(|| self.declared_reduction("-", &of))
            }
            Combiner::Named(name) => self.declared_reduction(self.view.text(name), &of),
            Combiner::Declared(name) => self.reduction_of_structs(name),
        };
        match combines {
            Some(combines) => Ok(Reduction { combines, entity: place.root, section, is_of_tasks: false }),
            None => Err(self.refuse_clause(clause)),
        }
    }

    /// Adds the copies of reduction variables, and the code after the construct that combines them.
    pub(crate) fn reduced(
        &mut self,
        reductions: &[Reduction],
        is_of_league: bool,
        code: &mut CopyCode,
    ) -> Step {
        let mut all = Vec::new();
        for reduction in reductions {
            all.push(self.reduced_copy(reduction, code)?);
        }
        if !all.is_empty() {
            self.combine(&all, is_of_league, code)?;
        }
        Ok(())
    }

    /// Adds the declarations of one copy.
    fn reduced_copy(&mut self, reduction: &Reduction, code: &mut CopyCode) -> Step<Reduced> {
        let entity = reduction.entity;
        let (name, ty) = (self.entity_text(entity), type_of(self.view, entity));
        let (original, mine, count) = (self.emit.name("o"), self.emit.name("m"), self.emit.name("n"));
        let here = self.spelled(entity);
        let bounds = self.copied_bounds(entity, code);
        let element = assignable(element_of(&ty, reduction.section.is_some()));
        let code_of = self.combining_code(&reduction.combines, &element, entity)?;
        let is_scalar = reduction.section.is_none() && !matches!(&*ty.ty, Type::Array { .. });
        if is_scalar && matches!(reduction.combines, Combines::Operator(..)) {
            let pointer = self.declared(&element, &format!("*{original}"), entity)?;
            code.around.push(format!("{pointer} = &{here};"));
            let hiding = self.declared_with(&assignable(&ty), name, &bounds, entity)?;
            code.inside.push(format!("{hiding}; {}", code_of.begun(name, &format!("*{original}"))));
            let copy = Copied::Value(name.to_owned());
            return Ok(Reduced { element, code: code_of, entity, copy, original, count });
        }
        let one = self.declared(&element, "", entity)?;
        let Elements { lower: first, count: number } = match &reduction.section {
            Some(section) => self.elements(section, &here, &one)?,
            None => Elements { lower: "0".to_owned(), count: format!("sizeof ({here}) / sizeof ({one})") },
        };
        let lower = self.emit.name("l");
        code.around.push(format!("const size_t {lower} = {first}; const size_t {count} = {number};"));
        let pointer = self.declared(&element, &format!("*{original}"), entity)?;
        let cast = self.declared(&element, "*", entity)?;
        let from = if ty.is_pointer() { here } else { format!("&{here}") };
        code.around.push(format!("{pointer} = ({cast}){from} + {lower};"));
        let own = self.declared(&element, &format!("*{mine}"), entity)?;
        if ty.is_pointer() {
            let buffer = self.emit.name("b");
            let array = self.declared(&element, &format!("{buffer}[{count} ? {count} : 1]"), entity)?;
            let hiding = self.declared_with(&assignable(&ty), name, &bounds, entity)?;
            // The pointer is hidden from compilers by a volatile variable, because they would warn about an address before the start of the
            // buffer.
            let opaque = self.emit.name("v");
            let kept = self.declared(&element, &format!("*volatile {opaque}"), entity)?;
            let pointer = self.declared_with(&assignable(&ty), "", &bounds, entity)?;
            code.inside.push(format!(
                "{array}; {own} = {buffer}; {kept} = {buffer}; {hiding} = ({pointer})({opaque} - {lower});"
            ));
        } else {
            let hiding = self.declared_with(&assignable(&ty), name, &bounds, entity)?;
            code.inside.push(format!("{hiding}; {own} = ({cast})&{name} + {lower};"));
        }
        if is_scalar {
            code.inside.push(code_of.begun(name, &format!("{original}[0]")));
        } else {
            let index = self.emit.name("k");
            let begun = code_of.begun(&format!("{mine}[{index}]"), &format!("{original}[{index}]"));
            code.inside.push(format!(
                "{{ size_t {index}; for ({index} = 0; {index} < {count}; ++{index}) {begun} }}"
            ));
        }
        Ok(Reduced { element, code: code_of, entity, copy: Copied::Elements(mine), original, count })
    }

    /// Returns a value of the source as an expression.
    pub(crate) fn value_text(&mut self, value: Value) -> Step<String> {
        match value {
            Value::Constant(number) => Ok(format!("{number}")),
            Value::Node(at) => Ok(format!("({})", self.text(self.view.span(at))?)),
        }
    }

    /// Adds the code that combines the copies of all threads, and the result with the originals.
    fn combine(&mut self, all: &[Reduced], is_of_league: bool, code: &mut CopyCode) -> Step {
        let record = self.function_name();
        let mut members = Vec::new();
        let (mut inside, mut original, mut set) = (Vec::new(), Vec::new(), Vec::new());
        let (k, made) = (self.emit.name("k"), self.emit.name("c"));
        for (index, each) in all.iter().enumerate() {
            let Reduced { original: to, count, .. } = each;
            let name = match each.copy {
                Copied::Value(_) => format!("m{index}"),
                Copied::Elements(_) => format!("*m{index}"),
            };
            let member = self.declared(&each.element, &name, each.entity)?;
            match &each.copy {
                Copied::Value(own) => {
                    members.push(format!("{member};"));
                    set.push(format!("{made}.m{index} = {own};"));
                    inside.push(each.code.combined(&format!("into->m{index}"), &format!("from->m{index}")));
                    original.push(each.code.combined(&format!("*{to}"), &format!("{made}.m{index}")));
                }
                Copied::Elements(mine) => {
                    members.push(format!("{member}; size_t n{index};"));
                    set.push(format!("{made}.m{index} = {mine}; {made}.n{index} = {count};"));
                    let one =
                        each.code.combined(&format!("into->m{index}[k]"), &format!("from->m{index}[k]"));
                    inside.push(format!("for (k = 0; k < into->n{index}; ++k) {one}"));
                    let one = each.code.combined(&format!("{to}[{k}]"), &format!("{made}.m{index}[{k}]"));
                    original.push(format!("for ({k} = 0; {k} < {count}; ++{k}) {one}"));
                }
            }
        }
        let has_elements = all.iter().any(|each| matches!(each.copy, Copied::Elements(_)));
        let counts = |name: &str| if has_elements { format!("size_t {name};") } else { String::new() };
        let (counted, counted_here) = (counts("k"), counts(&k));
        let function = format!("{record}_combine");
        let (members, inside) = (members.join(" "), inside.join(" "));
        self.emit.declare_before(&[&record, &function], format!(
            "struct {record} {{ {members} }};\nstatic void {function}(void *a, const void *b)\n{{ struct {record} *into = a; const struct {record} *from = b; {counted} {inside} }}"
        ));
        let (prefix, set, original) = (&self.emit.prefix, set.join(" "), original.join(" "));
        if is_of_league {
            let (state, partial) = (format!("{prefix}state"), of_league(all, &made, &record, prefix));
            code.behind.push(format!(
                "{{ struct {record} {made}; {set} {partial} \
                 if ({state} & CLACC_PARTIAL_LAST) {{ {counted_here} {original} clacc_league_done({prefix}t); }} }}"
            ));
            return Ok(());
        }
        let flags = if all.iter().all(Reduced::is_number) { "CLACC_REDUCE_VALUES" } else { "0" };
        code.behind.push(format!(
            "{{ struct {record} {made}; {set} clacc_reduce({prefix}t, &{made}, sizeof {made}, {function}, {flags}); if ({prefix}t->id == 0) {{ {counted_here} {original} }} }}"
        ));
        Ok(())
    }
}

/// Returns the statements by which a team combines its values with those of the teams that the same thread has executed before. The record
/// then contains the combined values.
fn of_league(all: &[Reduced], made: &str, record: &str, prefix: &str) -> String {
    let (mut sizes, mut first) = (String::new(), String::new());
    for (index, each) in all.iter().enumerate().filter(|(_, each)| matches!(each.copy, Copied::Elements(_))) {
        let _ = write!(
            sizes,
            "const size_t b{index} = {} * sizeof *{made}.m{index}, o{index} = z; z += (b{index} + 63) / 64 * 64; ",
            each.count
        );
        let _ = write!(
            first,
            "q->m{index} = (void *)(p + o{index}); \
             for (k = 0; k < b{index}; ++k) p[o{index} + k] = ((const unsigned char *){made}.m{index})[k]; "
        );
    }
    format!(
        "uint32_t {prefix}state; {{ size_t z = (sizeof {made} + 63) / 64 * 64, k = 0; unsigned char *p; {sizes}\
         p = clacc_league_partial({prefix}t, z + k, &{prefix}state); \
         if (p) {{ struct {record} *q = (void *)p; \
         if ({prefix}state & CLACC_PARTIAL_FIRST) {{ *q = {made}; {first}}} else {record}_combine(q, &{made}); {made} = *q; }} }}"
    )
}
