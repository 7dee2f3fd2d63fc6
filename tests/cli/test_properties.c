#include "cli/properties.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

Test(properties, are_read_as_java_reads_them)
{
    static const struct {
        const char *text, *name, *value;
    } cases[] = {
        {"a=1", "a", "1"},
        {"a = 1 \r\n", "a", "1"},
        {"  a:1", "a", "1"},
        {"a 1 2", "a", "1 2"},
        {"a\t=\t= 1", "a", "= 1"},
        {"a=1\na=2\n", "a", "2"},
        {"a=1\\\n  2\n", "a", "12"},
        {"a=1\\\\\nb=2", "b", "2"},
        {"# a=1 \\\na=2", "a", "2"},
        {"! x\n\n   # y\na=3", "a", "3"},
        {"a", "a", ""},
        {"a=", "a", ""},
        {"a=1\\", "a", "1"},
        {"b=1", "a", "none"},
        {"", "a", "none"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct properties properties;
        properties_read(cases[i].text, &properties);
        cr_expect(eq(str, (char *)property_text(&properties, cases[i].name, "none"),
                     (char *)cases[i].value),
                  "case %zu", i);
        properties_done(&properties);
    }
}

Test(properties, numbers_are_whole_texts_within_their_bounds)
{
    static const struct {
        const char *text;
        bool is_number, is_count;
    } cases[] = {
        {"n=5", true, true},    {"n=0.5", true, false},
        {"n=-1", false, false}, {"n=5x", false, false},
        {"n=", false, false},   {"n=11", false, false},
        {"n=1e1", true, false}, {"n=nan", false, false},
        {"n=+5", true, false},  {"n=99999999999999999999", false, false},
        {"m=1", true, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct properties properties;
        struct err err = {0};
        double number;
        uint64_t count;
        properties_read(cases[i].text, &properties);
        cr_expect(
            eq(int, property_number(&properties, "n", 3, 10, &number, &err), cases[i].is_number),
            "case %zu", i);
        cr_expect(eq(int, property_count(&properties, "n", 3, 10, &count, &err), cases[i].is_count),
                  "case %zu", i);
        properties_done(&properties);
    }
}

Test(properties, those_not_asked_for_are_known)
{
    struct properties properties;
    properties_read("a=1\nb=2\nb=3\n", &properties);
    (void)property_text(&properties, "b", NULL);
    cr_expect(eq(sz, properties.count, 3));
    cr_expect(not(properties.items[0].is_used));
    cr_expect(properties.items[1].is_used && properties.items[2].is_used);
    properties_done(&properties);
}
