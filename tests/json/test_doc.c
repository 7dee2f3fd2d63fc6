#include "json/doc.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static struct json_doc *parsed(const char *text)
{
    struct err err = {0};
    struct json_doc *doc = json_doc_parse(text, strlen(text), true, &err);
    cr_assert(doc != NULL, "%s: %s", text, err.message);
    return doc;
}

static bool same(const char *got, const char *want)
{
    return !strcmp(got, want);
}

struct refusal {
    const char *text;
    size_t line, column;
    const char *message;
};

static const struct refusal refusals[] = {
    {"", 1, 1, "expected a value, found the end of the text"},
    {"  // nothing\n", 2, 1, "expected a value, found the end of the text"},
    {"007", 1, 1, "a number has no leading zeros"},
    {"-01", 1, 1, "a number has no leading zeros"},
    {"[1.]", 1, 2, "a number needs a digit after its point"},
    {"[.5]", 1, 2, "a number begins with a digit or `-`"},
    {"[+5]", 1, 2, "a number begins with a digit or `-`"},
    {"[-]", 1, 2, "a number needs a digit after its sign"},
    {"[1e]", 1, 2, "a number needs a digit in its exponent"},
    {"[1e400]", 1, 2, "this number is too large"},
    {"[NaN]", 1, 2, "`NaN` is not a value"},
    {"[True]", 1, 2, "`True` is not a value"},
    {"{\"a\":\n \"one\ntwo\"}", 2, 2, "this text is not closed before the end of its line"},
    {"[\"\x01\"]", 1, 3, "a control byte in a text is written `\\u0001`"},
    {"[\"\\x\"]", 1, 3, "unknown escape in a text; a backslash itself is `\\\\`"},
    {"[\"\\u12g4\"]", 1, 3, "`\\u` takes four hexadecimal digits"},
    {"[\"\\u0000\"]", 1, 3, "a text cannot hold a NUL (\\u0000)"},
    {"[\"\\ud800x\"]", 1, 3, "half of a surrogate pair"},
    {"[\"\\udc00\"]", 1, 3, "half of a surrogate pair"},
    {"[\"\xff\"]", 1, 3, "byte 0xff is not UTF-8"},
    {"[\"\xc0\x80\"]", 1, 3, "byte 0xc0 is not UTF-8"},
    {"[\"\xed\xa0\x80\"]", 1, 3, "byte 0xed is not UTF-8"},
    {"[\"\xf4\x90\x80\x80\"]", 1, 3, "byte 0xf4 is not UTF-8"},
    {"// \xe2\x82\n1", 1, 4, "byte 0xe2 is not UTF-8"},
    {"['a']", 1, 2, "texts are written in double quotes"},
    {"{a: 1}", 1, 2, "expected a name in double quotes"},
    {"{\"a\" 1}", 1, 6, "expected `:` after the name"},
    {"{\"a\": 1,}", 1, 8, "a comma before the closing `}`; remove it"},
    {"[1, // one\n]", 1, 3, "a comma before the closing `]`; remove it"},
    {"[1 2]", 1, 4, "expected `,` or `]` here"},
    {"{\"a\": 1 \"b\": 2}", 1, 9, "expected `,` or `}` here"},
    {"{\"a\": [1, 2}", 1, 12, "expected `,` or `]` here"},
    {"{\"a\": {\"b\": 1}", 1, 1, "this `{` is not closed"},
    {"{\"a\": [", 1, 7, "this `[` is not closed"},
    {"{", 1, 1, "this `{` is not closed"},
    {"[1,", 1, 1, "this `[` is not closed"},
    {"1 2", 1, 3, "unexpected text after the end of the value"},
    {"{} x", 1, 4, "unexpected text after the end of the value"},
    {"/* open", 1, 1, "this comment is not closed"},
    {"/*/", 1, 1, "this comment is not closed"},
    {"[1]/", 1, 4, "unexpected `/`"},
    {"{\"a\": 1,\n \"b\": 2, \"a\": 3}", 2, 10, "`a` is given twice"},
    {"{\"a\": 1, \"\\u0061\": 3}", 1, 10, "`a` is given twice"},
    {"{\"x\": {\"b\": 2, \"b\": 3}}", 1, 16, "`b` is given twice"},
    {"[\"\xc3\xa4\", 'x']", 1, 7, "texts are written in double quotes"},
};

Test(doc, each_fault_has_its_place_and_message)
{
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        const struct refusal *it = &refusals[i];
        struct err err = {0};
        const size_t size = strlen(it->text);

        struct json_doc *doc = json_doc_parse(it->text, size, true, &err);

        size_t line, column;
        json_line_column(it->text, size, err.offset, &line, &column);
        cr_expect(doc == NULL, "%s", it->text);
        cr_expect(eq(int, err.code, ERR_INPUT), "%s", it->text);
        cr_expect(same(err.message, it->message), "%s: %s", it->text, err.message);
        cr_expect(eq(sz, line, it->line), "%s", it->text);
        cr_expect(eq(sz, column, it->column), "%s", it->text);
        json_doc_free(doc);
    }
}

