// expect: line 23 names acc_copyin cause attach
#include <openacc.h>
#include <stdio.h>
#include <string.h>

struct document {
  char *text;
  size_t length;
};

static void to_device(struct document *doc) {
  acc_copyin(doc, sizeof *doc);
  acc_copyin(doc->text, doc->length);
}

int main(void) {
  char words[] = "data that a device reads";
  struct document doc = {words, strlen(words)};
  int blanks = 0;
  to_device(&doc);
#pragma acc parallel loop present(doc) reduction(+ : blanks)
  for (int i = 0; i < 24; ++i)
    blanks += doc.text[i] == ' ';
  if (blanks != 4) return 1;
  puts("ok");
  return 0;
}
