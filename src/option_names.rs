//! Options that are serialised by name: policies, dialects, guards.

use serde::{Deserialize, Deserializer, Serializer, de, ser};

use crate::Dialect;
use crate::policy::Policy;
use crate::translate::Guard;

/// Built-in policies. Custom policies are code and cannot be serialised.
pub(crate) mod policy {
    use super::*;

    pub(crate) fn serialize<S: Serializer>(policy: &Policy, serializer: S) -> Result<S::Ok, S::Error> {
        match Policy::by_name(policy.name()).filter(|built_in| built_in.is(policy)) {
            Some(built_in) => serializer.serialize_str(built_in.name()),
            None => Err(ser::Error::custom(format!("policy `{}` is not built in", policy.name()))),
        }
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Policy, D::Error> {
        let id = String::deserialize(deserializer)?;
        Policy::by_name(&id).ok_or_else(|| de::Error::custom(format!("there is no policy `{id}`")))
    }
}

/// Dialects with a name.
pub(crate) mod dialect {
    use super::*;

    pub(crate) fn serialize<S: Serializer>(dialect: &Dialect, serializer: S) -> Result<S::Ok, S::Error> {
        match Dialect::by_name(&dialect.name()).filter(|known| known == dialect) {
            Some(known) => serializer.serialize_str(&known.name()),
            None => Err(ser::Error::custom(format!("dialect `{}` is not built in", dialect.name()))),
        }
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Dialect, D::Error> {
        let name = String::deserialize(deserializer)?;
        Dialect::by_name(&name).ok_or_else(|| de::Error::custom(format!("there is no dialect `{name}`")))
    }
}

/// The name of the guard macro.
pub(crate) mod guard {
    use super::*;

    pub(crate) fn serialize<S: Serializer>(guard: &Guard, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(guard.name())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Guard, D::Error> {
        let name = String::deserialize(deserializer)?;
        Guard::new(&name).ok_or_else(|| de::Error::custom(format!("`{name}` is no name of a macro")))
    }
}
