//! Spells declarations and statements that a mapping adds, in C.

use clacc_sema::c::type_text::type_text;
use clacc_sema::c::types::{ArrayLength, QualType, Type};
use clacc_sema::omp::form::{
    Declare, DeclareFunction, Fresh, HiddenStruct, InitialValue, Item, Local, Operand, Routine, TypeLike,
};
use clacc_sema::program::View;
use clacc_sema::program::entity::Class;
use clacc_sema::program::place::{At, Bound, EntityId, Extent, Place, Step, Value};
use clacc_syntax::ast::Quals;

use super::{Speller, host};

impl Speller<'_, '_> {
    /// `(void)e;`, which evaluates an expression for its side effects.
    pub(super) fn evaluation(&mut self, value: At) -> String {
        let operand = (self.expr)(value);
        if host::is_postfix(self.view, value) {
            format!("(void){operand};")
        } else {
            format!("(void)({operand});")
        }
    }

    pub(super) fn declaration(&mut self, declare: &Declare) -> String {
        match (&declare.ty, &declare.init) {
            (TypeLike::ConstantOf(value), _) => self.constant(declare.local, *value),
            (TypeLike::Entity(entity), init) => {
                let declared =
                    self.like_entity(declare.local, *entity) + self.unused_attribute(declare.local);
                self.initialized(&declared, init.as_ref())
            }
            (TypeLike::ValueOf(entity), init) => {
                let declared = self.like_value(declare.local, *entity);
                self.initialized(&declared, init.as_ref())
            }
            (TypeLike::Decayed(entity), init) => {
                let declared = self.pointer_like(declare.local, *entity);
                self.initialized(&declared, init.as_ref())
            }
            (TypeLike::Flag, init) => {
                let name = self.local_name(declare.local);
                match init {
                    Some(InitialValue::IsAbsent(item)) => {
                        format!("const int {name} = {};", self.absence(item))
                    }
                    // A condition of the source may be a pointer, or an arithmetic value that is no `int`.
                    Some(InitialValue::Condition(condition @ Operand::Value(_))) => {
                        format!("const int {name} = ({}) != 0;", self.operand(*condition))
                    }
                    Some(InitialValue::Condition(condition)) => {
                        format!("const int {name} = {};", self.operand(*condition))
                    }
                    _ => format!("int {name};"),
                }
            }
            (TypeLike::Row, init) => self.pointer(declare.local, init.as_ref(), ""),
            (TypeLike::FirstOfRow, init) => self.pointer(declare.local, init.as_ref(), "[0]"),
            (TypeLike::LeftData, init) => match init {
                Some(InitialValue::Left { item, copy_out, waits }) => {
                    let how = i32::from(*copy_out) + 2 * i32::from(*waits);
                    self.left_data(declare.local, item, how)
                }
                _ => String::new(),
            },
            (TypeLike::ElementsUpTo(part), init) => {
                let name = self.local_name(declare.local);
                let array = self.local_array(&name, part) + self.unused_attribute(declare.local);
                match init {
                    Some(InitialValue::Elements(from)) => format!("{array}; {}", self.fill(&name, from)),
                    _ => format!("{array};"),
                }
            }
        }
    }

