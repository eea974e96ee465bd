//! The list items of data clauses as constants of type `clacc_item`.

use std::fmt::Write;

use clacc_sema::omp::data_environment::{Determined, EnvironmentAttribute};
use clacc_sema::omp::form::{Argument, Clause, Fresh, Item, MapFlags, MapKind, Operand, Origin};
use clacc_sema::program::entity::Class;
use clacc_sema::program::place::{Bound, EntityId, Extent, Place, Step as PlaceStep, Value, Via};
use clacc_syntax::directive::{OmpClause, OmpDirective};
use clacc_syntax::token::TokenRange;

use crate::constructs::clauses::is_behind_pointer;
use crate::constructs::lowering::Lowering;
use crate::emit::Step;
use crate::piece::text_literal;
use crate::plan::constituents::Part;
use crate::scope::Row;

/// The bits of `action` for an item of which a region has a copy of its own, with the values of the host.
const OWN_COPY: &str = "CLACC_TO | CLACC_OWN";

/// A list item, as expressions of the encountering function.
pub(super) struct ItemText {
    /// The address of the first byte.
    first: String,
    bytes: String,
    /// The address of the pointer through which the item is named, or `0`.
    pointer: String,
    /// The bits of `action`.
    pub(super) action: String,
    /// The item as the program writes it.
    name: String,
}

/// The list items of a call: the statement that declares them, and the arguments for their number and address.
pub(super) struct Items {
    pub(super) declared: String,
    pub(super) arguments: String,
}

/// A section of a row of a table.
struct RowPart<'p> {
    start: Operand,
    length: Operand,
    steps: &'p [PlaceStep],
}

/// The part of a section that has been spelled so far.
struct Spelled {
    /// The first element.
    first: String,
    /// The last element.
    last: String,
    /// The names of the variables that hold the numbers of elements of its dimensions.
    lengths: Vec<String>,
    /// The pointer that was dereferenced last.
    pointer: Option<String>,
    /// true if the next step selects from the pointee.
    is_behind: bool,
    name: String,
}

impl Spelled {
    fn append(&mut self, first: &str, last: &str, name: &str) {
        self.first = format!("({}){first}", self.first);
        self.last = format!("({}){last}", self.last);
        self.name.push_str(name);
        self.is_behind = false;
    }

    /// Dereferences the pointer before a member.
    fn enter_pointee(&mut self) {
        self.first = format!("*({})", self.first);
        self.last = format!("*({})", self.last);
        self.is_behind = false;
    }

    fn item(mut self, action: String) -> ItemText {
        if self.is_behind {
            self.enter_pointee();
        }
        let Spelled { first, last, lengths, pointer, name, .. } = self;
        let bytes = if lengths.is_empty() {
            format!("sizeof ({first})")
        } else {
            let is_empty: Vec<String> = lengths.iter().map(|length| format!("{length} == 0")).collect();
            let all = format!("(size_t)((const char *)(&({last}) + 1) - (const char *)&({first}))");
            format!("({}) ? 0 : {all}", is_empty.join(" || "))
        };
        let pointer = pointer.map_or_else(|| "0".to_owned(), |pointer| format!("(void **)&({pointer})"));
        ItemText { first: format!("(void *)&({first})"), bytes, pointer, action, name }
    }
}

