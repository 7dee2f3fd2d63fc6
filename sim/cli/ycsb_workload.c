#include "cli/ycsb_workload.h"

#include "base/buffer.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { FILE_BYTES_MAX = 1024 * 1024, PADDING_MAX = 200 };

// The workloads of YCSB's repository, which differ in these alone.
static const struct {
    const char *name, *text;
} shipped[] = {
    {"workloada", "readproportion=0.5\nupdateproportion=0.5\nrequestdistribution=zipfian\n"},
    {"workloadb", "readproportion=0.95\nupdateproportion=0.05\nrequestdistribution=zipfian\n"},
    {"workloadc", "readproportion=1\nupdateproportion=0\nrequestdistribution=zipfian\n"},
    {"workloadd", "readproportion=0.95\nupdateproportion=0\ninsertproportion=0.05\n"
                  "requestdistribution=latest\n"},
    {"workloade", "readproportion=0\nupdateproportion=0\nscanproportion=0.95\n"
                  "insertproportion=0.05\nrequestdistribution=zipfian\nmaxscanlength=100\n"},
    {"workloadf", "readproportion=0.5\nupdateproportion=0\nreadmodifywriteproportion=0.5\n"
                  "requestdistribution=zipfian\n"},
};
static const char shipped_counts[] = "recordcount=1000\noperationcount=1000\n";

static bool read_file(const char *path, const char *name, struct buffer *text, struct err *err)
{
    char block[4096];
    FILE *file = fopen(path, "rb");
    size_t got;
    const int reason = errno;
    for (size_t i = 0; !file && i < sizeof shipped / sizeof shipped[0]; i++) {
        if (strcmp(name, shipped[i].name) != 0)
            continue;
        buffer_format(text, "%s%s", shipped_counts, shipped[i].text);
        return true;
    }
    if (!file)
        return err_fail(err, ERR_INPUT, "%s: cannot be opened: %s", path, strerror(reason));
    buffer_text(text, "");
    while (text->size <= FILE_BYTES_MAX && (got = fread(block, 1, sizeof block, file)) > 0)
        buffer_append(text, block, got);
    const bool failed = ferror(file) != 0;
    (void)fclose(file);
    if (failed)
        return err_fail(err, ERR_INPUT, "%s: cannot be read", path);
    if (text->size > FILE_BYTES_MAX || memchr(text->data, '\0', text->size))
        return err_fail(err, ERR_INPUT, "%s: not a file of properties", path);
    return true;
}

static bool read_proportions(struct ycsb_workload *ycsb, struct err *err)
{
    struct properties *from = &ycsb->properties;
    double deletes;
    if (!property_number(from, "readproportion", 0.95, 1e9, &ycsb->read, err) ||
        !property_number(from, "updateproportion", 0.05, 1e9, &ycsb->update, err) ||
        !property_number(from, "scanproportion", 0, 1e9, &ycsb->scan, err) ||
        !property_number(from, "insertproportion", 0, 1e9, &ycsb->insert, err) ||
        !property_number(from, "readmodifywriteproportion", 0, 1e9, &ycsb->modify, err) ||
        !property_number(from, "deleteproportion", 0, 1e9, &deletes, err))
        return false;
    if (deletes > 0)
        return err_fail(err, ERR_INPUT, "deleteproportion: deletes are not simulated yet");
    if (!(ycsb->read + ycsb->update + ycsb->scan + ycsb->insert + ycsb->modify > 0))
        return err_fail(err, ERR_INPUT, "all proportions are 0");
    if (ycsb->insert > 0 && ycsb->update + ycsb->modify > 0)
        return err_fail(
            err, ERR_INPUT,
            "inserts beside updates of other records are not simulated yet: set "
            "insertproportion, or updateproportion and readmodifywriteproportion, to 0");
    return true;
}

static bool read_distribution(struct ycsb_workload *ycsb, struct err *err)
{
    static const char *const known[] = {"uniform", "zipfian", "latest", "hotspot"};
    struct properties *from = &ycsb->properties;
    ycsb->distribution = property_text(from, "requestdistribution", "uniform");
    bool is_known = false;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        is_known = is_known || !strcmp(known[i], ycsb->distribution);
    if (!is_known)
        return err_fail(err, ERR_INPUT,
                        "requestdistribution=%s: expected uniform, zipfian, latest or hotspot",
                        ycsb->distribution);
    return property_number(from, "hotspotdatafraction", 0.2, 1, &ycsb->hot_fraction, err) &&
           property_number(from, "hotspotopnfraction", 0.8, 1, &ycsb->hot_share, err);
}

