//! The GPUs that a request compiles for.

use super::super::nvc::Devices;
use super::super::request::{DriverWord, Request};
use super::cards;

/// An architecture of a GPU.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Architecture {
    /// `sm_90`. None for the default of the compiler.
    Nvidia(Option<String>),
    /// `gfx90a`. None for the default of the compiler.
    Amd(Option<String>),
}

/// Returns the architectures that the options of a request name. Devices of other makers are left to the compiler.
pub(super) fn of(request: &Request) -> Vec<Architecture> {
    let named = of_options(request);
    match &request.devices {
        _ if !named.is_empty() => named,
        Devices::Gpu(capability) => {
            vec![Architecture::Nvidia(capability.as_ref().map(|number| format!("sm_{number}")))]
        }
        Devices::Host | Devices::Unstated => Vec::new(),
    }
}

/// Names the compute capability of the first card of this machine where options of nvc ask for a GPU without one: clang would compile for
/// an old one, and the program would run on the host.
pub(super) fn name_card(request: &mut Request) {
    if request.devices != Devices::Gpu(None) || !of_options(request).is_empty() {
        return;
    }
    let card = cards::nvidia().into_iter().next();
    let capability = card.and_then(|card| Some(card.architecture.strip_prefix("sm_")?.to_owned()));
    request.devices = Devices::Gpu(capability);
}

fn of_options(request: &Request) -> Vec<Architecture> {
    request.words.iter().filter_map(DriverWord::flag).flat_map(named_by).collect()
}

/// Returns the architectures that an option of clang names.
fn named_by(word: &str) -> Vec<Architecture> {
    let values = |prefix| word.strip_prefix(prefix).into_iter().flat_map(|values: &str| values.split(','));
    let architectures = values("--offload-arch=").filter_map(|name| {
        // Features follow a colon: `gfx90a:xnack+`.
        let name = name.split(':').next().unwrap_or_default().to_owned();
        match name.get(..3)? {
            "sm_" => Some(Architecture::Nvidia(Some(name))),
            "gfx" => Some(Architecture::Amd(Some(name))),
            "nat" => {
                cards::nvidia().into_iter().next().map(|card| Architecture::Nvidia(Some(card.architecture)))
            }
            _ => None,
        }
    });
    let targets = values("-fopenmp-targets=").filter_map(|triple| match triple.split('-').next()? {
        "nvptx64" => Some(Architecture::Nvidia(None)),
        "amdgcn" => Some(Architecture::Amd(None)),
        _ => None,
    });
    architectures.chain(targets).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_name_architectures() {
        let nvidia = |name: &str| Architecture::Nvidia(Some(name.to_owned()));
        let amd = |name: &str| Architecture::Amd(Some(name.to_owned()));
        for (word, expected) in [
            ("--offload-arch=sm_90", vec![nvidia("sm_90")]),
            ("--offload-arch=sm_80,gfx90a:xnack+", vec![nvidia("sm_80"), amd("gfx90a")]),
            ("-fopenmp-targets=nvptx64-nvidia-cuda", vec![Architecture::Nvidia(None)]),
            ("-fopenmp-targets=amdgcn-amd-amdhsa,x86_64-pc-linux-gnu", vec![Architecture::Amd(None)]),
            ("-fopenmp-targets=x86_64-pc-linux-gnu", vec![]),
            ("-O2", vec![]),
        ] {
            assert_eq!(named_by(word), expected, "{word}");
        }
    }
}
