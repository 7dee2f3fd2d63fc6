#include "cli/ycsb.h"

#include "base/buffer.h"
#include "base/text.h"
#include "cli/ycsb_workload.h"

#include <inttypes.h>
#include <string.h>

enum { REGIONS = 32 };

static bool updates(const struct ycsb_workload *ycsb)
{
    return ycsb->update + ycsb->modify > 0;
}

static bool is_latest(const struct ycsb_workload *ycsb)
{
    return ycsb->insert > 0 && !strcmp(ycsb->distribution, "latest");
}

static void add_head(const struct ycsb_workload *ycsb, struct buffer *out)
{
    struct buffer left_out = {0};
    buffer_text(out, "// YCSB's ");
    text_plain(out, bytes_of(ycsb->name, strlen(ycsb->name)));
    buffer_text(out, ", as its property file has it.\n");
    if (updates(ycsb))
        buffer_text(out, "// Updates are puts of records that are there already: records that none "
                         "reaches are not stored.\n");
    if (updates(ycsb) && !ycsb->writes_all)
        buffer_format(out, "// An update writes one of the %" PRIu64 " fields.\n", ycsb->fields);
    if (ycsb->modify > 0)
        buffer_text(out, "// A read-modify-write is a get and a put, which come apart.\n");
    if (!updates(ycsb))
        buffer_text(out, "// The loaded records are there before the run (preload). `asked` is the "
                         "key that a read asks for.\n");
    if (ycsb->scan > 0 && ycsb->scan_min != ycsb->scan_max)
        buffer_format(out,
                      "// Scans of %" PRIu64 " to %" PRIu64 " records all have the mean length.\n",
                      ycsb->scan_min, ycsb->scan_max);
    if (ycsb->target == 0)
        buffer_text(out, "// No target is given: operations come at a rate of their own.\n");
    for (size_t i = 0; i < ycsb->properties.count; i++) {
        const struct property *item = &ycsb->properties.items[i];
        if (!item->is_used)
            buffer_format(&left_out, "%s%s", left_out.size > 0 ? ", " : "", item->name);
    }
    if (left_out.size > 0) {
        buffer_text(out, "// Left out: ");
        text_plain(out, bytes_of(left_out.data, left_out.size));
        buffer_byte(out, '\n');
    }
    buffer_done(&left_out);
}

// The generator of the records that requests go to.
static void add_distribution(const struct ycsb_workload *ycsb, struct buffer *out)
{
    const uint64_t never = UINT64_C(1) << 53;
    if (!strcmp(ycsb->distribution, "zipfian"))
        buffer_format(out, "{\"ycsb_zipfian\": {\"records\": %" PRIu64 "}}", ycsb->records);
    else if (!strcmp(ycsb->distribution, "latest"))
        buffer_format(out,
                      "{\"latest\": {\"theta\": 0.99, \"start\": %" PRIu64
                      ", \"grows_every\": %" PRIu64 "}}",
                      ycsb->records, never);
    else if (!strcmp(ycsb->distribution, "uniform"))
        buffer_format(out, "{\"uniform\": {\"cardinality\": %" PRIu64 "}}", ycsb->records);
    else {
        buffer_format(
            out, "{\"hotset\": {\"cardinality\": %" PRIu64 ", \"hot_fraction\": ", ycsb->records);
        text_number(out, ycsb->hot_fraction);
        buffer_text(out, ", \"hot_share\": ");
        text_number(out, ycsb->hot_share);
        buffer_text(out, "}}");
    }
}

// CoreWorkload.buildKeyName: "user", then the number or its hash, with zeros in front.
static void add_key(const struct ycsb_workload *ycsb, const char *name, const char *record,
                    struct buffer *out)
{
    struct buffer number = {0};
    if (ycsb->start > 0)
        buffer_format(&number, "%s + %" PRIu64, record, ycsb->start);
    else
        buffer_text(&number, record);
    const char *open = ycsb->is_ordered ? "" : "abs(fnv1a_64(reverse_bytes(long(";
    const char *close = ycsb->is_ordered ? "" : "))))";
    buffer_format(out, "      \"%s\": {\"expr\": \"'user' + ", name);
    if (ycsb->padding > 1)
        buffer_format(out, "dec(%s%s%s, %" PRIu64 ")\"}", open, (char *)number.data, close,
                      ycsb->padding);
    else
        buffer_format(out, "str(%s%s%s)\"}", open, (char *)number.data, close);
    buffer_done(&number);
}

