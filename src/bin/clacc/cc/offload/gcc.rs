//! What gcc needs for NVIDIA devices, and the options for that.

use std::path::{Path, PathBuf};

use super::super::nvc::Devices;
use super::super::request::{DriverWord, Request};
use super::cuda;
use crate::paths;

/// gcc's name for NVIDIA devices.
const NVPTX: &str = "nvptx-none";

/// Returns whether gcc calls NVIDIA devices by this name.
pub(in crate::cc) fn is_nvptx(device: &str) -> bool {
    device == NVPTX
}

/// Returns the folder of gcc's compiler for a device that `is_meant`, from what gcc says with `-v`.
pub(in crate::cc) fn accelerator_folder(said: &str, is_meant: impl Fn(&str) -> bool) -> Option<PathBuf> {
    let listed = |name: &str| {
        let mut lines = said.lines();
        lines.find_map(|line| line.strip_prefix(name)).unwrap_or_default().split(':')
    };
    listed("COMPILER_PATH=").find_map(|folder| {
        let devices = listed("OFFLOAD_TARGET_NAMES=").filter(|device| !device.is_empty() && is_meant(device));
        let mut folders = devices.map(|device| paths::of(folder).join("accel").join(device));
        folders.find(|folder| folder.join("mkoffload").is_file())
    })
}

/// The architectures for which gcc 12 and newer generate code.
const ARCHITECTURES: [u32; 6] = [30, 35, 53, 70, 75, 80];

/// Returns the options for the code of NVIDIA devices, without those that the user names: an architecture that the card has and that the
/// ptxas on PATH knows, with which gcc checks its code.
pub(in crate::cc) fn flags(request: &Request) -> Vec<String> {
    let is_named = |word: &str| {
        word.starts_with("-foffload") && ["-misa=", "-march="].iter().any(|option| word.contains(option))
    };
    if request.words.iter().filter_map(DriverWord::flag).any(is_named) {
        return Vec::new();
    }
    let wanted = match &request.devices {
        Devices::Gpu(Some(capability)) => capability.parse().ok(),
        _ => None,
    };
    let architecture = wanted.map_or_else(least_architecture, closest_architecture);
    architecture.map(|number| option(&format!("-misa=sm_{number}"))).into_iter().collect()
}

/// Returns the options for linking: gcc passes `-lm` to the linker of the host only. `folder` is that of its compiler for the device.
/// An OpenACC program without constructs needs libgomp for its calls, and the linker would leave it out.
pub(in crate::cc) fn link_flags(folder: &Path) -> Vec<String> {
    let libraries = ["m", "atomic"].into_iter().filter(|name| folder.join(format!("lib{name}.a")).is_file());
    let device = libraries.map(|name| option(&format!("-l{name}")));
    device.chain(["-Wl,--push-state,--no-as-needed,-lgomp,--pop-state".to_owned()]).collect()
}

fn option(value: &str) -> String {
    format!("-foffload-options={NVPTX}={value}")
}

/// Returns the newest architecture that a card of this compute capability has.
fn closest_architecture(capability: u32) -> Option<u32> {
    ARCHITECTURES.into_iter().rfind(|number| *number <= capability)
}

/// Returns the oldest architecture that the ptxas on PATH knows, if it no longer knows gcc's default.
fn least_architecture() -> Option<u32> {
    match cuda::release_on_path()?.major {
        ..12 => None,
        12 => Some(53),
        _ => Some(75),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn architectures_are_those_of_the_card() {
        for (capability, expected) in
            [(90, Some(80)), (80, Some(80)), (86, Some(80)), (60, Some(53)), (20, None)]
        {
            assert_eq!(closest_architecture(capability), expected, "{capability}");
        }
    }
}
