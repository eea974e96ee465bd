//! Tables of pointers: each row is an item of its own, in a loop over the rows.

use clacc_sema::omp::form::{CallArgument, Fresh, Item, Operand, RoutineCall, RowTable, Rows, TableBase};
use clacc_sema::program::place::{Step as PlaceStep, Value, Via};

use crate::constructs::lowering::Lowering;
use crate::emit::{Refused, Step};
use crate::plan::Node;
use crate::scope::Row;

impl<'a> Lowering<'a> {
    /// Emits a loop over the pointers of a table.
    pub(crate) fn rows(&mut self, rows: &'a Rows, inside: &[Node<'a>]) -> Step {
        let index = self.row_index(rows.level);
        let Some(length) = self.operand_text(rows.table.length)? else { return Err(self.refuse_rows()) };
        let element = self.table_element(rows.level, &rows.table)?;
        let row = self.row_name(rows.level);
        self.emit.line(&format!(
            "{{ ptrdiff_t {index}; for ({index} = 0; {index} < (ptrdiff_t){length}; ++{index}) {{ __typeof__(&({element})[0]) {row} = {element}; (void){row};"
        ));
        let current = self.row(&rows.table)?;
        self.scope.rows.push(current);
        // The first part declares the row.
        let done = self.nodes(inside.get(1..).unwrap_or_default());
        self.scope.rows.pop();
        done?;
        self.emit.line("} }");
        Ok(())
    }

    /// Returns the name and the type that all rows of a table have.
    pub(super) fn row(&mut self, table: &RowTable) -> Step<Row> {
        let first = PlaceStep::Index(Value::constant(0));
        let (name, pointer) = match &table.base {
            TableBase::Place(place) => (self.name_of(place)?, place.then([first])),
            TableBase::Fresh(Fresh::Row(level)) => {
                let outer = self.scope.rows.get(*level as usize).cloned();
                let Row { name, pointer } = outer.ok_or(()).map_err(|()| self.refuse_rows())?;
                (name, pointer.then([PlaceStep::Deref(Via::Pointer), first]))
            }
            TableBase::Fresh(_) => return Err(self.refuse_rows()),
        };
        Ok(Row { name: format!("{name}[]"), pointer })
    }

    fn row_index(&self, level: u32) -> String {
        format!("{}index{level}", self.emit.prefix)
    }

    /// Returns the name of the variable that holds the current pointer of a loop over a table.
    pub(super) fn row_name(&self, level: u32) -> String {
        format!("{}row{level}", self.emit.prefix)
    }

    /// Returns the element of a table that the loop of a level has reached.
    pub(super) fn table_element(&mut self, level: u32, table: &RowTable) -> Step<String> {
        let Some(start) = self.operand_text(table.start)? else { return Err(self.refuse_rows()) };
        let base = match &table.base {
            TableBase::Place(place) => self.place_text(place)?,
            TableBase::Fresh(Fresh::Row(outer)) => self.row_name(*outer),
            TableBase::Fresh(_) => return Err(self.refuse_rows()),
        };
        Ok(format!("({base})[{start} + {}]", self.row_index(level)))
    }

    /// Emits a call of a routine that attaches or detaches a pointer.
    pub(crate) fn attachment(&mut self, call: &RoutineCall) -> Step {
        let (mut parameters, mut arguments) = (Vec::new(), Vec::new());
        for argument in &call.arguments {
            let (parameter, text) = match argument {
                CallArgument::Value(value) => ("int", self.value_text(*value)?),
                CallArgument::RowAddress { level, table } => {
                    ("void **", format!("(void **)&({})", self.table_element(*level, table)?))
                }
                CallArgument::PointerAddress(Item::Place { place, .. }) => {
                    ("void **", format!("(void **)&({})", self.place_text(place)?))
                }
                CallArgument::Element { pointer: Fresh::Row(level), index } => {
                    let row = self.row_name(*level);
                    ("void *", format!("&({row})[{}]", self.known_operand(*index)?))
                }
                _ => return Err(self.refuse_rows()),
            };
            parameters.push(parameter);
            arguments.push(text);
        }
        let (routine, parameters) = (call.routine.text(), parameters.join(", "));
        self.emit.line(&format!(
            "{{ extern void clacc_{routine}({parameters}) __asm__(\"{routine}\"); clacc_{routine}({}); }}",
            arguments.join(", ")
        ));
        Ok(())
    }

    pub(super) fn known_operand(&mut self, operand: Operand) -> Step<String> {
        self.operand_text(operand)?.ok_or(()).map_err(|()| self.refuse_rows())
    }

    pub(super) fn refuse_rows(&mut self) -> Refused {
        self.emit.refuse_here(&crate::codes::GEN0006, "no code is generated for what this directive becomes")
    }
}
