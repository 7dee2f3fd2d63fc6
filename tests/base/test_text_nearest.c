#include "base/text.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[] = {"user",        "hostname",   "log_event", "timestamp",
                                    "hash-prefix", "numBuckets", "ts",        "md5"};
enum { NAME_COUNT = sizeof names / sizeof names[0] };

static const struct {
    const char *text;
    const char *want; // NULL: none
} rows[] = {
    {"usr", "user"},
    {"uesr", "user"}, // two neighbours swapped
    {"USERS", "user"},
    {"host", "hostname"},
    {"Hostnmae", "hostname"},
    {"log-event", "log_event"},
    {"logevent", "log_event"},
    {"timestmap", "timestamp"},
    {"time", "timestamp"},
    {"hashprefix", "hash-prefix"},
    {"numbuckets", "numBuckets"},
    {"buckets", "numBuckets"},
    {"md4", "md5"},
    {"s", "ts"},
    {"tsunami", NULL},
    {"zebra", NULL},
    {"x", NULL},
    {"", NULL},
};

Test(text_nearest, suggests_a_misspelt_or_shortened_name_and_no_other)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const int got = text_nearest(rows[i].text, names, NAME_COUNT);
        const char *name = got < 0 ? "(none)" : names[got];
        cr_expect(eq(str, (char *)name, (char *)(rows[i].want ? rows[i].want : "(none)")), "%s",
                  rows[i].text);
    }
}

Test(text_nearest, has_nothing_to_choose_from)
{
    cr_expect(eq(int, text_nearest("user", NULL, 0), -1));
}

Test(text_nearest, gives_up_beyond_256_letters)
{
    char *text = calloc(1, 100001);
    memset(text, 'a', 256);
    const char *const longest[] = {text};
    cr_expect(eq(int, text_nearest(text, longest, 1), 0));
    memset(text, 'a', 257);
    cr_expect(eq(int, text_nearest(text, longest, 1), -1));
    memset(text, 'a', 100000);
    cr_expect(eq(int, text_nearest("aaaa", longest, 1), -1));
    free(text);
}