static void add_fields(const struct ycsb_workload *ycsb, struct buffer *out)
{
    buffer_text(out, "    \"fields\": {\n      \"record\": ");
    if (updates(ycsb))
        add_distribution(ycsb, out);
    else
        buffer_text(out, "{\"sequence\": {\"start\": 0}}");
    buffer_text(out, ",\n");
    add_key(ycsb, "key", "record", out);
    if (!updates(ycsb) && !is_latest(ycsb)) {
        buffer_text(out, ",\n      \"asked_record\": ");
        add_distribution(ycsb, out);
        buffer_text(out, ",\n");
        add_key(ycsb, "asked", "asked_record", out);
    }
    if (ycsb->has_sizes)
        buffer_format(out, ",\n      \"bytes\": {\"uniform\": {\"min\": 1, \"max\": %" PRIu64 "}}",
                      ycsb->field_bytes);
    buffer_text(out, "\n    },\n");
}

static void add_weight(struct buffer *out, const char *name, double weight, bool *is_first)
{
    if (!(weight > 0))
        return;
    buffer_format(out, "%s\"%s\": ", *is_first ? "" : ", ", name);
    text_number(out, weight);
    *is_first = false;
}

static void add_mix(const struct ycsb_workload *ycsb, struct buffer *out)
{
    bool is_first = true;
    if (ycsb->target > 0) {
        buffer_text(out, "    \"arrivals\": {\"rate_per_s\": ");
        text_number(out, ycsb->target);
        buffer_text(out, "},\n");
    }
    buffer_text(out, "    \"mix\": {");
    add_weight(out, "put", ycsb->insert + ycsb->update + ycsb->modify, &is_first);
    add_weight(out, updates(ycsb) ? "get" : "read", ycsb->read + ycsb->modify, &is_first);
    add_weight(out, "scan", ycsb->scan, &is_first);
    buffer_format(out, "},\n    \"row\": {\"columns\": %" PRIu64 ", \"value_bytes\": ",
                  updates(ycsb) && !ycsb->writes_all ? 1 : ycsb->fields);
    if (ycsb->has_sizes)
        buffer_text(out, "\"bytes\"}\n  },\n");
    else
        buffer_format(out, "%" PRIu64 "}\n  },\n", ycsb->field_bytes);
}

static void add_queries(const struct ycsb_workload *ycsb, struct buffer *out)
{
    const char *asked = updates(ycsb) || is_latest(ycsb) ? "$key" : "$asked";
    const char *pick = is_latest(ycsb) ? ", \"pick\": {\"latest\": {\"theta\": 0.99}}" : "";
    const bool has_read = !updates(ycsb) && ycsb->read > 0;
    if (!has_read && ycsb->scan == 0)
        return;
    buffer_text(out, "  \"queries\": {");
    if (has_read)
        buffer_format(out, "\n    \"read\": {\"where\": \"where key = %s\"%s}%s", asked, pick,
                      ycsb->scan > 0 ? "," : "");
    if (ycsb->scan > 0)
        buffer_format(out,
                      "\n    \"scan\": {\"where\": \"where key >= %s order by key limit %" PRIu64
                      "\"%s}",
                      asked, (ycsb->scan_min + ycsb->scan_max) / 2, pick);
    buffer_text(out, "\n  },\n");
}

// Hashed keys are cut as HBASE-4163 recommends: user1281, user1562, ...
static void add_designs(const struct ycsb_workload *ycsb, struct buffer *out)
{
    buffer_text(out, "  \"designs\": {\n    \"as YCSB writes it\": ");
    if (ycsb->is_ordered || ycsb->padding > 1) {
        buffer_text(out, "\"[key]\"");
    } else {
        buffer_text(out, "{\"key\": \"[key]\", \"store\": {\"presplit\": {\"algorithm\": \"keys\", "
                         "\"keys\": [");
        for (int i = 1; i < REGIONS; i++)
            buffer_format(out, "%s\"user%d\"", i > 1 ? ", " : "", 1000 + i * 8999 / REGIONS);
        buffer_text(out, "]}}}");
    }
    buffer_text(out, ",\n    \"16 buckets\": \"bucket = xxh64(key) % 16; [bucket][key]\"\n  },\n"
                     "  \"store\": {\"profile\": \"hbase\", \"servers\": 8},\n");
    buffer_format(out, "  \"run\": {\"operations\": %" PRIu64, ycsb->operations);
    if (!updates(ycsb))
        buffer_format(out, ", \"preload\": {\"rows\": %" PRIu64 "}", ycsb->records);
    buffer_text(out, "}\n}\n");
}

char *ycsb_scenario(const char *path, struct err *err)
{
    struct ycsb_workload ycsb;
    struct buffer out = {0};
    const bool ok = ycsb_workload_read(&ycsb, path, err);
    if (ok) {
        add_head(&ycsb, &out);
        buffer_text(&out, "{\n  \"workload\": {\n");
        add_fields(&ycsb, &out);
        add_mix(&ycsb, &out);
        add_queries(&ycsb, &out);
        add_designs(&ycsb, &out);
    }
    ycsb_workload_done(&ycsb);
    return ok ? buffer_take(&out) : NULL;
}
