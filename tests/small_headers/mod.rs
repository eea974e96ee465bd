//! What tests without system headers read in their places.

use clacc::files::MemoryFiles;

/// Small headers in the place of those of the system, so that texts can be without errors.
pub(crate) fn headers() -> MemoryFiles {
    const NAMES: [&str; 12] = [
        "assert.h",
        "ctype.h",
        "limits.h",
        "math.h",
        "omp.h",
        "openacc.h",
        "stdarg.h",
        "stdio.h",
        "stdlib.h",
        "string.h",
        "sys/time.h",
        "time.h",
    ];
    let add = |files: MemoryFiles, name: &str| {
        let text = if name == "stdlib.h" { DECLARATIONS } else { "#include <stdlib.h>\n" };
        files.with(format!("/usr/include/{name}"), text)
    };
    let own = MemoryFiles::new().with("acc_testsuite.h", "#include <stdlib.h>\n#define SEED 1\n");
    NAMES.into_iter().fold(own, add)
}

const DECLARATIONS: &str = "#pragma once\n\
    typedef unsigned long size_t;\ntypedef struct FILE FILE;\n\
    typedef enum acc_device_t { acc_device_none, acc_device_default, acc_device_host } acc_device_t;\n\
    #define NULL ((void *)0)\n#define INT_MAX 2147483647\n#define assert(e) ((void)(e))\n\
    extern FILE *stdout, *stderr;\n\
    int printf(const char *, ...);\nint fprintf(FILE *, const char *, ...);\nint puts(const char *);\n\
    void *malloc(size_t);\nvoid *calloc(size_t, size_t);\nvoid free(void *);\nvoid exit(int);\nint rand(void);\n\
    void srand(unsigned);\nint abs(int);\ndouble fabs(double);\ndouble sqrt(double);\ndouble pow(double, double);\n\
    double exp(double);\ndouble sin(double);\nint memcmp(const void *, const void *, size_t);\n\
    void *memcpy(void *, const void *, size_t);\nvoid *memset(void *, int, size_t);\n";
