//! `atomic` (OpenMP 5.2 15.8.4): the object is named once, values are computed before, and what remains of the statement is executed
//! on the object, in one step or until nobody else has changed it meanwhile.
//!
//! How an object is accessed is decided by its type alone, so that all units and compilers agree about it ([`object::Access`]).
//!
//! Numbers, pointers and enumerations of 1, 2, 4 or 8 bytes that are aligned to their size are accessed in one step, all others
//! under a lock; the two kinds do not exclude each other, which is why the type alone must decide. Where the compiler has no
//! `__atomic_*`, the library has the step (`clacc_atomic_replace`). A bit-field has the lock of the structure around it. The
//! parts of the statement come from `sema` (`AtomicParts`). The order of constructs without a clause is that of the unit's
//! `requires`, in headers too (`query::default_order`).

mod object;
mod update;

use clacc_sema::omp::form::Directive;
use clacc_sema::program::atomic::{AtomicKind, AtomicStatement};
use clacc_sema::program::place::At;
use clacc_syntax::directive::OmpClause;
use clacc_syntax::token::TokenRange;

use self::object::{Access, Object};
use super::lowering::Lowering;
use crate::atomic_order::Order;
use crate::codes;
use crate::emit::{Refused, Step};
use crate::plan::{Node, Source, only_source};

/// An atomic statement, with names for its parts.
pub(crate) struct Atomic<'n, 'a> {
    kind: AtomicKind,
    order: Order,
    source: &'n Source<'a>,
    statement: AtomicStatement,
    object: Object,
    /// The declarations before the access: the pointer to the object, and the values.
    first: Vec<String>,
    /// The tokens of the values, each with the name that replaces them.
    values: Vec<(TokenRange, String)>,
    /// The tokens of the lvalues that receive captured values, each with the name that replaces them.
    captured: Vec<(TokenRange, String)>,
}

