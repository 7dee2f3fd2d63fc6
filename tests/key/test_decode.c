// Keys back to fields.
#include "key_case.h"

#include "base/text.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <string.h>

// "name=value ..." or the error.
static const char *decode(const char *text, const char *fields, char encoding, struct bytes key)
{
    static char shown[2048];
    struct key_case it;
    struct err err = {0};
    key_case_init(&it, fields, encoding);
    struct key_program *program = key_program_new(text, &it.context, &err);
    cr_assert(program != NULL, "%s: %s", text, err.message);
    struct key_decoded decoded;
    shown[0] = '\0';
    if (key_program_decode(program, key, &decoded, &err)) {
        for (size_t i = 0; i < decoded.count; i++) {
            const size_t used = strlen(shown);
            snprintf(shown + used, sizeof shown - used, "%s%s=%s", i > 0 ? " " : "",
                     decoded.items[i].name, decoded.items[i].value);
        }
        key_decoded_done(&decoded);
    } else {
        snprintf(shown, sizeof shown, "%s", err.message);
    }
    key_program_free(program);
    key_case_done(&it);
    return shown;
}

struct way_back {
    const char *program;
    const char *fields; // with the values that come back
    char encoding;
    const char *values;
};

static const struct way_back ways[] = {
    {"[right(md5(ts),4)][ts]", "ts=1364248490", 'b', "ts=1364248490"},
    {"[md5(userid).subStr(0,4)][userid][orderid]", "userid=alice orderid:long=-7", 'b',
     "userid=alice orderid=-7"},
    {"pk1 = hash(pk).substring(0, 4) + pk", "pk=abc", 'o', "pk=abc"},
    {"[reverse(a)]_[b]", "a=h\\xC3\\xA9l b=x", 'b', "a=h\xc3\xa9l b=x"},
    {"[a][b][x]", "a=p\\x00q b= x:int=-5", 'o', "a=p\\x00q b= x=-5"},
    {"[a DESC][b DESC][x DESC]", "a=p\\x00q b=r x:long=5", 'o', "a=p\\x00q b=r x=5"},
    {"[x]", "x:ulong=18446744073709551615", 't', "x=18446744073709551615"},
    {"[x]", "x:ulong=18446744073709551615", 'o', "x=18446744073709551615"},
    {"[x % 16][x]", "x:long=-35", 'b', "x=-35"},
    {"[x % 16]_[x]", "x:long=35", 't', "x=35"},
    {"[Long.MAX_VALUE - ts][h]", "ts:long=1364248490 h=h1", 'b', "ts=1364248490 h=h1"},
    {"ts = Long.MAX_VALUE - ts; [h]:[ts]", "ts:time:ms=1364248490123 h=h1", 't',
     "h=h1 ts=1364248490123"},
    {"[10 - x][x - 3][x + 4]", "x:int=-2147483648", 'b', "x=-2147483648"},
    {"[rpad(a, '\\x00', 20)][b]", "a=host1 b=x", 'b', "a=host1 b=x"},
    {"[rpad(a, 'x', 20)][b]", "a=host1 b=x", 'b', "a=host1 b=x"},
    {"[lpad(a, '0', 5)][b]", "a=42 b=x", 'b', "a=42 b=x"},
    {"[str(a)]::[str(b)]", "a=p b=q", 'b', "a=p b=q"},
    {"[dec(x, 5)][b]", "x:long=-42 b=q", 'b', "x=-42 b=q"},
    {"[hex(x, 4)][b]", "x:long=255 b=q", 'b', "x=255 b=q"},
    {"[long(x)][int(y)][short(z)]", "x:long=-1 y:int=-2 z:int@-9..9=-3", 't', "x=-1 y=-2 z=-3"},
    {"[byte(x)]", "x:long@0..255=200", 'b', "x=200"},
    {"[ordered(x)][ordered(a)][b]", "x:long=-1 a=p b=q", 'b', "x=-1 a=p b=q"},
    {"[reverse_bytes(x)][reverse_bits(y)]", "x:long=-12345 y:int=77", 'b', "x=-12345 y=77"},
    {"[desc(x)][bytes(a)]", "x:long=5 a=q", 'b', "x=5 a=q"},
    {"[crdb_int(x)]", "x:long=-12345", 'b', "x=-12345"},
    {"[crdb_int(x)]", "x:long=90", 'b', "x=90"},
    {"[crdb_int(x)]", "x:long=9223372036854775807", 'b', "x=9223372036854775807"},
    {"[concat(a, '_', b)]", "a=p b=q", 'b', "a=p b=q"},
    {"[concat(a, '_', b)][c]", "a=p b=q c=r", 'o', "a=p b=q c=r"},
    {"[a]::[b]::[c]", "a=p b=q c=r", 'b', "a=p b=q c=r"},
    {"[x][a]_[b][y]", "a=p x:int=1 y:int=2 b=q", 'b', "x=1 a=p b=q y=2"},
    {"[d][x]", "d:decimal=1331901000.730000 x:long=1", 'b', "d=1331901000.730000 x=1"},
    {"<a>_{xxHash(<b>) % 64}.<b>", "a=16 b=20180602", 's', "a=16 b=20180602"},
    {"[a][random(100)]", "a=p", 'b', "a=p"},
    {"[b]", "b:bytes=\\x00\\xFF", 'b', "b=\\x00\\xFF"},
    {"[num(a)]", "a=77", 'b', "a=77"},
    {"[phoenix_salt(a, x, 16)][a][x]", "a=user1 x:long=5", 'o', "a=user1 x=5"},
    {"[floor(x, 60)][md5(a)][x]", "x:long=90 a=q", 'b', "x=90"},
};

