#include "random_design.h"

#include <stdlib.h>
#include <string.h>

// In the forms below N is a field of numbers, T of texts, F any; S a small number, K a smaller one,
// C a character, V a text, and D how far to look.
static const char *const numbers[] = {"x", "x", "ts", "ts", "u", "i"};
static const char *const texts[] = {"a", "a", "h", "e"};

static const char *const components[] = {
    "[F]",
    "[F]",
    "[T]",
    "[T]",
    "[N]",
    "[N]",
    "[F DESC]",
    "[N DESC]",
    "[d]",
    // Buckets and what is drawn.
    "[N % S]",
    "[floormod(N, S)]",
    "[dec(floormod(N, S), K)]",
    "[random(K)]",
    "[xxh64(F) % S]",
    "[crc32(F) % K]",
    "[phoenix_salt(T, N, S)]",
    "[opentsdb_salt(T, S)]",
    "[(N % S) % K]",
    "[hex(floormod(N, S), 2)]",
    "[if(a == 'q', x % K, 0)]",
    "[if(e == 'error', random(K), 9)]",
    "[floormod(N, S) * 3]",
    "[fnv1a_32(T) % S]",
    "[floormod(hashCode(T), S)]",
    // Digests.
    "[md5(F).substr(0, 1)]",
    "[md5(T).substr(0, K)]",
    "[sha1(F).substr(0, 2)]",
    "[hash(N)]",
    "[md5(date(ts, '%Y%m%d')).substr(0, 2)]",
    "[sha256(T).substr(2, 1)]",
    "[md5(floor(ts, 86400))]",
    // Numbers.
    "[Long.MAX_VALUE - N]",
    "[N + D]",
    "[D - N]",
    "[N / S]",
    "[N * K]",
    "[floor(N, D)]",
    "[-N]",
    "[ordered(F)]",
    "[desc(F)]",
    "[long(N)]",
    "[short(i)]",
    "[reverse_bytes(N)]",
    "[crdb_int(x)]",
    "[reverse_bits(N)]",
    "[dec(N, 10)]",
    "[dec(N, K)]",
    "[hex(N, 16)]",
    "[hex(N, K)]",
    "[str(N)]",
    "[lpad(str(ts), '0', 10)]",
    "[reverse(str(N))]",
    "[dec(Long.MAX_VALUE - N, 19)]",
    "[abs(i)]",
    "[int(N)]",
    "[num(d)]",
    "[utf16le(T)]",
    // Times.
    "[date(ts, '%Y%m%d')]",
    "[date(ts, '%Y-%m')]",
    "[date(ts, '%H%M')]",
    "[floor(ts, 3600)]",
    "[date(ts, '%d%m%Y')]",
    // Texts.
    "[reverse(T)]",
    "[upper(T)]",
    "[T.substr(0, K)]",
    "[T.substr(1, K)]",
    "[T.right(K)]",
    "[lpad(T, 'C', 4)]",
    "[rpad(T, 'C', 4)]",
    "[rpad(T, '\\x00', 5)]",
    "[T.before('C')]",
    "[T.after('C')]",
    "[T + 'C' + T]",
    "[T + T]",
    "[T + N]",
    "[map(e, 'login', '1', 'logout', '2')]",
    "[digits(T)]",
    "[concat(T, 'C', N)]",
    "[bytes('\\xff')]",
};

static const char *const statements[] = {
    "x = Long.MAX_VALUE - x; ",
    "bucket = N % S; [bucket]",
    "k = floormod(N, S); [dec(k, 2)]",
    "ts = Long.MAX_VALUE - ts; ",
    "k = T + 'C'; [k]",
    "k = md5(T).substr(0, 2) + T; [k]",
    "p = date(ts, '%Y%m%d'); [md5(p).substr(0, 1)][p]",
};

static const char *const names[] = {
    "<T>",
    "<T>",
    "<N>",
    "<T>_<N>",
    "<T>_{xxHash(<F>) % 8}",
    "<T>_[random(4)]",
    "[dec(N, 10)]",
    "[floormod(N, S)]",
    "[date(ts, '%Y%m%d')]",
    "[md5(T).substr(0, K)]",
    "[Long.MAX_VALUE - N]",
    "[T.before('.')]",
    "[reverse(T)]",
    "<d>",
    "[hex(N, 16)]",
    "[upper(T)]",
    "[xxh64(T) % S]",
};

static const char *const between[] = {"", "", "", "", "_", "|", "a", "['::']", "\\x00", "0"};

static const char *const number_terms[] = {
    "N = $N",
    "N = $N",
    "N = $N + 1",
    "N between $N - D and $N + D",
    "N between $N - D and $N",
    "N > $N",
    "N >= $N and N < $N + D",
    "N <= $N",
    "$N - D < N < $N + S",
    "N < S",
    "N > D",
    "N in ($N, S, D)",
    "N in ($N, $N, $N - 7)",
    "N = 0",
    "N between 0 and D",
};
static const char *const text_terms[] = {
    "T = $T",
    "T = $T",
    "T = $T",
    "T = V",
    "T in ($T, V, 'qq')",
    "T like 'q%'",
    "T like 'C%'",
    "T like '%C'",
    "T > $T",
    "T >= $T and T < 'z'",
    "T < V",
    "T <= $T",
    "T between $T and V",
    "T > V and T like 'a%'",
};
static const char *const decimal_terms[] = {
    "d = $d",
    "d = 1.5",
    "d between $d - 0.5 and $d + K",
    "d > $d",
    "d < $d",
    "d in (1.5, $d, 10)",
    "d between -1 and 15",
};
static const char *const event_terms[] = {
    "e = $e",        "e = 'login'", "e in ('login', 'error')",
    "e like 'log%'", "e > 'log'",   "e in ($e, 'none')",
};

