//! Spells the elements of items in code that a mapping adds: their address, their size, the rows of a table.

use clacc_sema::omp::form::{Item, Operand, Routine, RowTable, Rows, TableBase};
use clacc_sema::program::place::{Bound, Extent, Step, Value};

use super::{Speller, host};

impl Speller<'_, '_> {
    /// Returns `for (...) {` over the rows of a table.
    pub(super) fn rows_head(&mut self, rows: &Rows) -> String {
        let (index, count) = (self.index(rows.level), self.operand_term(rows.table.length));
        format!("for (long long {index} = 0; {index} < {count}; ++{index}) {{")
    }

    /// Returns the table element for the current iteration of a level's loop.
    pub(super) fn row(&mut self, level: u32, table: &RowTable) -> String {
        let index = self.index(level);
        let base = match &table.base {
            TableBase::Place(place) => self.place(place),
            TableBase::Fresh(fresh) => self.fresh(*fresh),
        };
        match table.start {
            Operand::Value(start) if self.is_zero(start) => format!("{base}[{index}]"),
            start => format!("{base}[{} + {index}]", self.operand_term(start)),
        }
    }

    fn operand_term(&mut self, operand: Operand) -> String {
        match operand {
            Operand::Value(Value::Node(at)) if !host::is_sum(self.view, at) => {
                format!("({})", self.operand(operand))
            }
            operand => self.operand(operand),
        }
    }

    fn index(&self, level: u32) -> String {
        if self.dialect.is_short() {
            return self.plain_name("row");
        }
        self.free_name(&format!("__clacc_index_{}", level + 1))
    }

    /// Returns an expression that is 1 if an item is not on the device.
    pub(super) fn absence(&mut self, item: &Item) -> String {
        let (first, bytes) = self.bytes(item);
        format!("!{}((void *)&{first}, {bytes})", Routine::IsPresent.text())
    }

    /// A loop that sets the bytes of an item to zero.
    pub(super) fn zero_bytes(&mut self, item: &Item) -> String {
        let (first, bytes) = self.bytes(item);
        let index = self.index(0);
        let each = format!("for (unsigned long long {index} = 0; {index} < {bytes}; ++{index})");
        format!("{each} ((char *)&{first})[{index}] = 0;")
    }

    /// Returns the first element of an item, and the number of its bytes.
    pub(super) fn bytes(&mut self, item: &Item) -> (String, String) {
        let (base, steps) = self.base(item);
        let mut taken: Vec<Step> = Vec::with_capacity(steps.len());
        let mut counts = String::new();
        for step in steps {
            let Step::Range { start, extent, .. } = step else {
                taken.push(step);
                continue;
            };
            let text = self.steps(base.clone(), &taken);
            counts.push_str(" * ");
            counts.push_str(&self.length(&text, start, extent));
            taken.push(Step::Index(first(start)));
        }
        let text = self.steps(base, &taken);
        let bytes = format!("sizeof({text}){counts}");
        (text, bytes)
    }

    /// The number of elements in a range of `of`, as an operand of an arithmetic operator.
    fn length(&mut self, of: &str, start: Bound, extent: Extent) -> String {
        match extent {
            Extent::Length(length) => self.term(length),
            Extent::Upto(last) => format!("({})", self.length_upto(last, start)),
            Extent::All => {
                let all = format!("sizeof({of}) / sizeof({of}[0])");
                match start {
                    Bound::At(start) if !self.is_zero(start) => format!("({all} - {})", self.term(start)),
                    _ => format!("({all})"),
                }
            }
        }
    }

    /// Returns the name at the start of an item, and the steps after it.
    fn base(&mut self, item: &Item) -> (String, Vec<Step>) {
        match item {
            Item::Place { place, .. } => (host::name(self.view, place.root).to_owned(), place.steps.to_vec()),
            Item::PartBehind { pointer, steps, .. } => (self.fresh(*pointer), steps.to_vec()),
            Item::InRow(section) => (self.row(0, &section.table), section.steps.to_vec()),
            Item::Through { pointer, steps } => (self.fresh(*pointer), steps.to_vec()),
            Item::Fresh(fresh) => (self.fresh(*fresh), Vec::new()),
            Item::Queue(_) | Item::Lvalue(_) => (String::new(), Vec::new()),
        }
    }
}

fn first(start: Bound) -> Value {
    match start {
        Bound::At(start) => start,
        Bound::Default => Value::constant(0),
    }
}