Test(decode, gives_back_what_was_written)
{
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        const struct way_back *it = &ways[i];
        const char *hex = key_case_run(it->program, it->fields, it->encoding);
        cr_assert(strncmp(hex, "ERROR", 5) != 0, "%s: %s", it->program, hex);
        uint8_t key[256];
        const size_t size = strlen(hex) / 2;
        for (size_t j = 0; j < size; j++) {
            unsigned byte;
            sscanf(hex + 2 * j, "%2x", &byte);
            key[j] = (uint8_t)byte;
        }
        cr_expect(eq(str,
                     (char *)decode(it->program, it->fields, it->encoding, bytes_of(key, size)),
                     (char *)it->values),
                  "%s", it->program);
    }
}

Test(decode, says_why_not)
{
    static const struct {
        const char *program;
        const char *fields;
        char encoding;
        const char *key;
        const char *message;
    } refused[] = {
        {"[a][b]", "a=p b=q", 'b', "pq",
         "[a] and [b] vary in width, and nothing tells where one ends"},
        {"[a][x]_[y][b]", "a=p x:int=1 y:int=2 b=q", 'b', "pq",
         "[a] and [b] vary in width, and nothing tells where one ends"},
        {"[a]_[b]", "a=p b=q", 'b', "pq", "the key does not fit: it does not hold _"},
        {"u_[a]", "a=p", 'b', "x_p", "the key does not fit: another text stands in place of u_"},
        {"[x][a]", "x:long=1 a=p", 'b', "1234567", "the key does not fit: it ends within [x]"},
        {"[a][x]", "x:long=1 a=p", 'b', "1234567", "the key does not fit: it is too short for [x]"},
        {"[x]", "x:long=1", 'b', "123456789",
         "the key does not fit: 1 bytes are left over at its end"},
        {"[x]", "x:long=1", 't', "12z", "the key does not fit: [x] cannot have given `12z`"},
        {"[a]", "a=p", 'o', "pq", "the key does not fit: no zero byte ends [a]"},
        {"[right(md5(ts),4)][ts]", "ts=1", 'b', "ffe41364248490",
         "the key does not fit: a record with the fields in it has the key ffe51364248490"},
        {"[dec(x, 4)]", "x:long=1", 'b', "01", "the key does not fit: it ends within [dec(x, 4)]"},
        {"[md5(a)]", "a=p", 'b', "83878c91171338902e0fe0fb97a8c47a",
         "no field can be read back from this key"},
        {"[x]", "x:long=1", 't', "007",
         "the key does not fit: a record with the fields in it has the key 7"},
    };
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
        cr_expect(eq(str,
                     (char *)decode(refused[i].program, refused[i].fields, refused[i].encoding,
                                    bytes_of(refused[i].key, strlen(refused[i].key))),
                     (char *)refused[i].message),
                  "%s", refused[i].program);
}
