//! `depend`: the dependences of a task or `taskwait` (OpenMP 5.2 15.9.5).
//!
//! `clacc_depend` is filled from depend objects where a clause names one: each holds an address and a kind in two pointers, which
//! `omp_target_memcpy_async` reads too.

use std::fmt::Write;

use clacc_sema::omp::form::{Argument, Clause, ClauseModifier, DependKind, Directive, Item, Origin};
use clacc_sema::program::directive::{ArgumentValue, IteratorRange};
use clacc_sema::program::place::{At, Bound, Step as PlaceStep};
use clacc_syntax::directive::OmpClause;

use super::lowering::Lowering;
use crate::capture::types::{assignable, type_of};
use crate::emit::Step;

/// The list of dependences that is passed to a call.
pub(crate) struct Dependences {
    /// The statements that build the list.
    pub(crate) made: String,
    /// The expressions for the length of the list and for the pointer to it.
    pub(crate) count: String,
    pub(crate) list: String,
    /// true if the list is empty where iterators have no values, which the program decides when it runs.
    may_be_empty: bool,
}

/// The dependences that one clause adds to the list.
struct Entries {
    entries: Vec<Entry>,
    /// The loops over the values of iterators, around all entries; none without iterators.
    loops: Option<String>,
}

/// A dependence: the expressions for its address and for its kind.
struct Entry {
    address: String,
    kind: String,
}

impl Dependences {
    fn none() -> Self {
        Self { made: String::new(), count: "0".to_owned(), list: "0".to_owned(), may_be_empty: false }
    }

    fn are_none(&self) -> bool {
        self.count == "0"
    }
}

