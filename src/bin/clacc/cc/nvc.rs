//! The options of nvc and their counterparts in gcc and clang.

/// The devices that the program is to run on.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) enum Devices {
    /// Not specified: depends on the compiler's configuration and on the options that are passed to it.
    #[default]
    Unstated,
    /// Only the host.
    Host,
    /// NVIDIA devices, with their compute capability, such as `80`, if it is named.
    Gpu(Option<String>),
}

impl Devices {
    /// Combines two options. The later one has precedence, but `-acc=gpu` keeps the capability that `-gpu=cc80` named.
    pub(super) fn with(self, later: Devices) -> Devices {
        match (self, later) {
            (Devices::Gpu(known), Devices::Gpu(None)) => Devices::Gpu(known),
            (_, later) => later,
        }
    }
}

/// The meaning of an option of nvc.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Meaning {
    Openacc,
    Openmp,
    /// Print remarks about directives.
    Remarks,
    Devices(Devices),
    /// The counterpart in gcc and clang.
    Passed(&'static str),
    /// No counterpart.
    LeftOut,
}

/// Returns the meanings of an option of nvc. None if it is no option of nvc, or has the same meaning in gcc and clang.
pub(super) fn meaning(word: &str) -> Option<Vec<Meaning>> {
    let (name, values) = word.split_once('=').unwrap_or((word, ""));
    let found = match name {
        "-acc" => [Meaning::Openacc].into_iter().chain(devices(values)).collect(),
        "-ta" => [Meaning::Openacc].into_iter().chain(devices(values)).collect(),
        "-gpu" => devices(values).collect(),
        "-mp" => [Meaning::Openmp].into_iter().chain(devices(values)).collect(),
        "-Minfo" => vec![Meaning::Remarks],
        "-fast" | "-fastsse" => vec![Meaning::Passed("-O3")],
        "-tp" if matches!(values, "host" | "native") => vec![Meaning::Passed("-march=native")],
        "-c99" => vec![Meaning::Passed("-std=c99")],
        "-c11" => vec![Meaning::Passed("-std=c11")],
        "-c17" | "-c18" => vec![Meaning::Passed("-std=c17")],
        "-Mnoopenmp" => Vec::new(),
        "-tp" | "-cuda" | "-cudalib" | "-stdpar" => vec![Meaning::LeftOut],
        _ if is_own(name) => vec![Meaning::LeftOut],
        _ => return None,
    };
    Some(found)
}

/// Returns whether an option exists only in nvc. Such options begin with two letters that no option of gcc begins with: `-Mvect`, `-Kieee`.
fn is_own(name: &str) -> bool {
    let mut letters = name.chars().skip(1);
    matches!(letters.next(), Some('M' | 'K')) && letters.next().is_some_and(|next| next.is_ascii_lowercase())
}

/// Returns the devices that the values of `-acc=`, `-ta=` and `-gpu=` name. Values about memory, debugging or the compiler's internals name
/// none.
fn devices(values: &str) -> impl Iterator<Item = Meaning> {
    let values = values.split([',', ':']).filter_map(|value| match value {
        "host" | "multicore" => Some(Devices::Host),
        "gpu" | "nvidia" | "tesla" => Some(Devices::Gpu(None)),
        _ => {
            let number = value.strip_prefix("cc")?.trim_start_matches('_').replace('.', "");
            let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then_some(Devices::Gpu(Some(number)))
        }
    });
    values.reduce(Devices::with).map(Meaning::Devices).into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_have_counterparts() {
        let gpu = |number: &str| Meaning::Devices(Devices::Gpu(Some(number.to_owned())));
        let any_gpu = Meaning::Devices(Devices::Gpu(None));
        let host = Meaning::Devices(Devices::Host);
        for (word, expected) in [
            ("-acc", vec![Meaning::Openacc]),
            ("-acc=multicore", vec![Meaning::Openacc, host.clone()]),
            ("-acc=gpu", vec![Meaning::Openacc, any_gpu.clone()]),
            ("-ta=tesla:cc70,managed", vec![Meaning::Openacc, gpu("70")]),
            ("-ta=multicore", vec![Meaning::Openacc, host]),
            ("-gpu=cc80", vec![gpu("80")]),
            ("-gpu=managed", vec![]),
            ("-mp=gpu", vec![Meaning::Openmp, any_gpu]),
            ("-Minfo=accel", vec![Meaning::Remarks]),
            ("-fast", vec![Meaning::Passed("-O3")]),
            ("-Mnovect", vec![Meaning::LeftOut]),
            ("-Kieee", vec![Meaning::LeftOut]),
        ] {
            assert_eq!(meaning(word), Some(expected), "{word}");
        }
        for word in ["-MD", "-MP", "-MMD", "-O2", "-march=native", "-std=c99"] {
            assert_eq!(meaning(word), None, "{word}");
        }
    }

    #[test]
    fn a_capability_stays() {
        let named = Devices::Gpu(Some("80".to_owned()));
        assert_eq!(named.clone().with(Devices::Gpu(None)), named);
        assert_eq!(named.with(Devices::Host), Devices::Host);
    }
}
