//! The options of gcc, clang and nvc about devices.

/// Returns whether an option makes the host a device: clang's plugin then uses separate memory, but host addresses stay valid on the
/// device.
pub(super) fn is_in_process(word: &str) -> bool {
    word.starts_with("-fopenmp-targets=") && word.ends_with("linux-gnu")
}

/// Returns whether the user's options name the devices that the program is compiled for.
pub(super) fn names_devices(words: &[String]) -> bool {
    let prefixes =
        ["-acc=gpu", "-acc=nvidia", "-ta=", "-gpu=cc", "-fopenmp-targets", "--offload-arch", "-foffload="];
    let is_host = |word: &str| ["multicore", "host", "disable"].iter().any(|host| word.ends_with(host));
    words.iter().any(|word| prefixes.iter().any(|prefix| word.starts_with(prefix)) && !is_host(word))
}

/// Returns whether the user's options name the architecture of a GPU.
pub(super) fn names_gpu(words: &[String]) -> bool {
    words.iter().any(|word| word.starts_with("--offload-arch") || word.starts_with("-gpu=cc"))
}

/// Beginnings of options of gcc and clang about devices and their tools, which concern no other variant.
const ABOUT_DEVICES: [&str; 8] = [
    "-fopenmp-targets",
    "--offload",
    "-foffload",
    "-Xopenmp-target",
    "--cuda-path",
    "--libomptarget",
    "-nogpulib",
    "--rocm",
];

/// Returns whether each word is about devices alone: an option of gcc or clang, or the value of one.
pub(super) fn are_about_devices(words: &[String]) -> Vec<bool> {
    let is_option = |word: &String| ABOUT_DEVICES.iter().any(|prefix| word.starts_with(prefix));
    let is_value = |at: usize| at > 0 && words[at - 1].starts_with("-Xopenmp-target");
    words.iter().enumerate().map(|(at, word)| is_option(word) || is_value(at)).collect()
}
