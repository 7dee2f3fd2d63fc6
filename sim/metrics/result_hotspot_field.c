// What is said of hotspots: each, and all of a design.
#include "metrics/result_field.h"

const struct result_field result_hotspot_fields[] = {
    {.name = "t_s", .kind = RESULT_NUMBER, .offset = offsetof(struct hotspot, t_s)},
    {.name = "until_s", .kind = RESULT_NUMBER, .offset = offsetof(struct hotspot, until_s)},
    {.name = "table", .kind = RESULT_TABLE, .offset = offsetof(struct hotspot, table)},
    {.name = "partition", .kind = RESULT_SMALL, .offset = offsetof(struct hotspot, partition)},
    {.name = "server", .kind = RESULT_SMALL, .offset = offsetof(struct hotspot, server)},
    {.name = "share", .kind = RESULT_NUMBER, .offset = offsetof(struct hotspot, share)},
    {.name = "writes", .kind = RESULT_COUNT, .offset = offsetof(struct hotspot, writes)},
    {.name = "windows", .kind = RESULT_COUNT, .offset = offsetof(struct hotspot, windows)},
    {.name = "moved_partitions",
     .kind = RESULT_SMALL,
     .offset = offsetof(struct hotspot, moved_partitions)},
    {.name = "from_server", .kind = RESULT_SMALL, .offset = offsetof(struct hotspot, from_server)},
    {0},
};

static const struct result_field dwell_fields[] = {
    {"mean", RESULT_NUMBER, offsetof(struct hotspot_summary, dwell_mean_s),
     .meaning = "seconds that a hotspot stays with one partition"},
    {"max", RESULT_NUMBER, offsetof(struct hotspot_summary, dwell_max_s),
     .meaning = "the longest, seconds"},
    {0},
};

const struct result_field result_hotspot_summary_fields[] = {
    {.name = "table", .kind = RESULT_TEXT, .offset = offsetof(struct hotspot_summary, table)},
    {"share_mean", RESULT_NUMBER, offsetof(struct hotspot_summary, share_mean),
     .meaning = "of a window's writes to the hottest partition, in the mean"},
    {"hot_share", RESULT_NUMBER, offsetof(struct hotspot_summary, hot_share),
     .meaning = "of the windows in which a partition was hot"},
    {"count", RESULT_COUNT, offsetof(struct hotspot_summary, count),
     .meaning = "hotspots: runs of windows in which one partition was hot"},
    {"server_moves", RESULT_COUNT, offsetof(struct hotspot_summary, server_moves),
     .meaning = "of these, on another server than the one before"},
    {"dwell_s", RESULT_OBJECT, 0, .members = dwell_fields},
    {"time_to_relief_s", RESULT_NUMBER, offsetof(struct hotspot_summary, relief_s),
     .meaning = "until the first window in which none was hot; null: there is none"},
    {"splits", RESULT_COUNT, offsetof(struct hotspot_summary, splits),
     .meaning = "of the table's partitions, in the run"},
    {"falling", RESULT_FLAG, offsetof(struct hotspot_summary, is_falling),
     .meaning = "1 where the moving edge is the low end of the keys"},
    {.name = "verdict", .kind = RESULT_TEXT, .offset = offsetof(struct hotspot_summary, verdict)},
    {.name = "cause", .kind = RESULT_OPTION, .offset = offsetof(struct hotspot_summary, cause)},
    {0},
};