    /// Returns the attribute of a variable that hides another one. Such a variable may be set but never read, and a compiler would warn
    /// about a declaration that the user did not write.
    fn unused_attribute(&self, local: Local) -> &'static str {
        match local {
            Local::Hiding(_) if self.uses_hidden => " __attribute__((unused))",
            _ => "",
        }
    }

    /// Returns a declaration of a function with the type of another one. `__typeof__` avoids spelling the type, which clacc may be unable
    /// to spell.
    pub(super) fn function_declaration(&self, declare: &DeclareFunction) -> String {
        let is_static = if declare.is_static { "static " } else { "" };
        let is_inline = if declare.is_inline { "inline " } else { "" };
        let (name, like) = (self.view.text(declare.name), self.view.text(declare.like));
        format!("{is_static}{is_inline}__typeof__({like}) {name};")
    }

    /// Returns a declaration with its initializer, if it has one that is an expression.
    fn initialized(&mut self, declared: &str, init: Option<&InitialValue>) -> String {
        match init {
            Some(InitialValue::AddressOf(fresh) | InitialValue::Fresh(fresh)) => {
                format!("{declared} = {};", self.fresh(*fresh))
            }
            Some(InitialValue::Value(value)) => format!("{declared} = {};", (self.expr)(*value)),
            Some(InitialValue::ValueOf(entity)) => {
                format!("{declared} = {};", host::name(self.view, *entity))
            }
            Some(InitialValue::Allocated(part)) => {
                let (elements, pointer) = (self.elements(part), host::name(self.view, part.root));
                let count = if elements.contains(' ') { format!("({elements})") } else { elements };
                format!("{declared} = __builtin_malloc({count} * sizeof *{pointer});")
            }
            Some(InitialValue::Around { member, pointer }) => {
                let (name, address) = (host::name(self.view, member.root).to_owned(), self.fresh(*pointer));
                let path = self.steps(String::new(), &member.steps[1..]);
                let path = path.trim_start_matches('.');
                format!(
                    "{declared} = (void *)((char *){address} - __builtin_offsetof(__typeof__(*{name}), {path}));"
                )
            }
            Some(
                InitialValue::Elements(_)
                | InitialValue::IsAbsent(_)
                | InitialValue::Condition(_)
                | InitialValue::Left { .. }
                | InitialValue::Row { .. }
                | InitialValue::FirstOf(_)
                | InitialValue::AddressOfPlace(_),
            )
            | None => format!("{declared};"),
        }
    }

    /// Returns a declaration of a pointer with the type of its initializer.
    fn pointer(&mut self, local: Local, init: Option<&InitialValue>, first: &str) -> String {
        let name = self.local_name(local);
        match init {
            Some(InitialValue::Row { level, table }) => {
                let row = self.row(*level, table);
                // `(void)` avoids warnings about an unused variable where directives are ignored.
                let address = if first.is_empty() { "" } else { "&" };
                format!("__typeof__({address}{row}{first}) {name} = {row}; (void){name};")
            }
            Some(InitialValue::FirstOf(place)) => {
                let table = self.place(place);
                // `(void)` avoids warnings about a variable that only directives name.
                let is_only_mapped = matches!(local, Local::Fresh(Fresh::Target | Fresh::Struct(_)));
                let is_used = if is_only_mapped { format!(" (void){name};") } else { String::new() };
                format!("__typeof__(&{table}[0]) {name} = {table};{is_used}")
            }
            Some(InitialValue::AddressOfPlace(place)) => {
                let place = self.place(place);
                format!("__typeof__(&{place}) {name} = &{place}; (void){name};")
            }
            _ => String::new(),
        }
    }

    /// Returns the declaration of a struct's copy, the assignments to its members, and the declaration that hides the struct.
    pub(super) fn hidden_struct(&mut self, hidden: &HiddenStruct) -> String {
        let (name, copy) =
            (host::name(self.view, hidden.entity), self.fresh(Fresh::StructCopy(hidden.entity)));
        let is_pointer = self.view.entity(hidden.entity).class == Class::Pointer;
        let (object, value) = if is_pointer {
            (format!("*{name}"), format!("&{copy}"))
        } else {
            (name.to_owned(), copy.clone())
        };
        let ty = host::type_of(self.view, hidden.entity);
        let ty = ty.and_then(|ty| if is_pointer { ty.target() } else { Some(ty) });
        let declared = ty.and_then(|ty| declare(self.view, &ty.unqualified(), &copy));
        let declared = declared.unwrap_or_else(|| format!("__typeof__({object}) {copy}"));
        let assigned = hidden.members.iter().map(|(member, pointer)| {
            let fields = &member.steps[usize::from(is_pointer)..];
            format!("{} = {};", self.steps(copy.clone(), fields), self.fresh(*pointer))
        });
        let assigned: Vec<String> = assigned.collect();
        let hiding = self.like_entity(Local::Hiding(hidden.entity), hidden.entity);
        format!("{declared} = {object}; {} {hiding} = {value};", assigned.join(" "))
    }

    /// Returns the declaration of a variable whose address gcc and clang pass to a routine wherever control leaves its scope. Both have had
    /// the attribute for decades.
    fn left_data(&mut self, local: Local, item: &Item, how: i32) -> String {
        let (name, routine) = (self.local_name(local), Routine::LeaveData.text());
        let (first, bytes) = self.bytes(item);
        let cleanup = format!("__attribute__((cleanup({routine})))");
        format!("void *{name}[3] {cleanup} = {{(void *)&{first}, (void *)({bytes}), (void *){how}}};")
    }

    fn local_name(&self, local: Local) -> String {
        match local {
            Local::Hiding(entity) => host::name(self.view, entity).to_owned(),
            Local::Fresh(fresh) => self.fresh(fresh),
        }
    }

    /// `const T name = e;`, which evaluates an argument once.
    fn constant(&mut self, local: Local, value: At) -> String {
        let name = self.local_name(local);
        let ty = host::type_at(self.view, value);
        let value = (self.expr)(value);
        let declared = ty
            .and_then(|ty| declare(self.view, &unqualified(ty), &name))
            .unwrap_or_else(|| format!("__typeof__({value}) {name}"));
        format!("const {declared} = {value};")
    }

    /// Returns a declaration of an array that extends to the end of the given part of a pointee.
    fn local_array(&mut self, name: &str, part: &Place) -> String {
        let declarator = format!("{name}[{}]", self.elements(part));
        let element = host::type_of(self.view, part.root).and_then(QualType::target);
        element
            .filter(|element| !self.uses_hidden || !is_repeated_by_typeof(element))
            .and_then(|element| declare(self.view, &unqualified(element), &declarator))
            .unwrap_or_else(|| format!("__typeof__(*{}) {declarator}", host::name(self.view, part.root)))
    }

    /// Copies a part into an array at the same subscripts. Elements before the part are not copied, because
    /// they may not exist.
    fn fill(&mut self, copy: &str, part: &Place) -> String {
        let (lower, length) = first_range(part);
        let pointer = host::name(self.view, part.root);
        match (lower.filter(|lower| !self.is_zero(*lower)), length) {
            (Some(lower), Some(length)) => {
                let (lower, length) = (self.term(lower), self.term(length));
                let (to, from) = (format!("{copy} + {lower}"), format!("{pointer} + {lower}"));
                format!("__builtin_memcpy({to}, {from}, {length} * sizeof *{copy});")
            }
            _ => format!("__builtin_memcpy({copy}, {pointer}, sizeof {copy});"),
        }
    }

    /// Returns the number of elements up to the end of the first range of a part.
    fn elements(&mut self, part: &Place) -> String {
        match first_range(part) {
            (Some(lower), Some(length)) if !self.is_zero(lower) => {
                format!("{} + {}", self.term(lower), self.term(length))
            }
            (_, length) => length.map_or_else(String::new, |length| self.value(length)),
        }
    }

    pub(super) fn is_zero(&self, value: Value) -> bool {
        match value {
            Value::Constant(number) => number.get() == 0,
            Value::Node(at) => self.view.constant(at) == Some(0),
        }
    }

    /// Returns a value as an operand of an arithmetic operator.
    pub(super) fn term(&mut self, operand: Value) -> String {
        let text = self.value(operand);
        match operand {
            Value::Node(at) if !host::is_postfix(self.view, at) => format!("({text})"),
            _ => text,
        }
    }

    /// Returns a declaration, without an initializer, of a variable for the value of an entity. `__typeof__` of a comma expression has no
    /// qualifiers.
    fn like_value(&self, local: Local, entity: EntityId) -> String {
        let name = self.local_name(local);
        let ty = host::type_of(self.view, entity).map(QualType::unqualified);
        ty.and_then(|ty| declare(self.view, &ty, &name))
            .unwrap_or_else(|| format!("__typeof__((0, {})) {name}", host::name(self.view, entity)))
    }

    /// Returns a declaration, without an initializer, of a pointer with the value of an entity. For an array that is the address of its
    /// first element, as in `&*a`.
    fn pointer_like(&self, local: Local, entity: EntityId) -> String {
        let name = self.local_name(local);
        let ty = host::type_of(self.view, entity).map(|ty| match &*ty.ty {
            Type::Array { element, .. } => QualType::derived(Type::Pointer(element.clone())),
            _ => ty.unqualified(),
        });
        ty.and_then(|ty| declare(self.view, &ty, &name))
            .unwrap_or_else(|| format!("__typeof__(&*{}) {name}", host::name(self.view, entity)))
    }

    /// Returns a declaration, without an initializer, of a variable with the type of an entity, which it may hide. If clacc cannot spell
    /// the type, `__typeof__` takes it from the entity, which is still in scope there (C17 6.2.1p7).
    fn like_entity(&self, local: Local, entity: EntityId) -> String {
        let (name, like) = (self.local_name(local), host::name(self.view, entity));
        if self.uses_hidden && host::type_of(self.view, entity).is_some_and(is_repeated_by_typeof) {
            return format!("__typeof__({like}) {name}");
        }
        let typedef = host::typedef_of(self.view, entity).map(|ty| format!("{ty} {name}"));
        typedef
            .or_else(|| declare(self.view, &unqualified(host::type_of(self.view, entity)?), &name))
            .unwrap_or_else(|| format!("__typeof__({like}) {name}"))
    }
}

