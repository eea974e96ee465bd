//! The options of nvc, and what they are in the words of gcc and clang.

/// What the program is to run on.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) enum Devices {
    /// What the compiler was configured for, and what the user passes to it.
    #[default]
    Unstated,
    /// The host alone.
    Host,
    /// NVIDIA devices, of a compute capability such as `80`.
    Gpu(Option<String>),
}

impl Devices {
    /// What two options say together: the last one counts, but `-acc=gpu` does not take back the capability that
    /// `-gpu=cc80` named.
    pub(super) fn with(self, later: Devices) -> Devices {
        match (self, later) {
            (Devices::Gpu(known), Devices::Gpu(None)) => Devices::Gpu(known),
            (_, later) => later,
        }
    }
}

/// What an option of nvc means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Meaning {
    Openacc,
    Openmp,
    /// The remarks of the compiler about directives.
    Remarks,
    Devices(Devices),
    /// An option of gcc and clang.
    Passed(&'static str),
    /// There is no counterpart.
    LeftOut,
}

/// Returns what an option of nvc means. None if it is not one, or the same in gcc and clang.
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

/// Options of nvc have two letters that no option of gcc begins with: `-Mvect`, `-Kieee`.
fn is_own(name: &str) -> bool {
    let mut letters = name.chars().skip(1);
    matches!(letters.next(), Some('M' | 'K')) && letters.next().is_some_and(|next| next.is_ascii_lowercase())
}

/// What the values of `-acc=`, `-ta=` and `-gpu=` say about devices. The values that are about memory, debugging or the
/// compiler's own work say nothing.
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
