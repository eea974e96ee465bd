//! Codes in serialised data: a code of this crate is written as its id, a code of another tool with its texts.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use crate::diagnostics::{Code, Severity};
use crate::pages;

/// A code in its serialised form.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum WrittenCode {
    Registered(String),
    Own(OwnCode),
}

#[derive(Serialize, Deserialize)]
struct OwnCode {
    id: String,
    severity: Severity,
    title: String,
    #[serde(default)]
    explanation: String,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
pub(crate) fn serialize<S: Serializer>(code: &&'static Code, serializer: S) -> Result<S::Ok, S::Error> {
    let own = || OwnCode {
        id: code.id.to_owned(),
        severity: code.severity,
        title: code.title().to_owned(),
        explanation: code.explanation().to_owned(),
    };
    let written =
        if code.is_own() { WrittenCode::Own(own()) } else { WrittenCode::Registered(code.id.to_owned()) };
    written.serialize(serializer)
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<&'static Code, D::Error> {
    match WrittenCode::deserialize(deserializer)? {
        WrittenCode::Registered(id) => known(&id),
        WrittenCode::Own(code) => read_own(&code).map_err(D::Error::custom),
    }
}

fn known<E: Error>(id: &str) -> Result<&'static Code, E> {
    pages::codes().find(|code| code.id == id).ok_or_else(|| E::custom(format!("clacc has no code `{id}`")))
}

/// The greatest number of codes of other tools that are read. They are never freed, so their number must be bounded.
const MOST_OWN_CODES: usize = 4096;
/// The greatest length, in bytes, of all texts of such a code together.
const LONGEST_TEXT: usize = 1 << 16;

/// Returns the code of another tool with these texts: the one that was read before, or a new one.
fn read_own(code: &OwnCode) -> Result<&'static Code, String> {
    static READ: Mutex<Vec<&'static Code>> = Mutex::new(Vec::new());
    if !Code::is_id_of_another_tool(&code.id) {
        return Err(format!("`{}` is no id of another tool", code.id));
    }
    // The entries are valid even if another thread panicked.
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    let is_same = |known: &&&'static Code| {
        (known.id, known.severity, known.title(), known.explanation())
            == (&*code.id, code.severity, &*code.title, &*code.explanation)
    };
    if let Some(known) = read.iter().find(is_same) {
        return Ok(known);
    }
    let length = code.id.len() + code.title.len() + code.explanation.len();
    if read.len() >= MOST_OWN_CODES || length > LONGEST_TEXT {
        return Err(format!("there are too many codes of other tools to read `{}`", code.id));
    }
    let keep = |text: &str| -> &'static str { Box::leak(text.to_owned().into_boxed_str()) };
    let own = Code::own(keep(&code.id), code.severity, keep(&code.title));
    let own = own.ok_or_else(|| format!("`{}` is no id of another tool", code.id))?;
    let own: &'static Code = Box::leak(Box::new(own.explained(keep(&code.explanation))));
    read.push(own);
    Ok(own)
}

/// Serialises an id that may be absent.
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

/// Serialises a map whose keys are the ids of codes.
pub(crate) mod keyed {
    use super::*;

    pub(crate) fn serialize<S: Serializer, T: Serialize>(
        codes: &BTreeMap<&'static str, T>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_map(codes)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
        deserializer: D,
    ) -> Result<BTreeMap<&'static str, T>, D::Error> {
        let codes = BTreeMap::<String, T>::deserialize(deserializer)?;
        codes.into_iter().map(|(id, said)| Ok((known(&id)?.id, said))).collect()
    }
}