Test(doc, a_nul_byte_is_refused_where_it_stands)
{
    struct err err = {0};
    cr_expect(json_doc_parse("{\"a\"\0: 1}", 9, true, &err) == NULL);
    cr_expect(same(err.message, "a NUL byte: this is not a text file"));
    cr_expect(eq(sz, err.offset, 4));
}

Test(doc, comments_are_refused_where_they_are_not_allowed)
{
    struct err err = {0};
    cr_expect(json_doc_parse("[1] // one", 10, false, &err) == NULL);
    cr_expect(same(err.message, "comments are not allowed here"));
}

static void nest(char *text, size_t depth)
{
    memset(text, '[', depth);
    memset(text + depth, ']', depth);
    text[2 * depth] = '\0';
}

Test(doc, depth_is_limited_to_64)
{
    static char text[200001];
    static const size_t depths[] = {63, 64, 65, 100000};
    for (size_t i = 0; i < 4; i++) {
        struct err err = {0};
        nest(text, depths[i]);
        struct json_doc *doc = json_doc_parse(text, 2 * depths[i], true, &err);
        cr_expect(eq(int, doc != NULL, depths[i] <= 64), "depth %zu", depths[i]);
        if (!doc)
            cr_expect(same(err.message, "nested deeper than 64 levels"));
        json_doc_free(doc);
    }
}

struct whole {
    const char *text;
    bool fits_int, fits_uint;
    int64_t as_int;
    uint64_t as_uint;
};

static const struct whole wholes[] = {
    {"0", true, true, 0, 0},
    {"-0", true, true, 0, 0},
    {"9007199254740993", true, true, INT64_C(9007199254740993), UINT64_C(9007199254740993)},
    {"9223372036854775807", true, true, INT64_MAX, INT64_MAX},
    {"9223372036854775808", false, true, 0, UINT64_C(9223372036854775808)},
    {"18446744073709551615", false, true, 0, UINT64_MAX},
    {"18446744073709551616", false, false, 0, 0},
    {"-9223372036854775808", true, false, INT64_MIN, 0},
    {"-9223372036854775809", false, false, 0, 0},
    {"1e3", true, true, 1000, 1000},
    {"1.0", true, true, 1, 1},
    {"1.50e1", true, true, 15, 15},
    {"15e-1", false, false, 0, 0},
    {"30e-1", true, true, 3, 3},
    {"0.5", false, false, 0, 0},
    {"1e19", false, true, 0, UINT64_C(10000000000000000000)},
    {"1e20", false, false, 0, 0},
    {"0e999999999999", true, true, 0, 0},
    {"0.000000000000000000000000000001e30", true, true, 1, 1},
    {"100000000000000000000000000000000000000000000000000000000000000000e-64", true, true, 10, 10},
};

Test(doc, whole_numbers_are_exact_to_64_bits)
{
    for (size_t i = 0; i < sizeof wholes / sizeof wholes[0]; i++) {
        const struct whole *it = &wholes[i];
        struct json_doc *doc = parsed(it->text);
        int64_t as_int = 0;
        uint64_t as_uint = 0;
        const struct json_node *root = json_doc_root(doc);
        cr_expect(eq(int, json_int_of(doc, root, &as_int), it->fits_int), "%s", it->text);
        cr_expect(eq(int, json_uint_of(doc, root, &as_uint), it->fits_uint), "%s", it->text);
        cr_expect(eq(i64, as_int, it->as_int), "%s", it->text);
        cr_expect(eq(u64, as_uint, it->as_uint), "%s", it->text);
        json_doc_free(doc);
    }
}

Test(doc, values_read_back)
{
    struct json_doc *doc = parsed("\xef\xbb\xbf{ // a comment\r\n"
                                  "\"text\": \"a\\n\\u00e4\\ud83d\\ude00\", /* two\n lines */ "
                                  "\"list\": [1, -2.5e-3, true, false, null, {}], \"Text\": {}}");
    const struct json_node *root = json_doc_root(doc);
    cr_assert(eq(sz, json_count(root), 3));
    cr_expect(same(json_text_of(json_member(root, "text")), "a\n\xc3\xa4\xf0\x9f\x98\x80"));
    cr_expect(eq(int, json_kind_of(json_member(root, "Text")), JSON_OBJECT));
    cr_expect(json_member(root, "TEXT") == NULL);
    const struct json_node *item = json_first(json_member(root, "list"));
    cr_expect(eq(dbl, json_number_of(item), 1));
    item = json_next(item);
    cr_expect(eq(dbl, json_number_of(item), -2.5e-3));
    item = json_next(item);
    cr_expect(json_bool_of(item));
    item = json_next(item);
    cr_expect(not(json_bool_of(item)));
    item = json_next(item);
    cr_expect(eq(int, json_kind_of(item), JSON_NULL));
    item = json_next(item);
    cr_expect(eq(sz, json_count(item), 0));
    cr_expect(json_next(item) == NULL);
    json_doc_free(doc);
}

