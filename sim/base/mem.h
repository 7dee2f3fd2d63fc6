// mem.h -- memory that is there or ends the program.
//
// Every size was bounded by a checked limit before it came here, so running out means
// that the machine is out of memory: one line on stderr and exit 3. Nothing returns NULL.
#ifndef HOTSIM_BASE_MEM_H
#define HOTSIM_BASE_MEM_H

#include "base/types.h"

void *mem_new(size_t count, size_t size);                  // zeroed; count 0 is fine
void *mem_resize(void *memory, size_t count, size_t size); // the grown part is not zeroed
char *mem_text(const char *text);                          // a copy of a NUL-ended text
char *mem_text_of(struct bytes bytes);                     // a NUL-ended copy
void mem_free(void *memory);                               // NULL is fine

#endif
