//! The headers that belong to a compiler rather than to a C library. Their text is part of this crate, so
//! that no compiler needs to be installed.

/// The name of the directory that holds the built-in headers. File providers serve it with [`builtin_file`].
pub const BUILTIN_DIRECTORY: &str = "<builtin>";

const HEADERS: &[(&str, &str)] = &[
    ("accelmath.h", include_str!("headers/accelmath.h")),
    ("float.h", include_str!("headers/float.h")),
    ("iso646.h", include_str!("headers/iso646.h")),
    ("limits.h", include_str!("headers/limits.h")),
    ("omp.h", include_str!("headers/omp.h")),
    ("openacc.h", include_str!("headers/openacc.h")),
    ("stdalign.h", include_str!("headers/stdalign.h")),
    ("stdarg.h", include_str!("headers/stdarg.h")),
    ("stdatomic.h", include_str!("headers/stdatomic.h")),
    ("stdbool.h", include_str!("headers/stdbool.h")),
    ("stddef.h", include_str!("headers/stddef.h")),
    ("stdint.h", include_str!("headers/stdint.h")),
    ("stdnoreturn.h", include_str!("headers/stdnoreturn.h")),
];

/// Returns the text of the built-in header with this name, such as `stddef.h`.
pub fn builtin_header(name: &str) -> Option<&'static str> {
    HEADERS.iter().find(|(header, _)| *header == name).map(|(_, text)| *text)
}

/// Returns whether a path is in the directory of the built-in headers. No file system has files there.
pub fn is_builtin_path(path: &str) -> bool {
    path.strip_prefix(BUILTIN_DIRECTORY).is_some_and(|rest| rest.starts_with('/'))
}

/// Returns the text of the built-in header at this path, such as `<builtin>/stddef.h`.
pub fn builtin_file(path: &str) -> Option<&'static str> {
    builtin_header(path.strip_prefix(BUILTIN_DIRECTORY)?.strip_prefix('/')?)
}