impl<'a> Lowering<'a> {
    /// Returns the list items of the data clauses of a construct, in source order.
    pub(super) fn items_of(&mut self, clauses: &[&'a Clause], is_exit: bool) -> Step<Vec<ItemText>> {
        let mut all = Vec::new();
        for clause in clauses {
            let is_implied = matches!(clause.origin, Origin::Attribute(..));
            for item in clause.items() {
                let mut action = match clause.argument.unmodified() {
                    Argument::Map { kind, flags, .. } => {
                        actions_of_map(self.kind_for(*kind, item.place()), *flags, is_exit)
                    }
                    Argument::Motion { to_device, present, .. } => actions_of_motion(*to_device, *present),
                    _ => continue,
                };
                if is_implied {
                    action.push_str(" | CLACC_IMPLICIT");
                }
                all.push(self.item(clause, item, &action)?);
            }
        }
        Ok(all)
    }

    /// Returns the sections behind pointers that are firstprivate, of which the region has copies of its own. In a combined directive, the clause may
    /// be one of `teams`.
    pub(super) fn own_sections(&mut self, part: &Part<'a>) -> Step<Vec<ItemText>> {
        let mut own = Vec::new();
        for clause in part.directive.clauses.iter().filter(|clause| clause.kind() == OmpClause::Firstprivate)
        {
            for item in clause.items().iter().filter(|item| is_behind_pointer(item)) {
                own.push(self.item(clause, item, OWN_COPY)?);
            }
        }
        Ok(own)
    }

    /// Returns how an item is mapped. Constants are not copied to the host, where their memory may be one that nobody can write.
    fn kind_for(&self, kind: MapKind, place: Option<&Place>) -> MapKind {
        let is_constant = place
            .filter(|place| !place.leads_through_pointer())
            .is_some_and(|place| self.view.entity(place.root).is_const);
        match kind {
            MapKind::Tofrom if is_constant => MapKind::To,
            MapKind::From if is_constant => MapKind::Alloc,
            other => other,
        }
    }

    /// Returns the variables that a `target` region maps although no clause names them, and those of which it has copies in device memory.
    pub(super) fn implied_items(&mut self, part: &Part<'a>) -> Vec<ItemText> {
        let mut implied = Vec::new();
        for each in self.environments.variables(part.directive, OmpDirective::Target) {
            let mapping = each.mapping().filter(|known| !is_mapped_by_item(part, known));
            if let Some(EnvironmentAttribute::Map { kind, flags }) = mapping.map(|known| known.attribute) {
                let kind = self.kind_for(kind, Some(&Place::whole(each.entity)));
                let action = actions_of_map(kind, flags, false);
                implied.push((each.entity, format!("{action} | CLACC_IMPLICIT")));
            } else if self.is_copied_to_device(each) {
                implied.push((each.entity, OWN_COPY.to_owned()));
            }
        }
        implied.into_iter().map(|(entity, action)| self.variable_item(entity, &action)).collect()
    }

    fn variable_item(&mut self, entity: EntityId, action: &str) -> ItemText {
        let action = self.with_values(action, &Place::whole(entity));
        self.begin(entity).item(action)
    }

    fn begin(&mut self, root: EntityId) -> Spelled {
        let spelled = self.spelled(root);
        Spelled {
            first: spelled.clone(),
            last: spelled,
            lengths: Vec::new(),
            pointer: None,
            is_behind: false,
            name: self.entity_text(root).to_owned(),
        }
    }

    /// Returns the address of the first byte of an item, and the number of its bytes.
    pub(super) fn bytes_of(&mut self, item: &Item) -> Step<(String, String)> {
        let Item::Place { place, .. } = item else { return Err(self.refuse_rows()) };
        let ItemText { first, bytes, .. } = self.place_item(place, "0")?;
        Ok((first, format!("({bytes})")))
    }

    fn item(&mut self, clause: &Clause, item: &Item, action: &str) -> Step<ItemText> {
        match item {
            Item::Place { place, .. } => self.place_item(place, action),
            Item::PartBehind { pointer: Fresh::Row(level), start, length, steps } => {
                let Some(row) = self.scope.rows.get(*level as usize).cloned() else {
                    return Err(self.refuse_clause(clause));
                };
                let part = RowPart { start: *start, length: *length, steps };
                self.row_item(self.row_name(*level), row, &part, action)
            }
            Item::InRow(section) => {
                let (text, row) = (self.table_element(0, &section.table)?, self.row(&section.table)?);
                let part = RowPart { start: section.start, length: section.length, steps: &section.steps };
                self.row_item(text, row, &part, action)
            }
            Item::Lvalue(at) => {
                let range = self.view.span(*at);
                let text = self.text(range)?;
                Ok(ItemText {
                    first: format!("(void *)&({text})"),
                    bytes: format!("sizeof ({text})"),
                    pointer: "0".to_owned(),
                    action: action.to_owned(),
                    name: self.source_text(range),
                })
            }
            _ => Err(self.refuse_clause(clause)),
        }
    }

    /// Returns the text of a place without sections.
    pub(super) fn place_text(&mut self, place: &Place) -> Step<String> {
        let mut spelled = self.begin(place.root);
        self.steps(&mut spelled, &place.steps)?;
        if spelled.is_behind && !place.steps.last().is_some_and(PlaceStep::is_dereference) {
            spelled.enter_pointee();
        }
        Ok(spelled.first)
    }

    /// Returns what messages call a place.
    pub(super) fn name_of(&mut self, place: &Place) -> Step<String> {
        let mut spelled = self.begin(place.root);
        self.steps(&mut spelled, &place.steps)?;
        Ok(spelled.name)
    }

    /// Returns a section of the row to which a pointer points.
    fn row_item(
        &mut self,
        text: String,
        Row { name, pointer }: Row,
        section: &RowPart<'_>,
        action: &str,
    ) -> Step<ItemText> {
        let first = [PlaceStep::Deref(Via::Pointer), PlaceStep::Index(Value::constant(0))];
        let element = pointer.then(first.into_iter().chain(section.steps.iter().copied()));
        let action = self.with_values(action, &element);
        let mut spelled = Spelled {
            first: text.clone(),
            last: text.clone(),
            lengths: Vec::new(),
            pointer: Some(text),
            is_behind: false,
            name,
        };
        let (start, length) = (self.known_operand(section.start)?, self.known_operand(section.length)?);
        let (start, length) = (self.kept_number(&start, "i"), self.kept_number(&length, "n"));
        spelled.append(&format!("[{start}]"), &format!("[{start} + {length} - 1]"), "[]");
        spelled.lengths.push(length);
        self.steps(&mut spelled, section.steps)?;
        Ok(spelled.item(action))
    }

    pub(super) fn place_item(&mut self, place: &Place, action: &str) -> Step<ItemText> {
        let mut spelled = self.begin(place.root);
        self.steps(&mut spelled, &place.steps)?;
        let action = self.with_values(action, place);
        Ok(spelled.item(if is_member(place) { action + " | CLACC_MEMBER" } else { action }))
    }

    /// Returns the bits of `action` for a place, with the one that says that it holds numbers and pointers alone.
    fn with_values(&self, action: &str, place: &Place) -> String {
        if self.holds_values(place) { format!("{action} | CLACC_VALUES") } else { action.to_owned() }
    }

    /// Returns whether a place holds numbers and pointers alone, so that each read of it is one of a value.
    pub(super) fn holds_values(&self, place: &Place) -> bool {
        let mut element = place.clone();
        while self.view.class_of(&element) == Class::Array {
            element = element.then([PlaceStep::Index(Value::constant(0))]);
        }
        self.view.class_of(&element).is_scalar()
    }

    fn steps(&mut self, spelled: &mut Spelled, steps: &[PlaceStep]) -> Step {
        for step in steps {
            match step {
                PlaceStep::Deref(_) => {
                    // A table of pointers has a row for each of its elements, which are items of their own.
                    if !spelled.lengths.is_empty() {
                        return Err(self.refuse_rows());
                    }
                    if spelled.is_behind {
                        spelled.enter_pointee();
                    }
                    spelled.pointer = Some(spelled.first.clone());
                    spelled.is_behind = true;
                }
                PlaceStep::Field(name) => member(spelled, self.view.text(*name)),
                PlaceStep::Index(index) => self.index(spelled, *index)?,
                PlaceStep::Range { start, extent, stride: None } => {
                    self.range(spelled, (*start, *extent))?;
                }
                PlaceStep::Range { .. } => return Err(self.refuse_rows()),
            }
        }
        Ok(())
    }

    fn index(&mut self, spelled: &mut Spelled, index: Value) -> Step {
        let (text, name) = self.evaluated_value(index, "i")?;
        let text = format!("[{text}]");
        spelled.append(&text, &text, &format!("[{name}]"));
        Ok(())
    }

    /// Appends the elements of a dimension.
    fn range(&mut self, spelled: &mut Spelled, (start, extent): (Bound, Extent)) -> Step {
        if let Extent::Length(length) = extent
            && self.view.number(length) == Some(1)
        {
            let index = match start {
                Bound::Default => Value::constant(0),
                Bound::At(value) => value,
            };
            return self.index(spelled, index);
        }
        let (start, start_name) = match start {
            Bound::Default => ("0".to_owned(), String::new()),
            Bound::At(value) => self.evaluated_value(value, "i")?,
        };
        let (length, length_name) = match extent {
            Extent::Length(value) => self.evaluated_value(value, "n")?,
            Extent::All => {
                let first = &spelled.first;
                let all = format!("sizeof ({first}) / sizeof (({first})[0]) - (size_t)({start})");
                (self.kept_number(&all, "n"), String::new())
            }
            Extent::Upto(_) => return Err(self.refuse_rows()),
        };
        let last = format!("[{start} + {length} - 1]");
        // The clause names the pointer alone.
        let is_pointee = matches!(extent, Extent::Length(length) if self.view.number(length) == Some(0));
        let name = if is_pointee { String::new() } else { format!("[{start_name}:{length_name}]") };
        spelled.append(&format!("[{start}]"), &last, &name);
        spelled.lengths.push(length);
        Ok(())
    }

    /// Evaluates a value once. Returns the text of the result, and the value as the program writes it.
    fn evaluated_value(&mut self, value: Value, purpose: &str) -> Step<(String, String)> {
        let name = match value {
            Value::Constant(number) => return Ok((number.to_string(), number.to_string())),
            Value::Node(at) => self.source_text(self.view.span(at)),
        };
        let text = self.value_text(value)?;
        Ok((self.kept_number(&text, purpose), name))
    }

    fn kept_number(&mut self, text: &str, purpose: &str) -> String {
        let name = self.emit.name(purpose);
        self.emit.line(&format!("const ptrdiff_t {name} = (ptrdiff_t)({text});"));
        name
    }

    /// Declares the list items of a call.
    pub(super) fn declared_items(&mut self, items: &[ItemText]) -> Items {
        if items.is_empty() {
            return Items { declared: String::new(), arguments: "0, 0".to_owned() };
        }
        let list = self.emit.name("m");
        let mut declared = format!("const clacc_item {list}[] = {{ ");
        for ItemText { first, bytes, pointer, action, name } in items {
            let name = text_literal(name);
            let _ = write!(declared, "{{ {first}, {bytes}, {pointer}, {name}, {action}, 0 }}, ");
        }
        declared.push_str("}; ");
        Items { declared, arguments: format!("{}, {list}", items.len()) }
    }

    /// Returns tokens as the program writes them, in one line.
    pub(super) fn source_text(&self, range: TokenRange) -> String {
        let words: Vec<&str> = (range.start..range.end).map(|at| self.tokens.text(at)).collect();
        words.concat()
    }
}

/// Returns whether a `map` clause gives an attribute. Other clauses, `reduction` and `defaultmap`, map variables too.
fn is_mapped_by_item(part: &Part<'_>, known: &Determined) -> bool {
    let clause = known.reason.clause.and_then(|item| part.directive.clauses.get(item.clause as usize));
    clause.is_some_and(|clause| matches!(clause.argument.unmodified(), Argument::Map { .. }))
}

/// Appends a member of a struct, or of the struct that a pointer points to.
fn member(spelled: &mut Spelled, name: &str) {
    let operator = if spelled.is_behind { "->" } else { "." };
    let text = format!("{operator}{name}");
    spelled.append(&text, &text, &text);
}

/// Returns the bits of `action` for a `map` clause.
fn actions_of_map(kind: MapKind, flags: MapFlags, is_exit: bool) -> String {
    let mut bits = match kind {
        MapKind::To => vec!["CLACC_TO"],
        MapKind::From => vec!["CLACC_FROM"],
        MapKind::Tofrom => vec!["CLACC_TO", "CLACC_FROM"],
        MapKind::Alloc | MapKind::Release => Vec::new(),
        MapKind::Delete => vec!["CLACC_FINALIZE"],
        _ => Vec::new(),
    };
    let words = [
        (MapFlags::PRESENT, "CLACC_PRESENT"),
        (MapFlags::NO_ALLOC, "CLACC_NO_ALLOC"),
        (MapFlags::HOLD, "CLACC_HOLD"),
        (MapFlags::ALWAYS, "CLACC_ALWAYS"),
    ];
    let is_said = |(flag, word): &(MapFlags, &'static str)| {
        flags.contains(*flag) && !(is_exit && *word == "CLACC_NO_ALLOC")
    };
    bits.extend(words.iter().filter(|each| is_said(each)).map(|(_, word)| *word));
    if bits.is_empty() { "0".to_owned() } else { bits.join(" | ") }
}

/// Returns the bits of `action` for `to` and `from`.
fn actions_of_motion(to_device: bool, is_present: bool) -> String {
    let direction = if to_device { "CLACC_TO" } else { "CLACC_FROM" };
    if is_present { format!("{direction} | CLACC_PRESENT") } else { direction.to_owned() }
}

/// Returns whether a place is inside a struct, and not behind a pointer in it.
fn is_member(place: &Place) -> bool {
    place.steps_to_block().1.iter().any(|step| matches!(step, PlaceStep::Field(_)))
}
