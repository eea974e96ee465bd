//! Codes in serialised data: their ids. Only codes of this crate can be read again, since those of other tools are known to
//! these alone.

use serde::{Deserialize, Deserializer, Serializer, de::Error};

use crate::diagnostics::Code;
use crate::pages;

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
pub(crate) fn serialize<S: Serializer>(code: &&'static Code, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(code.id)
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<&'static Code, D::Error> {
    let id = String::deserialize(deserializer)?;
    known(&id)
}

fn known<E: Error>(id: &str) -> Result<&'static Code, E> {
    pages::codes().find(|code| code.id == id).ok_or_else(|| E::custom(format!("clacc has no code `{id}`")))
}

/// The ids themselves, which may be absent.
pub(crate) mod optional {
    use super::*;

    #[expect(clippy::ref_option_ref, reason = "serde calls it so")]
    pub(crate) fn serialize<S: Serializer>(id: &Option<&str>, serializer: S) -> Result<S::Ok, S::Error> {
        match id {
            Some(id) => serializer.serialize_some(id),
            None => serializer.serialize_none(),
        }
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<&'static str>, D::Error> {
        let id = Option::<String>::deserialize(deserializer)?;
        id.map(|id| known(&id).map(|code| code.id)).transpose()
    }
}
