//! Integers in JSON. Many readers take numbers for doubles and would silently round large ones, so these are written as strings of digits
//! (RFC 7493, section 2.2).

/// A number as JSON.
pub(crate) fn number(number: i128) -> String {
    exact(number).map_or_else(|| format!("\"{number}\""), |number| number.to_string())
}

/// Returns the number, if every reader can represent it exactly: up to 2^53 - 1.
fn exact(number: i128) -> Option<i64> {
    i64::try_from(number).ok().filter(|number| number.unsigned_abs() < 1 << 53)
}

/// The same encoding for a field, with feature `serde`.
#[cfg(feature = "serde")]
pub(crate) mod field {
    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    #[serde(untagged)]
    enum JsonNumber {
        Number(i64),
        Digits(String),
    }

    #[expect(clippy::ref_option, reason = "serde gives the field as it is")]
    pub(crate) fn serialize<S: Serializer>(number: &Option<i128>, serializer: S) -> Result<S::Ok, S::Error> {
        let written = |number: i128| {
            super::exact(number).map_or_else(|| JsonNumber::Digits(number.to_string()), JsonNumber::Number)
        };
        number.map(written).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<i128>, D::Error> {
        match Option::<JsonNumber>::deserialize(deserializer)? {
            None => Ok(None),
            Some(JsonNumber::Number(number)) => Ok(Some(number.into())),
            Some(JsonNumber::Digits(digits)) => digits.parse().map(Some).map_err(D::Error::custom),
        }
    }
}