/// Returns the lower bound and the length of a part's first range.
fn first_range(part: &Place) -> (Option<Value>, Option<Value>) {
    let ranges = part.steps.iter().find_map(|step| match step {
        Step::Range { start, extent, .. } => Some((*start, *extent)),
        _ => None,
    });
    let Some((start, extent)) = ranges else { return (None, None) };
    let start = match start {
        Bound::At(value) => Some(value),
        Bound::Default => None,
    };
    let length = match extent {
        Extent::Length(value) => Some(value),
        Extent::All | Extent::Upto(_) => None,
    };
    (start, length)
}

/// Returns the type without `const` and `restrict`, because the copy is assigned to.
fn unqualified(ty: &QualType) -> QualType {
    let mut quals = Quals::default();
    for kept in [Quals::VOLATILE, Quals::ATOMIC] {
        if ty.quals.contains(kept) {
            quals = quals.with(kept);
        }
    }
    QualType { ty: ty.ty.clone(), quals }
}

/// Returns whether `__typeof__` yields the same type without evaluating anything. gcc removes the qualifiers of an atomic type.
fn is_repeated_by_typeof(ty: &QualType) -> bool {
    unqualified(ty) == *ty && !ty.quals.contains(Quals::ATOMIC) && !ty.is_variable_length()
}

/// Returns a declaration of an object, without `;`; none if clacc cannot spell the type, or if it is not an object type.
fn declare(view: View<'_>, ty: &QualType, name: &str) -> Option<String> {
    match &*ty.ty {
        Type::Function { .. } | Type::Array { length: ArrayLength::Unknown, .. } => None,
        _ => type_text(&view.program.names, ty, name),
    }
}
