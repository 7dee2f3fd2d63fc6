// What is said of a load, of writes or of reads: how it falls on partitions and servers.
#include "metrics/result_field.h"

static const struct result_field skew_fields[] = {
    {"count", RESULT_COUNT, offsetof(struct skew, count), .meaning = "how many there are"},
    {"active", RESULT_COUNT, offsetof(struct skew, active), .meaning = "how many got any"},
    {"mean", RESULT_NUMBER, offsetof(struct skew, mean), .meaning = "of one, idle ones included"},
    {"max", RESULT_NUMBER, offsetof(struct skew, max), .meaning = "of the hottest"},
    {"peak_to_mean", RESULT_NUMBER, offsetof(struct skew, peak_to_mean),
     .meaning = "max / mean, idle ones included: 1 is even"},
    {"cv", RESULT_NUMBER, offsetof(struct skew, cv),
     .meaning = "population standard deviation / mean: 0 is even"},
    {"gini", RESULT_NUMBER, offsetof(struct skew, gini),
     .meaning = "2 sum(i x_i) / (n sum x) - (n + 1) / n over ascending x: 0 is even"},
    {"jain", RESULT_NUMBER, offsetof(struct skew, jain),
     .meaning = "(sum x)^2 / (n sum x^2): 1 is even, 1/n is one that takes all"},
    {"entropy_ratio", RESULT_NUMBER, offsetof(struct skew, entropy_ratio),
     .meaning = "entropy / log2 n: 1 is even; null for n = 1"},
    {"top_share", RESULT_NUMBER, offsetof(struct skew, top_share),
     .meaning = "max / sum: what the hottest takes of all"},
    {"effective", RESULT_NUMBER, offsetof(struct skew, effective),
     .meaning = "sum / max: as how many evenly loaded ones they act"},
    {0},
};

static const struct result_field window_ratio_fields[] = {
    {"mean", RESULT_NUMBER, offsetof(struct window_summary, mean),
     .meaning = "over the windows that saw any"},
    {"p99", RESULT_NUMBER, offsetof(struct window_summary, p99),
     .meaning = "99th percentile over these windows"},
    {"max", RESULT_NUMBER, offsetof(struct window_summary, max),
     .meaning = "the worst of these windows"},
    {0},
};

static const struct result_field write_window_fields[] = {
    {"window_s", RESULT_NUMBER, offsetof(struct load_summary, window_s),
     .meaning = "mean length of a window, seconds"},
    {"count", RESULT_COUNT, offsetof(struct load_summary, window_count),
     .meaning = "windows that saw any"},
    {"partition_peak_to_mean", RESULT_OBJECT, offsetof(struct load_summary, partition_peak_to_mean),
     .members = window_ratio_fields},
    {"server_peak_to_mean", RESULT_OBJECT, offsetof(struct load_summary, server_peak_to_mean),
     .members = window_ratio_fields},
    {"chance_peak_to_mean", RESULT_NUMBER,
     offsetof(struct load_summary, window_chance_peak_to_mean),
     .meaning = "what a perfect hash would show over partitions in a window"},
    {"top_share", RESULT_NUMBER, offsetof(struct load_summary, window_top_share),
     .meaning = "of a window's, what its hottest partition takes, in the mean"},
    {0},
};

static const struct result_field chance_fields[] = {
    {"peak_to_mean", RESULT_NUMBER, offsetof(struct load_summary, chance_peak_to_mean),
     .meaning = "E[max] / mean of as many thrown at random into the partitions"},
    {"chi_square", RESULT_NUMBER, offsetof(struct load_summary, chi_square),
     .meaning = "of the partitions' counts against an even spread"},
    {"degrees", RESULT_COUNT, offsetof(struct load_summary, chi_degrees),
     .meaning = "degrees of freedom of chi_square"},
    {"p_value", RESULT_NUMBER, offsetof(struct load_summary, p_value),
     .meaning = "chance of a chi_square this high under a perfect hash"},
    {0},
};

static const struct result_field sharding_fields[] = {
    {"accessed", RESULT_NUMBER, offsetof(struct load_summary, sharding_accessed),
     .meaning = "different sharding keys written, or asked for; null without slices"},
    {"total", RESULT_NUMBER, offsetof(struct load_summary, sharding_total),
     .meaning = "slices they could be on; null where there are no slices"},
    {0},
};

const struct result_field result_load_fields[] = {
    {"count", RESULT_COUNT, offsetof(struct load_summary, count),
     .meaning = "row writes, two a put on two tables; of reads, requests to partitions"},
    {"distinct_keys", RESULT_NUMBER, offsetof(struct load_summary, distinct_keys),
     .meaning = "different row keys written"},
    {"distinct_keys_error", RESULT_NUMBER, offsetof(struct load_summary, distinct_keys_error),
     .meaning = "relative standard error of distinct_keys; 0: exact"},
    {"overwrites", RESULT_NUMBER, offsetof(struct load_summary, overwrites),
     .meaning = "writes to a key that was there already"},
    {"key_changes", RESULT_COUNT, offsetof(struct load_summary, key_changes),
     .meaning = "updates that changed a key: a delete and a put"},
    {"partitions", RESULT_OBJECT, offsetof(struct load_summary, partitions),
     .members = skew_fields},
    {"servers", RESULT_OBJECT, offsetof(struct load_summary, servers), .members = skew_fields},
    {"windows", RESULT_OBJECT, 0, .members = write_window_fields},
    {"chance", RESULT_OBJECT, 0, .members = chance_fields},
    {"sharding_keys", RESULT_OBJECT, 0, .members = sharding_fields},
    {"top_key_share", RESULT_NUMBER, offsetof(struct load_summary, top_key_share),
     .meaning = "share of the most written key; null where not known"},
    {0},
};