static bool read_keys(struct ycsb_workload *ycsb, struct err *err)
{
    struct properties *from = &ycsb->properties;
    const char *order = property_text(from, "insertorder", "hashed");
    uint64_t all;
    ycsb->is_ordered = !strcmp(order, "ordered");
    if (!ycsb->is_ordered && strcmp(order, "hashed") != 0)
        return err_fail(err, ERR_INPUT, "insertorder=%s: expected hashed or ordered", order);
    if (!property_count(from, "recordcount", 0, UINT64_C(1) << 53, &all, err) ||
        !property_count(from, "insertstart", 0, UINT64_C(1) << 53, &ycsb->start, err))
        return false;
    if (all <= ycsb->start)
        return err_fail(err, ERR_INPUT,
                        "recordcount (%" PRIu64 ") must be given, above insertstart (%" PRIu64 ")",
                        all, ycsb->start);
    return property_count(from, "insertcount", all - ycsb->start, all - ycsb->start, &ycsb->records,
                          err) &&
           (ycsb->records > 0 || err_fail(err, ERR_INPUT, "insertcount must be above 0")) &&
           property_count(from, "zeropadding", 1, PADDING_MAX, &ycsb->padding, err);
}

static bool read_rows(struct ycsb_workload *ycsb, struct err *err)
{
    struct properties *from = &ycsb->properties;
    const char *lengths = property_text(from, "fieldlengthdistribution", "constant");
    ycsb->writes_all = !strcmp(property_text(from, "writeallfields", "false"), "true");
    ycsb->has_sizes = !strcmp(lengths, "uniform");
    if (!ycsb->has_sizes && strcmp(lengths, "constant") != 0)
        return err_fail(err, ERR_INPUT, "fieldlengthdistribution=%s: expected constant or uniform",
                        lengths);
    if (!property_count(from, "fieldcount", 10, 1000000, &ycsb->fields, err) ||
        !property_count(from, "fieldlength", 100, 1000000000, &ycsb->field_bytes, err))
        return false;
    if (ycsb->fields == 0 || ycsb->field_bytes == 0)
        return err_fail(err, ERR_INPUT, "fieldcount and fieldlength must be above 0");
    return true;
}

static bool read_run(struct ycsb_workload *ycsb, struct err *err)
{
    struct properties *from = &ycsb->properties;
    const char *class = property_text(from, "workload", "CoreWorkload");
    const char *dot = strrchr(class, '.');
    if (strcmp(dot ? dot + 1 : class, "CoreWorkload") != 0)
        return err_fail(err, ERR_INPUT, "workload=%s: expected a CoreWorkload", class);
    const char *lengths = property_text(from, "scanlengthdistribution", "uniform");
    if (ycsb->scan > 0 && strcmp(lengths, "uniform") != 0)
        return err_fail(err, ERR_INPUT, "scanlengthdistribution=%s: expected uniform", lengths);
    if (!property_count(from, "minscanlength", 1, 1000000000, &ycsb->scan_min, err) ||
        !property_count(from, "maxscanlength", 1000, 1000000000, &ycsb->scan_max, err) ||
        !property_count(from, "operationcount", 1000000, UINT64_C(1000000000000), &ycsb->operations,
                        err) ||
        !property_number(from, "target", 0, 1e12, &ycsb->target, err))
        return false;
    if (ycsb->scan_min == 0 || ycsb->scan_min > ycsb->scan_max)
        return err_fail(err, ERR_INPUT, "minscanlength must be 1 to maxscanlength");
    return ycsb->operations > 0 || err_fail(err, ERR_INPUT, "operationcount must be above 0");
}

bool ycsb_workload_read(struct ycsb_workload *ycsb, const char *path, struct err *err)
{
    const char *slash = strrchr(path, '/');
    struct buffer text = {0};
    *ycsb = (struct ycsb_workload){.name = slash ? slash + 1 : path};
    bool ok = read_file(path, ycsb->name, &text, err);
    if (ok) {
        properties_read((const char *)text.data, &ycsb->properties);
        ok = (read_proportions(ycsb, err) && read_distribution(ycsb, err) && read_keys(ycsb, err) &&
              read_rows(ycsb, err) && read_run(ycsb, err)) ||
             err_context(err, "%s", path);
    }
    buffer_done(&text);
    return ok;
}

void ycsb_workload_done(struct ycsb_workload *ycsb)
{
    properties_done(&ycsb->properties);
}
