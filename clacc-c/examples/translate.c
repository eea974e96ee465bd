/* Prints the translation of a file, and its findings to stderr. */
#include <stdio.h>
#include <stdlib.h>

#include "clacc.h"

int main(int argc, char **argv) {
    if (argc < 2) {
        fprintf(stderr, "which file?\n");
        return 2;
    }
    FILE *file = fopen(argv[1], "rb");
    if (!file || fseek(file, 0, SEEK_END)) {
        perror(argv[1]);
        return 2;
    }
    long length = ftell(file);
    char *text = length < 0 ? NULL : malloc((size_t)length + 1);
    rewind(file);
    if (!text || fread(text, 1, (size_t)length, file) != (size_t)length) {
        perror(argv[1]);
        return 2;
    }
    fclose(file);
    const struct clacc_options options = {.dialect = argc > 2 ? argv[2] : NULL};
    struct clacc_answer answer = clacc_translate(argv[1], text, (size_t)length, &options);
    fwrite(answer.findings.data, 1, answer.findings.length, stderr);
    fwrite(answer.text.data, 1, answer.text.length, answer.status == CLACC_REFUSED ? stderr : stdout);
    const int status = answer.status;
    clacc_free(&answer);
    free(text);
    return status;
}
