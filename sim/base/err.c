#include "base/err.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool err_fail_at(struct err *err, enum err_code code, const char *source_file, int source_line,
                 const char *format, ...)
{
    if (err->code != ERR_NONE)
        return false;
    err->code = code;
    err->source_file = source_file;
    err->source_line = source_line;

    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(err->message, sizeof err->message, format, arguments);
    va_end(arguments);
    return false;
}

bool err_place(struct err *err, size_t offset, size_t length)
{
    err->offset = offset;
    err->length = length > 0 ? length : 1;
    return false;
}

bool err_hint(struct err *err, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(err->hint, sizeof err->hint, format, arguments);
    va_end(arguments);
    return false;
}

bool err_context(struct err *err, const char *format, ...)
{
    char context[sizeof err->message];
    va_list arguments;
    va_start(arguments, format);
    const int wanted = vsnprintf(context, sizeof context, format, arguments);
    va_end(arguments);

    const size_t room = sizeof err->message - 1;
    size_t used = wanted < 0 ? 0 : (size_t)wanted;
    if (used + 2 > room)
        used = room - 2;
    size_t rest = strlen(err->message);
    if (rest > room - used - 2)
        rest = room - used - 2;
    memmove(err->message + used + 2, err->message, rest);
    memcpy(err->message, context, used);
    memcpy(err->message + used, ": ", 2);
    err->message[used + 2 + rest] = '\0';
    return false;
}
