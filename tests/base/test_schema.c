#include "base/schema.h"

#include "base/mem.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

Test(schema, names_of_types_and_units_read_back)
{
    for (int i = TYPE_STRING; i <= TYPE_BYTES; i++) {
        enum value_type type;
        cr_assert(value_type_named(value_type_name((enum value_type)i), &type));
        cr_expect(eq(int, type, i));
    }
    for (int i = UNIT_S; i <= UNIT_NS; i++) {
        enum time_unit unit;
        cr_assert(time_unit_named(time_unit_name((enum time_unit)i), &unit));
        cr_expect(eq(int, unit, i));
    }
    enum value_type type;
    enum time_unit unit;
    cr_expect(not(value_type_named("Long", &type)));
    cr_expect(not(value_type_named("", &type)));
    cr_expect(not(time_unit_named("", &unit)));
    cr_expect(not(time_unit_named("min", &unit)));
}

Test(schema, units_are_in_nanoseconds)
{
    cr_expect(eq(u64, time_unit_ns(UNIT_NONE), 1000000000));
    cr_expect(eq(u64, time_unit_ns(UNIT_S), 1000000000));
    cr_expect(eq(u64, time_unit_ns(UNIT_MS), 1000000));
    cr_expect(eq(u64, time_unit_ns(UNIT_US), 1000));
    cr_expect(eq(u64, time_unit_ns(UNIT_NS), 1));
}

Test(schema, done_frees_what_it_owns_and_empties_it)
{
    struct schema schema = {.fields = mem_new(1, sizeof *schema.fields), .count = 1};
    schema.fields[0].name = mem_text("event");
    schema.fields[0].values = mem_new(1, sizeof *schema.fields[0].values);
    schema.fields[0].values[0] = mem_text("login");
    schema.fields[0].value_count = 1;
    schema_done(&schema);
    cr_expect(zero(ptr, schema.fields));
    cr_expect(eq(sz, schema.count, 0));
}
