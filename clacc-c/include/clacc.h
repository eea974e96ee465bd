/* The library of clacc for programs in C: it checks texts with OpenACC and OpenMP directives, and translates OpenACC to OpenMP.
   Functions may be called from several threads at once. No text makes a call crash. */
#ifndef CLACC_H
#define CLACC_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes that a call has made. A NUL, which `length` does not count, follows them. */
struct clacc_text {
    char *data;
    size_t length;
};

/* How a text is compiled and translated. All members may be zero. Lists end with a null pointer. */
struct clacc_options {
    /* Macros, as behind -D: "N=8". */
    const char *const *defines;
    /* Directories in which headers are looked for, on the disk. */
    const char *const *include_dirs;
    /* The name of the dialect of OpenMP, such as "llvm"; a null pointer for the default. */
    const char *dialect;
    /* The name of the mapping policy, such as "clacc"; a null pointer for the default. */
    const char *policy;
};

enum clacc_status {
    /* There is no error among the findings. */
    CLACC_DONE = 0,
    /* There is an error among the findings. */
    CLACC_ERRORS = 1,
    /* The call could not be answered: an argument is wrong. `text` says why. */
    CLACC_REFUSED = 2
};

struct clacc_answer {
    enum clacc_status status;
    /* Of clacc_translate the translation, of clacc_check nothing; of a refused call the reason. */
    struct clacc_text text;
    /* All findings, one JSON object a line. */
    struct clacc_text findings;
};

/* Checks the main file of a program. `path` names it in findings, and quoted headers are looked for beside it; `text` holds its `length`
   bytes. `options` may be a null pointer. The answer is to be given to clacc_free. */
struct clacc_answer clacc_check(const char *path, const char *text, size_t length, const struct clacc_options *options);

/* Translates OpenACC to OpenMP in the text, which otherwise stays what it is. A construct without an OpenMP form stays, with a finding.
   The arguments are those of clacc_check. */
struct clacc_answer clacc_translate(const char *path, const char *text, size_t length,
                                    const struct clacc_options *options);

/* Frees what an answer holds, and sets it to zero. A null pointer, and an answer that was freed, are allowed. */
void clacc_free(struct clacc_answer *answer);

#ifdef __cplusplus
}
#endif

#endif
