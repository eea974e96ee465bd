//! Values of a policy file with their places, and the errors in them.

use std::ops::Range;

use clacc_syntax::misspelling::nearest;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::file_faults::{FileFault, LocatedFault, PolicyFileErrorKind};

pub(super) type Read<T> = Result<T, LocatedFault>;

/// A table with its keys in the order of the text.
#[derive(Debug)]
pub(super) struct TomlTable<'t> {
    offset: usize,
    values: Vec<TomlValue<'t>>,
}

/// A value with its key.
#[derive(Clone, Copy, Debug)]
pub(super) struct TomlValue<'t> {
    pub(super) key: &'t str,
    key_offset: usize,
    offset: usize,
    value: &'t DeValue<'t>,
}

impl<'t> TomlTable<'t> {
    pub(super) fn new(table: &'t DeTable<'t>, at: &Range<usize>) -> TomlTable<'t> {
        let value = |(key, value): (&'t Spanned<_>, &'t Spanned<DeValue<'t>>)| {
            let (key_offset, offset) = (key.span().start, value.span().start);
            let key: &std::borrow::Cow<'t, str> = key.get_ref();
            TomlValue { key, key_offset, offset, value: value.get_ref() }
        };
        let mut values: Vec<TomlValue<'t>> = table.iter().map(value).collect();
        values.sort_by_key(|value| value.key_offset);
        TomlTable { offset: at.start, values }
    }

    /// Returns the table if it has only these keys.
    pub(super) fn with_keys(self, known: &[&'static str]) -> Read<TomlTable<'t>> {
        match self.values.iter().find(|value| !known.contains(&value.key)) {
            Some(value) => Err(value.unknown_key("unknown key", known.iter().copied())),
            None => Ok(self),
        }
    }

    pub(super) fn values(&self) -> &[TomlValue<'t>] {
        &self.values
    }

    pub(super) fn get(&self, key: &str) -> Option<TomlValue<'t>> {
        self.values.iter().find(|value| value.key == key).copied()
    }

    pub(super) fn needed(&self, key: &str) -> Read<TomlValue<'t>> {
        self.get(key).ok_or_else(|| self.fault(PolicyFileErrorKind::Missing, format!("`{key}` is missing")))
    }

    /// Reads the value of a key, if the key is there.
    pub(super) fn read<T>(&self, key: &str, read: impl FnOnce(TomlValue<'t>) -> Read<T>) -> Read<Option<T>> {
        self.get(key).map(read).transpose()
    }

    /// Returns an error of the table as a whole.
    pub(super) fn fault(&self, kind: PolicyFileErrorKind, message: impl Into<String>) -> LocatedFault {
        FileFault::at(self.offset, kind, message)
    }
}

impl<'t> TomlValue<'t> {
    pub(super) fn fault(&self, kind: PolicyFileErrorKind, message: impl Into<String>) -> LocatedFault {
        FileFault::at(self.offset, kind, message)
    }

    /// Returns an error at the key.
    pub(super) fn key_fault(&self, kind: PolicyFileErrorKind, message: impl Into<String>) -> LocatedFault {
        FileFault::at(self.key_offset, kind, message)
    }

    pub(super) fn unknown_key(&self, what: &str, known: impl Iterator<Item = &'static str>) -> LocatedFault {
        let fault = self.key_fault(PolicyFileErrorKind::Unknown, format!("{what} `{}`", self.key));
        fault.with_nearest(nearest(self.key, known))
    }

    /// Returns the error for a value that its key does not take.
    pub(super) fn refused(&self, expected: &str) -> LocatedFault {
        let found = match (self.bool(), self.value.type_str()) {
            (Some(value), _) => format!("`{value}`"),
            (None, kind) if kind.starts_with(['a', 'i']) => format!("an {kind}"),
            (None, kind) => format!("a {kind}"),
        };
        self.fault(PolicyFileErrorKind::Value, format!("`{}` must be {expected}, not {found}", self.key))
    }

    pub(super) fn bool(&self) -> Option<bool> {
        self.value.as_bool()
    }

    pub(super) fn is_integer(&self) -> bool {
        self.value.is_integer()
    }

    pub(super) fn is_text(&self) -> bool {
        self.value.is_str()
    }

    pub(super) fn integer(&self) -> Read<i64> {
        let number = self.value.as_integer().ok_or_else(|| self.refused("an integer"))?;
        i64::from_str_radix(number.as_str(), number.radix()).map_err(|_| {
            let message = format!("`{}` is an integer of 64 bits", self.key);
            self.fault(PolicyFileErrorKind::Value, message)
        })
    }

    /// Returns the value as text of one line, which reports can print.
    pub(super) fn text(&self) -> Read<&'t str> {
        let text = self.value.as_str().ok_or_else(|| self.refused("a string"))?;
        if text.trim().is_empty() || text.chars().any(char::is_control) {
            let message = format!("`{}` is text in one line, which is not empty", self.key);
            return Err(self.fault(PolicyFileErrorKind::Value, message));
        }
        Ok(text)
    }

    /// Returns the meaning of a keyword.
    pub(super) fn word<T: Copy>(&self, what: &str, known: &[(&'static str, T)]) -> Read<T> {
        let word = self.value.as_str().ok_or_else(|| self.refused("a string"))?;
        let found = known.iter().find(|(text, _)| *text == word);
        found.map(|(_, meaning)| *meaning).ok_or_else(|| {
            let fault = self.fault(PolicyFileErrorKind::Unknown, format!("unknown {what} `{word}`"));
            fault.with_nearest(nearest(word, known.iter().map(|(text, _)| *text)))
        })
    }

    /// Returns the meanings of one keyword, or of each keyword of an array.
    pub(super) fn words<T: Copy>(&self, what: &str, known: &[(&'static str, T)]) -> Read<Vec<T>> {
        if self.is_text() {
            return Ok(vec![self.word(what, known)?]);
        }
        let items = self.items()?;
        items.iter().map(|item| item.word(what, known)).collect()
    }

    /// Returns the values of an array, which must not be empty.
    pub(super) fn items(&self) -> Read<Vec<TomlValue<'t>>> {
        let array = self.value.as_array().ok_or_else(|| self.refused("an array"))?;
        let item = |item: &'t Spanned<DeValue<'t>>| TomlValue {
            offset: item.span().start,
            value: item.get_ref(),
            ..*self
        };
        let items: Vec<TomlValue<'t>> = array.iter().map(item).collect();
        if items.is_empty() {
            let message = format!("`{}` is an array with at least one value", self.key);
            return Err(self.fault(PolicyFileErrorKind::Value, message));
        }
        Ok(items)
    }

    pub(super) fn table(&self) -> Read<TomlTable<'t>> {
        let table = self.value.as_table().ok_or_else(|| self.refused("a table"))?;
        Ok(TomlTable::new(table, &(self.offset..self.offset)))
    }
}