impl<'a> Lowering<'a> {
    pub(crate) fn atomic(&mut self, directive: &'a Directive, inside: &[Node<'a>]) -> Step {
        let kind = self.atomic_kind(directive)?;
        let Some(source) = only_source(inside).filter(|source| source.groups.is_empty()) else {
            return Err(self.refuse_directive(directive));
        };
        let statement = self.view.atomic_statement(self.view.run(source.at), kind).ok();
        let Some((statement, variable)) = statement.and_then(|found| {
            let variable = found.variable?;
            Some((found, variable))
        }) else {
            return Err(self.refuse_directive(directive));
        };
        let object = self.atomic_object(variable)?;
        let first = vec![object.declaration.clone()];
        let order = Order::of(directive).unwrap_or_else(|| (self.unit.default_order)());
        let (values, captured) = (Vec::new(), Vec::new());
        let mut atomic = Atomic { kind, order, source, statement, object, first, values, captured };
        self.name_values(&mut atomic)?;
        self.name_captured(&mut atomic);
        let text = match &atomic.object.access {
            Access::Locked { .. } => self.under_lock(&atomic)?,
            Access::Whole => self.in_one_step(&atomic)?,
        };
        let note = self.note_of_access(&atomic.object);
        self.emit.line(&format!("{{ {} {note}{text} }}", atomic.first.join(" ")));
        Ok(())
    }

    /// Returns a call that tells the device of an atomic access, where it looks at accesses.
    fn note_of_access(&self, object: &Object) -> String {
        let pointer = &object.pointer;
        if !self.backend.shares_functions() {
            return String::new();
        }
        format!("clacc_atomic_access((const void *){pointer}, sizeof (*{pointer})); ")
    }

    fn atomic_kind(&mut self, directive: &'a Directive) -> Step<AtomicKind> {
        let mut kind = AtomicKind::Update;
        for clause in &directive.clauses {
            kind = match clause.kind() {
                OmpClause::Read => AtomicKind::Read,
                OmpClause::Write => AtomicKind::Write,
                OmpClause::Update if kind == AtomicKind::Update => AtomicKind::Update,
                OmpClause::Capture if kind != AtomicKind::Compare => AtomicKind::Capture,
                OmpClause::Compare if kind == AtomicKind::Update => AtomicKind::Compare,
                // `weak` has no effect, because an exchange that fails spuriously is repeated.
                OmpClause::SeqCst
                | OmpClause::AcqRel
                | OmpClause::Acquire
                | OmpClause::Release
                | OmpClause::Relaxed
                | OmpClause::Fail
                | OmpClause::Weak
                | OmpClause::Hint => kind,
                _ => return Err(self.refuse_clause(clause)),
            };
        }
        Ok(kind)
    }

    // ---- values ----

    /// Emits variables for the values of the statement, except constants. Each value is computed once, whatever other threads do; in a
    /// comparison, equal texts share one variable.
    fn name_values(&mut self, atomic: &mut Atomic<'_, 'a>) -> Step {
        let mut known: Vec<(String, String)> = Vec::new();
        for value in atomic.statement.parts.values.clone() {
            let range = self.view.span(value);
            if self.view.constant(value).is_some() {
                continue;
            }
            let text = self.text(range)?;
            let is_same =
                |(other, _): &&(String, String)| atomic.kind == AtomicKind::Compare && *other == text;
            if let Some((_, name)) = known.iter().find(is_same) {
                atomic.values.push((range, name.clone()));
                continue;
            }
            let name = self.emit.name("v");
            let typed = self.with_the_type_of_its_value(value, &text);
            atomic.first.push(format!("__typeof__({typed}) {name} = {text};"));
            atomic.values.push((range, name.clone()));
            known.push((text, name));
        }
        Ok(())
    }

    /// Returns an expression whose type is that of the value of another expression: bit-fields and narrow integers have the promoted type.
    fn with_the_type_of_its_value(&self, value: At, text: &str) -> String {
        let Some(expr) = self.view.c_expr(value) else { return text.to_owned() };
        let ty = self.model.type_of(expr);
        match () {
            () if ty.is_function() => format!("&({text})"),
            () if ty.is_pointer() => text.to_owned(),
            () => format!("({text}) + 0"),
        }
    }

    /// Gives captured values names. They are assigned to their lvalues after the access.
    fn name_captured(&mut self, atomic: &mut Atomic<'_, 'a>) {
        for captured in atomic.statement.parts.captured.clone() {
            let name = self.emit.name("c");
            atomic.first.push(format!("{};", atomic.object.value_named(&name)));
            atomic.captured.push((self.view.span(captured), name));
        }
    }

    /// Returns the assignments of captured values.
    fn captures_assigned(&mut self, atomic: &Atomic<'_, 'a>) -> Step<String> {
        let mut assignments = Vec::new();
        for (range, name) in &atomic.captured {
            assignments.push(format!(" {} = {name};", self.text(*range)?));
        }
        Ok(assignments.concat())
    }

    // ---- the statement ----

    /// Returns the statement with `object` in place of the atomic object.
    fn statement_on(&mut self, atomic: &Atomic<'_, 'a>, object: &str) -> Step<String> {
        let variables = atomic.statement.parts.variables.iter();
        let mut replaced: Vec<(TokenRange, String)> =
            variables.map(|variable| (self.view.span(*variable), object.to_owned())).collect();
        replaced.extend(atomic.values.iter().cloned());
        replaced.extend(atomic.captured.iter().cloned());
        self.text_with(atomic.source.range, replaced)
    }

    fn under_lock(&mut self, atomic: &Atomic<'_, 'a>) -> Step<String> {
        let Access::Locked { object } = &atomic.object.access else { return Ok(String::new()) };
        let statement = self.statement_on(atomic, object)?;
        let (pointer, assigned) = (&atomic.object.pointer, self.captures_assigned(atomic)?);
        let key = format!("(const void *){pointer}");
        Ok(format!("clacc_atomic_begin({key}); {statement} clacc_atomic_end({key});{assigned}"))
    }

    fn in_one_step(&mut self, atomic: &Atomic<'_, 'a>) -> Step<String> {
        match atomic.kind {
            AtomicKind::Read => self.read(atomic),
            AtomicKind::Write if atomic.statement.parts.variables.len() == 1 => self.written(atomic),
            AtomicKind::Update => match self.fetched(atomic) {
                Some(text) => Ok(text),
                None => self.repeated(atomic),
            },
            AtomicKind::Write | AtomicKind::Capture | AtomicKind::Compare | AtomicKind::CompareCapture => {
                self.repeated(atomic)
            }
        }
    }

    fn read(&mut self, atomic: &Atomic<'_, 'a>) -> Step<String> {
        let value = self.emit.name("r");
        let declared = atomic.object.value_named(&value);
        let loaded = self.load(atomic, atomic.order, &value);
        let statement = self.statement_on(atomic, &value)?;
        let assigned = self.captures_assigned(atomic)?;
        Ok(format!("{declared}; {loaded} {statement}{assigned}"))
    }

    fn written(&mut self, atomic: &Atomic<'_, 'a>) -> Step<String> {
        let value = self.emit.name("w");
        let declared = atomic.object.value_named(&value);
        let statement = self.statement_on(atomic, &value)?;
        let pointer = &atomic.object.pointer;
        let stored = if self.facts.has_atomic_functions {
            format!("__atomic_store({pointer}, &{value}, {});", atomic.order.of_store())
        } else {
            format!("clacc_atomic_store({pointer}, &{value}, sizeof {value});")
        };
        Ok(format!("{declared}; {statement} {stored}"))
    }

    fn load(&self, atomic: &Atomic<'_, 'a>, order: Order, into: &str) -> String {
        let pointer = &atomic.object.pointer;
        if self.facts.has_atomic_functions {
            format!("__atomic_load({pointer}, &{into}, {});", order.of_load())
        } else {
            format!("clacc_atomic_load({pointer}, &{into}, sizeof {into});")
        }
    }

    /// Executes the statement on a copy of the object, and repeats this until an exchange stores the copy in the unchanged object. Values
    /// are compared byte by byte, so that the loop also ends for values that are unequal to themselves.
    fn repeated(&mut self, atomic: &Atomic<'_, 'a>) -> Step<String> {
        let (old, new) = (self.emit.name("o"), self.emit.name("n"));
        let (old_declared, new_declared) = (atomic.object.value_named(&old), atomic.object.value_named(&new));
        // If the loaded value is out of date, the exchange fails and loads it again.
        let loaded = self.load(atomic, Order::Relaxed, &old);
        let statement = self.statement_on(atomic, &new)?;
        let (pointer, order) = (&atomic.object.pointer, atomic.order);
        let replaced = if self.facts.has_atomic_functions {
            let (success, failure) = (order.of_update(), order.of_load());
            format!("__atomic_compare_exchange({pointer}, &{old}, &{new}, 0, {success}, {failure})")
        } else {
            format!("clacc_atomic_replace({pointer}, &{old}, &{new}, sizeof {old})")
        };
        let assigned = self.captures_assigned(atomic)?;
        Ok(format!(
            "{old_declared}; {new_declared}; {loaded} do {{ {new} = {old}; {statement} }} while (!{replaced});{assigned}"
        ))
    }

    /// Refuses an object that cannot be accessed atomically.
    fn refuse_atomic(&mut self, at: At, why: &str) -> Refused {
        let range = self.view.span(at);
        self.emit.refuse(&codes::GEN0013, range, format!("no code is generated for atomic accesses to {why}"))
    }
}
