//! The environment variables of OpenACC (OpenACC 3.4 section 4).
//!
//! The [profiling interface](crate::profile) reads `ACC_PROFLIB`.

use crate::openacc::handle::DeviceType;

/// The settings in the user's environment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// `ACC_DEVICE_TYPE`.
    pub device_type: Option<DeviceType>,
    /// `ACC_DEVICE_NUM`.
    pub device_number: Option<i32>,
    /// true if `ACC_DEVICE_TYPE` selects the devices of this library that have a memory of their own, and target regions may
    /// run on devices (`OMP_TARGET_OFFLOAD`).
    pub is_discrete: bool,
}

/// The value of `ACC_DEVICE_TYPE` that selects the devices of this library.
const DISCRETE: &str = "discrete";

/// Returns whether a value of `OMP_TARGET_OFFLOAD` disables devices.
pub fn disables_offload(text: &str) -> bool {
    text.trim().eq_ignore_ascii_case("disabled")
}

/// The types of devices as `ACC2OMP_DEVICE_TYPES` names them, in the order of the devices. The last one stands for
/// all further devices. `None` if a name is not that of a type of offload devices.
pub fn named_types(text: &str) -> Option<Vec<DeviceType>> {
    let types = text.split(',').map(DeviceType::from_name);
    types.map(|kind| kind.filter(|kind| kind.is_of_devices())).collect()
}

/// The types of so many devices, as `ACC2OMP_DEVICE_TYPES` of the process names them. `None` if it does not.
pub fn types_of_process(count: i32) -> Option<Vec<DeviceType>> {
    let types = std::env::var("ACC2OMP_DEVICE_TYPES").ok().and_then(|text| named_types(&text))?;
    let rest = std::iter::repeat(*types.last()?);
    Some(types.iter().copied().chain(rest).zip(0..count).map(|(kind, _)| kind).collect())
}

/// A message for the user about a variable whose value is not valid.
pub type Misunderstood = String;

impl Settings {
    /// Reads the variables through `value_of`.
    pub fn read(value_of: impl Fn(&str) -> Option<String>) -> (Self, Vec<Misunderstood>) {
        let mut settings = Self::default();
        let mut misunderstood = Vec::new();
        let kind = value_of("ACC_DEVICE_TYPE");
        if kind.as_ref().is_some_and(|text| text.trim().eq_ignore_ascii_case(DISCRETE)) {
            settings.is_discrete =
                !value_of("OMP_TARGET_OFFLOAD").is_some_and(|text| disables_offload(&text));
            settings.device_type = settings.is_discrete.then_some(DeviceType::NotHost);
        } else if let Some(text) = kind {
            settings.device_type = DeviceType::from_name(&text).filter(|kind| *kind != DeviceType::None);
            if settings.device_type.is_none() {
                misunderstood.push(format!("ACC_DEVICE_TYPE: no device type is called '{text}'"));
            }
        }
        if let Some(text) = value_of("ACC_DEVICE_NUM") {
            settings.device_number = text.trim().parse().ok().filter(|number| *number >= 0);
            if settings.device_number.is_none() {
                misunderstood.push(format!("ACC_DEVICE_NUM: '{text}' is no device number"));
            }
        }
        if let Some(text) = value_of("ACC2OMP_DEVICE_TYPES").filter(|text| named_types(text).is_none()) {
            misunderstood.push(format!(
                "ACC2OMP_DEVICE_TYPES: '{text}' is no list of nvidia, radeon, x86_64, ppc64le, not_host"
            ));
        }
        (settings, misunderstood)
    }

    /// Reads the variables of the process.
    pub fn from_process() -> (Self, Vec<Misunderstood>) {
        Self::read(|name| std::env::var(name).ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables() {
        let case = |kind: Option<&str>, number: Option<&str>| {
            let (settings, complaints) = Settings::read(|name| {
                let value = match name {
                    "ACC_DEVICE_TYPE" => kind,
                    "ACC_DEVICE_NUM" => number,
                    _ => None,
                };
                value.map(str::to_owned)
            });
            (settings.device_type, settings.device_number, complaints.len())
        };
        assert_eq!(case(None, None), (None, None, 0));
        assert_eq!(case(Some("HOST"), Some("2")), (Some(DeviceType::Host), Some(2), 0));
        assert_eq!(case(Some("acc_device_nvidia"), Some(" 0 ")), (Some(DeviceType::Nvidia), Some(0), 0));
        assert_eq!(case(Some("gpu"), Some("-1")), (None, None, 2));
        assert_eq!(case(Some("none"), Some("")), (None, None, 2));
        assert_eq!(case(Some(" Discrete"), None), (Some(DeviceType::NotHost), None, 0));
    }

    #[test]
    fn no_device_is_discrete_where_offload_is_disabled() {
        for (offload, expected) in [(None, true), (Some("mandatory"), true), (Some(" Disabled"), false)] {
            let value = |name: &str| match name {
                "ACC_DEVICE_TYPE" => Some("discrete".to_owned()),
                "OMP_TARGET_OFFLOAD" => offload.map(str::to_owned),
                _ => None,
            };
            let (settings, complaints) = Settings::read(value);
            assert_eq!(
                (settings.is_discrete, settings.device_type.is_some()),
                (expected, expected),
                "{offload:?}"
            );
            assert!(complaints.is_empty(), "{complaints:?}");
        }
    }

    #[test]
    fn types_of_devices() {
        use DeviceType::{NotHost, Nvidia, Ppc64le, Radeon, X86_64};
        assert_eq!(named_types("x86_64,acc_device_ppc64le"), Some(vec![X86_64, Ppc64le]));
        assert_eq!(named_types("nvidia"), Some(vec![Nvidia]));
        assert_eq!(named_types(" Radeon, acc_device_nvidia ,not_host"), Some(vec![Radeon, Nvidia, NotHost]));
        for wrong in ["", "host", "nvidia,", "gpu"] {
            assert_eq!(named_types(wrong), None, "{wrong}");
            let (_, complaints) =
                Settings::read(|name| (name == "ACC2OMP_DEVICE_TYPES").then(|| wrong.to_owned()));
            assert_eq!(complaints.len(), 1, "{wrong}");
        }
    }
}