#define PICK(rng, list) ((list)[rng_upto((rng), sizeof(list) / sizeof *(list)-1)])

static void add_filler(struct rng *rng, char what, const char *number, const char *text,
                       struct buffer *out)
{
    static const char *const literals[] = {"'q'", "'qa'", "'a_'", "''", "'.'", "'\\xff'"};
    static const int ways[] = {1, 5, 60, 1000, 86400, 100000, 172800};
    switch (what) {
    case 'N':
        buffer_format(out, "%s", number);
        break;
    case 'T':
        buffer_format(out, "%s", text);
        break;
    case 'F':
        buffer_format(out, "%s", rng_upto(rng, 1) ? number : text);
        break;
    case 'S':
        buffer_format(out, "%d", 2 + (int)rng_upto(rng, 18));
        break;
    case 'K':
        buffer_format(out, "%d", 1 + (int)rng_upto(rng, 3));
        break;
    case 'C':
        buffer_format(out, "%c", "qaz_.0"[rng_upto(rng, 5)]);
        break;
    case 'V':
        buffer_format(out, "%s", PICK(rng, literals));
        break;
    default:
        buffer_format(out, "%d", PICK(rng, ways));
        break;
    }
}

// A capital stands for something where no letter is beside it.
static bool is_place(const char *form, size_t at)
{
    const bool before = at > 0 && strchr("abcdefghijklmnopqrstuvwxyzLDMAXESCVU_", form[at - 1]);
    const bool behind = form[at + 1] != '\0' && strchr("LAEXSongmd_", form[at + 1]);
    return strchr("NTFSKCVD", form[at]) && !before && !behind;
}

static void fill(struct rng *rng, const char *form, const char *number, const char *text,
                 struct buffer *out)
{
    for (size_t i = 0; form[i]; i++) {
        if (is_place(form, i))
            add_filler(rng, form[i], number, text, out);
        else
            buffer_byte(out, (uint8_t)form[i]);
    }
}

static void add_form(struct rng *rng, const char *form, struct buffer *out)
{
    fill(rng, form, PICK(rng, numbers), PICK(rng, texts), out);
}

static void add_names(struct rng *rng, struct buffer *out)
{
    const size_t sharding = 1 + rng_upto(rng, 1);
    const size_t sorting = rng_upto(rng, 2);
    for (size_t i = 0; i < sharding + sorting; i++) {
        if (i > 0)
            buffer_format(out, "%s", i == sharding ? "." : rng_upto(rng, 1) ? "_" : "");
        add_form(rng, PICK(rng, names), out);
    }
}

void random_design(struct rng *rng, bool slices, struct buffer *out)
{
    buffer_clear(out);
    if (slices && rng_upto(rng, 4) > 0) {
        add_names(rng, out);
    } else {
        if (rng_upto(rng, 4) == 0)
            add_form(rng, PICK(rng, statements), out);
        const size_t count = 1 + rng_upto(rng, 3) + rng_upto(rng, 1);
        for (size_t i = 0; i < count; i++) {
            if (i > 0)
                buffer_format(out, "%s", slices && i == 1 ? "." : PICK(rng, between));
            add_form(rng, PICK(rng, components), out);
        }
    }
    // A key must speak of a field.
    add_form(rng, rng_upto(rng, 3) ? "[T]" : "[N]", out);
    buffer_byte(out, 0);
    out->size--;
}

bool design_speaks_of(const char *design, const char *field)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz_";
    const size_t size = strlen(field);
    for (const char *at = strstr(design, field); at; at = strstr(at + 1, field)) {
        if ((at == design || !strchr(letters, at[-1])) && (!at[size] || !strchr(letters, at[size])))
            return true;
    }
    return false;
}

static void add_term(struct rng *rng, const char *field, struct buffer *out)
{
    buffer_format(out, out->size == 0 ? "where " : " and ");
    if (!strcmp(field, "d"))
        fill(rng, PICK(rng, decimal_terms), "x", "a", out);
    else if (!strcmp(field, "e") && rng_upto(rng, 3) > 0)
        fill(rng, PICK(rng, event_terms), "x", "a", out);
    else if (!strcmp(field, "a") || !strcmp(field, "h") || !strcmp(field, "e"))
        fill(rng, PICK(rng, text_terms), "x", field, out);
    else
        fill(rng, PICK(rng, number_terms), field, "a", out);
}

void random_where(struct rng *rng, const char *design, struct buffer *out)
{
    static const char *const fields[] = {"x", "ts", "a", "h", "u", "e", "d", "i"};
    buffer_clear(out);
    for (size_t f = 0, terms = 0; f < sizeof fields / sizeof *fields && terms < 4; f++) {
        if (rng_upto(rng, 9) < (design_speaks_of(design, fields[f]) ? 6 : 1)) {
            add_term(rng, fields[f], out);
            terms++;
        }
    }
    if (rng_upto(rng, 2) == 0) {
        const char *field = PICK(rng, fields);
        for (int tries = 0; tries < 6 && !design_speaks_of(design, field); tries++)
            field = PICK(rng, fields);
        buffer_format(out, " order by %s%s", field, rng_upto(rng, 1) ? " desc" : "");
    }
    if (out->size == 0 || rng_upto(rng, 2) == 0)
        buffer_format(out, " limit %d", 1 + (int)rng_upto(rng, rng_upto(rng, 1) ? 3 : 200));
    buffer_byte(out, 0);
    out->size--;
}
