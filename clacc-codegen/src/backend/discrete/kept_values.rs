//! Values that the start of a region keeps for its end.

use clacc_sema::omp::form::{Fresh, InitialValue};

use crate::constructs::lowering::Lowering;
use crate::emit::Step;

impl Lowering<'_> {
    /// Returns the name of a variable that a form declares and whose value operands use.
    pub(crate) fn kept_variable(&self, fresh: Fresh) -> Option<String> {
        match fresh {
            Fresh::Kept(number) => Some(format!("{}kept{number}", self.emit.prefix)),
            Fresh::Absence(entity) => {
                Some(format!("{}absent_{}", self.emit.prefix, self.entity_text(entity)))
            }
            _ => None,
        }
    }

    /// Emits the declaration of such a variable.
    pub(crate) fn declared_value(&mut self, name: &str, init: Option<&InitialValue>) -> Step {
        let text = match init {
            Some(InitialValue::Value(at)) => {
                let text = self.text(self.view.span(*at))?;
                format!("const __typeof__({text}) {name} = {text};")
            }
            Some(InitialValue::FirstOf(place)) => {
                let text = self.place_text(place)?;
                format!("__typeof__(&({text})[0]) {name} = {text};")
            }
            Some(InitialValue::Condition(operand)) => {
                format!("const int {name} = {} ? 1 : 0;", self.known_operand(*operand)?)
            }
            Some(InitialValue::IsAbsent(item)) => {
                let (first, bytes) = self.bytes_of(item)?;
                format!(
                    "int {name}; {{ extern int clacc_is_present(void *, size_t) __asm__(\"acc_is_present\"); {name} = !clacc_is_present({first}, {bytes}); }}"
                )
            }
            _ => return Err(self.refuse_rows()),
        };
        self.emit.line(&text);
        Ok(())
    }
}