Test(doc, every_value_knows_its_place)
{
    const char *text = "{\"a\": [10, \"x\"],\n /* c */ \"b\": {\"c\": true}}";
    struct json_doc *doc = parsed(text);
    const struct json_node *root = json_doc_root(doc);
    const struct json_node *c = json_member(json_member(root, "b"), "c");
    size_t offset, length;
    json_place_of(doc, c, &offset, &length);
    cr_expect(eq(int, strncmp(text + offset, "true", length), 0));
    cr_expect(eq(sz, length, 4));
    json_name_place_of(doc, c, &offset, &length);
    cr_expect(eq(int, strncmp(text + offset, "\"c\"", length), 0));
    json_place_of(doc, json_next(json_first(json_member(root, "a"))), &offset, &length);
    cr_expect(eq(int, strncmp(text + offset, "\"x\"", length), 0));
    json_place_of(doc, root, &offset, &length);
    cr_expect(eq(sz, length, strlen(text)));
    json_doc_free(doc);
}

Test(doc, a_place_in_a_text_counts_escapes)
{
    // Decoded: q " 2 bytes, then the euro sign 3, then a face 4, then z.
    const char *text = " [\"q\\\"\\u20ac\\ud83d\\ude00z\"]";
    struct json_doc *doc = parsed(text);
    const struct json_node *item = json_first(json_doc_root(doc));
    static const size_t want[][2] = {{0, 3}, {1, 4}, {2, 6}, {5, 12}, {9, 24}, {10, 25}};
    for (size_t i = 0; i < sizeof want / sizeof want[0]; i++)
        cr_expect(eq(sz, json_place_in_text(doc, item, want[i][0]), want[i][1]), "byte %zu",
                  want[i][0]);
    json_doc_free(doc);
}

Test(doc, duplicates_can_be_listed_together)
{
    const char *text = "{\"a\": 1, \"b\": {\"x\": 1, \"x\": 2}, \"a\": 3, \"a\": 4}";
    struct err err = {0};
    struct json_doc *doc = json_doc_parse_all(text, strlen(text), true, &err);
    cr_assert(doc != NULL);
    cr_expect(eq(sz, json_doc_duplicate_count(doc), 3));
    cr_expect(eq(dbl, json_number_of(json_member(json_doc_root(doc), "a")), 1));
    json_doc_free(doc);
}

Test(doc, values_of_other_texts_join_the_tree)
{
    struct json_doc *doc =
        parsed("{\"store\": \"hbase\", \"list\": [1, 2], \"designs\": [\"[a]\", \"[b]\"]}");
    const struct json_node *root = json_doc_root(doc);
    const size_t source = json_doc_add_source(doc, "store.servers=12");
    const struct json_spot spot = {
        .source = source, .name_offset = 6, .name_length = 7, .offset = 14, .length = 2};

    json_doc_wrap(doc, json_member(root, "store"), "profile");
    cr_expect(
        json_doc_put(doc, json_member(root, "store"), "servers", json_doc_new_value(doc, spot)));
    cr_expect(json_doc_put(doc, json_member(root, "list"), "1", json_doc_new_value(doc, spot)));
    cr_expect(
        not(json_doc_put(doc, json_member(root, "list"), "2", json_doc_new_value(doc, spot))));
    json_doc_name_items(doc, json_member(root, "designs"));

    const struct json_node *store = json_member(root, "store");
    cr_expect(same(json_text_of(json_member(store, "profile")), "hbase"));
    cr_expect(eq(dbl, json_number_of(json_member(store, "servers")), 12));
    cr_expect(eq(sz, json_source_of(doc, json_member(store, "servers")), 1));
    cr_expect(eq(sz, json_source_of(doc, store), 0));
    cr_expect(eq(dbl, json_number_of(json_next(json_first(json_member(root, "list")))), 12));
    cr_expect(same(json_text_of(json_member(json_member(root, "designs"), "[b]")), "[b]"));
    json_doc_free(doc);
}

// Whatever bytes come, the answer is a document or a fault with its place.
Test(doc, damaged_texts_are_read_or_refused)
{
    static const char seed_text[] =
        "{\"a\": [1, -2.5e-3, \"x\\u00e4\\n\"], /* c */ \"b\": {\"c\": true, \"d\": null}} // end";
    uint64_t state = 1;
    for (int round = 0; round < 3000; round++) {
        char text[sizeof seed_text];
        memcpy(text, seed_text, sizeof text);
        for (int change = 0; change < 1 + round % 4; change++) {
            state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            text[(state >> 33) % (sizeof text - 1)] = (char)(state >> 56);
        }
        const size_t size = (state >> 20) % 8 == 0 ? (state >> 40) % sizeof text : sizeof text - 1;
        struct err err = {0};
        struct json_doc *doc = json_doc_parse(text, size, true, &err);
        cr_assert(doc != NULL || (err.code == ERR_INPUT && err.message[0] != '\0'));
        cr_assert(doc != NULL || err.offset <= size);
        json_doc_free(doc);
    }
}