impl<'a> Lowering<'a> {
    pub(crate) fn dependences(&mut self, clauses: &[&'a Clause]) -> Step<Dependences> {
        let mut all = Vec::new();
        for clause in clauses.iter().filter(|clause| clause.kind() == OmpClause::Depend) {
            all.push(self.entries(clause)?);
        }
        all.retain(|each| !each.entries.is_empty());
        if all.is_empty() {
            return Ok(Dependences::none());
        }
        let (list, count, used) = (self.emit.name("w"), self.emit.name("n"), self.emit.name("k"));
        let fixed: usize =
            all.iter().filter(|each| each.loops.is_none()).map(|each| each.entries.len()).sum();
        let mut made = format!("uint32_t {count} = {fixed}, {used} = 0; ");
        for each in &all {
            if let Some(loops) = &each.loops {
                let _ = write!(made, "{loops} {count} += {}; ", each.entries.len());
            }
        }
        let _ = write!(made, "clacc_depend {list}[{count} ? {count} : 1]; ");
        for Entries { entries, loops } in &all {
            let entry = |Entry { address, kind }: &Entry| {
                format!(
                    "{list}[{used}].address = {address}; {list}[{used}].kind = {kind}; {list}[{used}++].reserved = 0; "
                )
            };
            let entries: String = entries.iter().map(entry).collect();
            match loops {
                None => made.push_str(&entries),
                Some(loops) => {
                    let _ = write!(made, "{loops} {{ {entries}}} ");
                }
            }
        }
        Ok(Dependences { made, count, list, may_be_empty: fixed == 0 })
    }

    fn entries(&mut self, clause: &'a Clause) -> Step<Entries> {
        let Argument::Depend { kind, items } = clause.argument.unmodified() else {
            return Err(self.refuse_clause(clause));
        };
        let mut entries = Vec::new();
        // Constructs in queues are executed at once.
        for item in items.iter().filter(|item| !matches!(item, Item::Queue(_))) {
            let entry = match (kind_of(*kind), item) {
                (Some(kind), _) => {
                    Entry { address: self.depend_address(clause, item)?, kind: kind.to_owned() }
                }
                (None, Item::Place { written: Some(written), .. }) if *kind == DependKind::Depobj => {
                    self.entry_of_object(written.at)?
                }
                _ => return Err(self.refuse_clause(clause)),
            };
            entries.push(entry);
        }
        Ok(Entries { entries, loops: self.iterator_loops(clause)? })
    }

    /// Returns the dependence that a depend object holds.
    fn entry_of_object(&mut self, object: At) -> Step<Entry> {
        let text = self.text(self.view.span(object))?;
        Ok(Entry {
            address: format!("((void *const *)&({text}))[0]"),
            kind: format!("(uint32_t)(uintptr_t)((void *const *)&({text}))[1]"),
        })
    }

    /// `depobj` (OpenMP 5.2 15.9.4): an object of type `omp_depend_t` holds an address and a kind of dependence, in two pointers.
    pub(crate) fn depend_object(&mut self, directive: &'a Directive) -> Step {
        let Some(object) = self.object_of(directive) else { return Err(self.refuse_directive(directive)) };
        let [clause] = directive.clauses.as_slice() else { return Err(self.refuse_directive(directive)) };
        let object = self.text(self.view.span(object))?;
        let members = self.emit.name("w");
        let set = match clause.kind() {
            OmpClause::Depend => {
                let Entries { entries, loops: None } = self.entries(clause)? else {
                    return Err(self.refuse_clause(clause));
                };
                let [Entry { address, kind }] = entries.as_slice() else {
                    return Err(self.refuse_clause(clause));
                };
                format!("{members}[0] = (void *){address}; {members}[1] = (void *)(uintptr_t){kind};")
            }
            OmpClause::Update => {
                let kind = match clause.argument {
                    Argument::Word(_, word) => DependKind::spelled(word.text()).and_then(kind_of),
                    _ => None,
                };
                let kind = kind.ok_or(()).map_err(|()| self.refuse_clause(clause))?;
                format!("{members}[1] = (void *)(uintptr_t){kind};")
            }
            OmpClause::Destroy => format!("{members}[0] = {members}[1] = 0;"),
            _ => return Err(self.refuse_clause(clause)),
        };
        // If the program's header declares another type for the object, it may be too small for both pointers.
        let room = format!("(void)sizeof (char[sizeof ({object}) >= 2 * sizeof (void *) ? 1 : -1]);");
        self.emit.line(&format!("{{ void **const {members} = (void **)&({object}); {room} {set} }}"));
        Ok(())
    }

    /// Returns the object that a directive names.
    fn object_of(&self, directive: &Directive) -> Option<At> {
        let Origin::Directive(id) = directive.origin else { return None };
        let argument = self.view.directive(id).argument.as_ref()?;
        match argument.items.as_ref() {
            [item] => match item.value {
                ArgumentValue::Value(at) => Some(at),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns the loops over the values of the iterators of a clause (OpenMP 5.2 3.2.6), or none without iterators.
    fn iterator_loops(&mut self, clause: &'a Clause) -> Step<Option<String>> {
        let mut loops = None;
        for modifier in clause.modifiers() {
            let ClauseModifier::Iterators(iterators) = modifier else {
                return Err(self.refuse_clause(clause));
            };
            for iterator in iterators {
                let head = self.iterator_loop(clause, iterator)?;
                loops.get_or_insert_with(String::new).push_str(&head);
            }
        }
        Ok(loops)
    }

    fn iterator_loop(&mut self, clause: &Clause, iterator: &IteratorRange) -> Step<String> {
        let ty = assignable(&type_of(self.view, iterator.variable));
        if !ty.is_integer() {
            return Err(self.refuse_clause(clause));
        }
        let name = self.entity_text(iterator.variable);
        let declared = self.declared(&ty, name, iterator.variable)?;
        let text = |own: &mut Self, at: At| own.text(own.view.span(at));
        let (begin, end) = (text(self, iterator.begin)?, text(self, iterator.end)?);
        let step = iterator.step.map_or_else(|| Ok("1".to_owned()), |step| text(self, step))?;
        Ok(format!(
            "for ({declared} = ({begin}); ({step}) > 0 ? {name} < ({end}) : {name} > ({end}); {name} += ({step})) "
        ))
    }

    /// Returns the address of the first byte of a list item.
    fn depend_address(&mut self, clause: &Clause, item: &Item) -> Step<String> {
        let (place, at) = match item {
            Item::Lvalue(at) => return Ok(format!("&({})", self.text(self.view.span(*at))?)),
            Item::Place { place, written: Some(written) } => (place, written.at),
            _ => return Err(self.refuse_clause(clause)),
        };
        // The reserved locator of OpenMP 5.2 3.2.1 denotes all memory; no variable has this name.
        if self.spelled(place.root) == "omp_all_memory" {
            return Err(self.refuse_clause(clause));
        }
        if !matches!(place.steps.last(), Some(PlaceStep::Range { .. })) {
            let text = self.text(self.view.span(at))?;
            return Ok(format!("&({text})"));
        }
        let mut element = format!("&({})", self.spelled(place.root));
        for step in place.steps.iter().filter(|step| !matches!(step, PlaceStep::Deref(_))) {
            let first = match step {
                PlaceStep::Index(value) | PlaceStep::Range { start: Bound::At(value), .. } => {
                    self.value_text(*value)?
                }
                PlaceStep::Range { start: Bound::Default, .. } => "0".to_owned(),
                _ => return Err(self.refuse_clause(clause)),
            };
            let _ = write!(element, "[{first}]");
        }
        Ok(element)
    }

    pub(crate) fn task_wait(&mut self, directive: &'a Directive) -> Step {
        let clauses: Vec<&'a Clause> = directive.clauses.iter().collect();
        if let Some(clause) = clauses.iter().find(|clause| clause.kind() != OmpClause::Depend) {
            return Err(self.refuse_clause(clause));
        }
        if self.backend.has_own_memory() {
            self.queue_wait(&clauses)?;
        }
        let text =
            if clauses.is_empty() { self.wait(&Dependences::none()) } else { self.wait_for(&clauses)? };
        if !text.is_empty() {
            self.emit.line(&text);
        }
        Ok(())
    }

    /// Returns the wait for the tasks that `depend` clauses specify. It is empty if they specify none.
    pub(crate) fn wait_for(&mut self, clauses: &[&'a Clause]) -> Step<String> {
        let dependences = self.dependences(clauses)?;
        Ok(if dependences.are_none() { String::new() } else { self.wait(&dependences) })
    }

    /// Returns the wait for some child tasks, or without dependences for all of them.
    fn wait(&self, Dependences { made, count, list, may_be_empty }: &Dependences) -> String {
        let (thread, prefix) = (self.thread(), &self.emit.prefix);
        let condition = if *may_be_empty { format!("if ({count}) ") } else { String::new() };
        format!("{{ {thread}{made}{condition}clacc_task_wait({prefix}t, {count}, {list}); }}")
    }
}

/// Returns the constant of the header for a dependence type, or none for `depobj`, where the object holds the type.
fn kind_of(kind: DependKind) -> Option<&'static str> {
    Some(match kind {
        DependKind::In => "CLACC_IN",
        DependKind::Out => "CLACC_OUT",
        DependKind::Inout => "CLACC_INOUT",
        DependKind::Mutexinoutset => "CLACC_MUTEXINOUTSET",
        DependKind::Inoutset => "CLACC_INOUTSET",
        _ => return None,
    })
}
