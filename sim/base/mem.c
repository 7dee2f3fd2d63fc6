#include "base/mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { EXIT_MACHINE = 3 };

static _Noreturn void out_of_memory(void)
{
    static const char message[] = "hotsim: error: out of memory\n";
    (void)!write(STDERR_FILENO, message, sizeof message - 1);
    _exit(EXIT_MACHINE);
}

void *mem_new(size_t count, size_t size)
{
    void *memory = calloc(count > 0 ? count : 1, size > 0 ? size : 1);
    if (!memory)
        out_of_memory();
    return memory;
}

void *mem_resize(void *memory, size_t count, size_t size)
{
    size_t total;
    if (__builtin_mul_overflow(count, size, &total))
        out_of_memory();
    void *grown = realloc(memory, total > 0 ? total : 1);
    if (!grown)
        out_of_memory();
    return grown;
}

char *mem_text(const char *text)
{
    return mem_text_of(bytes_of(text, strlen(text)));
}

char *mem_text_of(struct bytes bytes)
{
    char *copy = mem_new(bytes.size + 1, 1);
    if (bytes.size > 0)
        memcpy(copy, bytes.data, bytes.size);
    return copy;
}

void mem_free(void *memory)
{
    free(memory);
}
