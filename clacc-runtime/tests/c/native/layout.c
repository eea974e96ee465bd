/* Prints the sizes of the structs and the offsets of their fields. */
#include <clacc_abi.h>
#include <stdio.h>

#define SIZE(type) printf("%s %u\n", #type, (unsigned)sizeof(type))
#define FIELD(type, field) printf("%s.%s %u\n", #type, #field, (unsigned)offsetof(type, field))
#define VALUE(name) printf("%s %u\n", #name, (unsigned)name)

int main(void) {
  SIZE(clacc_thread);
  FIELD(clacc_thread, id), FIELD(clacc_thread, count), FIELD(clacc_thread, gang), FIELD(clacc_thread, gangs);
  FIELD(clacc_thread, level), FIELD(clacc_thread, reserved);
  SIZE(clacc_site);
  FIELD(clacc_site, size), FIELD(clacc_site, construct), FIELD(clacc_site, flags), FIELD(clacc_site, file);
  FIELD(clacc_site, function), FIELD(clacc_site, line), FIELD(clacc_site, end_line);
  FIELD(clacc_site, func_line), FIELD(clacc_site, func_end_line);
  SIZE(clacc_when);
  FIELD(clacc_when, device), FIELD(clacc_when, async), FIELD(clacc_when, go), FIELD(clacc_when, waits);
  FIELD(clacc_when, wait), FIELD(clacc_when, wait_device);
  SIZE(clacc_depend);
  FIELD(clacc_depend, address), FIELD(clacc_depend, kind), FIELD(clacc_depend, reserved);
  SIZE(clacc_task_info);
  FIELD(clacc_task_info, site), FIELD(clacc_task_info, body), FIELD(clacc_task_info, copy);
  FIELD(clacc_task_info, bytes), FIELD(clacc_task_info, align), FIELD(clacc_task_info, flags);
  FIELD(clacc_task_info, reserved);
  SIZE(clacc_task_reduction);
  FIELD(clacc_task_reduction, original), FIELD(clacc_task_reduction, bytes);
  FIELD(clacc_task_reduction, initialise), FIELD(clacc_task_reduction, combine);
  SIZE(clacc_item);
  FIELD(clacc_item, host), FIELD(clacc_item, bytes), FIELD(clacc_item, pointer), FIELD(clacc_item, name);
  FIELD(clacc_item, action), FIELD(clacc_item, reserved);
  SIZE(clacc_param);
  FIELD(clacc_param, offset), FIELD(clacc_param, kind), FIELD(clacc_param, bytes), FIELD(clacc_param, name);
  SIZE(clacc_global);
  FIELD(clacc_global, host), FIELD(clacc_global, bytes), FIELD(clacc_global, name);
  FIELD(clacc_global, flags), FIELD(clacc_global, reserved);
  VALUE(CLACC_ABI);
  VALUE(CLACC_SERIAL), VALUE(CLACC_NOWAIT), VALUE(CLACC_REDUCE_ALL), VALUE(CLACC_REDUCE_VALUES);
  VALUE(CLACC_BIND_PRIMARY), VALUE(CLACC_BIND_CLOSE), VALUE(CLACC_BIND_SPREAD);
  VALUE(CLACC_TEAMS_SHARE), VALUE(CLACC_PARTIAL_FIRST), VALUE(CLACC_PARTIAL_LAST);
  VALUE(CLACC_STATIC), VALUE(CLACC_DYNAMIC), VALUE(CLACC_GUIDED), VALUE(CLACC_AUTO), VALUE(CLACC_RUNTIME);
  VALUE(CLACC_ORDERED), VALUE(CLACC_TASK_UNDEFERRED), VALUE(CLACC_TASK_FINAL);
  VALUE(CLACC_SITE_OPENMP), VALUE(CLACC_SITE_TEAMS);
  VALUE(CLACC_CANCEL_PARALLEL), VALUE(CLACC_CANCEL_LOOP), VALUE(CLACC_CANCEL_SECTIONS);
  VALUE(CLACC_CANCEL_TASKGROUP), VALUE(CLACC_IN), VALUE(CLACC_INOUTSET);
  VALUE(CLACC_TO), VALUE(CLACC_FROM), VALUE(CLACC_ALWAYS), VALUE(CLACC_PRESENT), VALUE(CLACC_NO_ALLOC);
  VALUE(CLACC_HOLD), VALUE(CLACC_FINALIZE), VALUE(CLACC_OWN), VALUE(CLACC_IMPLICIT), VALUE(CLACC_VALUES);
  VALUE(CLACC_ADDRESS_OF), VALUE(CLACC_POINTER);
  return 0;
}
