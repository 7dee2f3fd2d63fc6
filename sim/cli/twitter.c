#include "cli/twitter.h"

#include "base/buffer.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// Clusters 1, 2, ... as their statistics of March 2020 have them, published with the traces of
// Yang, Yue and Rashmi, "A large scale analysis of hundreds of in-memory cache clusters at Twitter"
// (OSDI 2020), https://github.com/twitter/cache-trace, CC BY 4.0. `gets` counts as get; set, add,
// cas, incr and prepend as put.
static const struct cluster {
    unsigned key_bytes, value_bytes;
    double kilo_per_s;          // requests
    double requests;            // of a key, in the mean
    double alpha;               // Zipf's; below 0: not published
    unsigned get, put, deletes; // percent, as rounded there
} clusters[] = {
    {80, 267, 11.40, 26574.9, 2.6774, 99, 0, 0},
    {21, 68, 12.15, 934.5, 1.4908, 100, 0, 0},
    {19, 120, 1.36, 91.4, 1.6414, 99, 0, 0},
    {67, 2439, 5.26, 26.5, 1.1004, 93, 7, 0},
    {0, 0, 0, 0, -1, 0, 0, 0},
    {44, 252, 12.61, 327.3, 1.882, 98, 2, 0},
    {17, 1936, 1.62, 72.9, 1.0666, 82, 18, 0},
    {23, 9497, 2.11, 1532.6, 1.7366, 50, 50, 0},
    {32, 39, 18.83, 463.9, 1.6796, 99, 0, 0},
    {22, 2333, 0.22, 2.0, 0, 50, 50, 0},
    {24, 170, 4.16, 45.7, 1.4891, 97, 3, 0},
    {44, 1030, 4.36, 1.3, 0.3048, 20, 80, 0},
    {44, 4266, 1.34, 1.6, 0.4565, 38, 62, 0},
    {96, 414, 5.81, 35.4, 1.2959, 65, 13, 22},
    {18, 102, 9.02, 1.0, 0.0242, 0, 100, 0},
    {18, 115, 17.51, 277.0, 1.7862, 93, 5, 0},
    {19, 212, 0.35, 60.8, 2.1106, 99, 0, 0},
    {18, 37, 26.40, 660.5, 2.0994, 97, 2, 0},
    {42, 101, 3.31, 4.7, 0.735, 75, 25, 0},
    {26, 55, 5.63, 29.7, 1.3699, 96, 3, 0},
    {25, 1, 2.18, 1.1, 0.0521, 0, 100, 0},
    {54, 4, 3.24, 4.3, 0.7624, 72, 28, 0},
    {35, 224, 8.69, 3.9, 0.274, 36, 61, 2},
    {32, 699, 5.29, 134.8, 1.3726, 99, 0, 0},
    {49, 28, 18.97, 662.7, 0.9929, 97, 4, 0},
    {122, 1745, 0.25, 13.0, 0.6299, 71, 29, 0},
    {66, 8, 24.55, 9.0, 1.065, 85, 15, 0},
    {45, 85, 9.05, 66.2, 1.503, 91, 6, 0},
    {36, 799, 10.73, 22.5, 1.2323, 86, 13, 0},
    {22, 689, 3.85, 154.4, 1.4259, 99, 0, 0},
    {41, 15, 2.52, 1.1, 0, 6, 94, 0},
    {41, 138, 7.35, 1.0, 0, 2, 98, 0},
    {24, 1118, 10.53, 254.5, 1.354, 99, 1, 0},
    {33, 322, 3.40, 49.4, 1.1401, 94, 6, 0},
    {19, 1796, 3.06, 14.8, 0, 96, 4, 0},
    {23, 78, 9.08, 46.8, 1.2169, 94, 5, 0},
    {72, 20134, 4.15, 3.8, 0.4251, 63, 37, 0},
    {41, 185, 2.52, 1.1, 0, 6, 94, 0},
    {41, 80, 2.52, 1.1, 0, 6, 94, 0},
    {44, 155, 6.26, 11.8, 0.8551, 50, 50, 0},
    {44, 171, 5.18, 11.8, 0.8542, 50, 50, 0},
    {40, 4703, 6.84, 229.9, 1.5974, 96, 4, 0},
    {44, 304, 14.54, 18.4, -1, 50, 50, 0},
    {25, 22, 9.41, 60.5, 1.4084, 98, 1, 0},
    {10, 120, 0.33, 2.9, 0.6372, 85, 15, 0},
    {44, 928, 10.47, 5.2, -1, 68, 32, 0},
    {44, 267, 9.54, 838.6, 2.0637, 100, 0, 0},
    {44, 70, 1.84, 3.5, 0.8191, 65, 35, 0},
    {44, 10658, 1.25, 154.2, 1.5095, 57, 43, 0},
    {18, 67485, 0.24, 22.1, 1.2816, 52, 48, 0},
    {44, 221, 10.40, 814.8, 1.9745, 90, 10, 0},
    {20, 273, 24.25, 32.6, 1.2117, 93, 6, 0},
    {36, 9213, 1.38, 27.6, 1.2061, 89, 12, 0},
    {19, 246, 0.65, 9.8, 1.611, 97, 3, 0},
};

enum { CLUSTER_COUNT = sizeof clusters / sizeof clusters[0] };

static const char prefix[] = "twitter-";
static const double SECONDS_OF_A_WEEK = 7 * 86400;

bool twitter_is_named(const char *name)
{
    return strncmp(name, prefix, strlen(prefix)) == 0;
}

// The cluster's number; 0, with the error, where it cannot be made into a scenario.
static unsigned number_of(const char *name, struct err *err)
{
    char *end;
    const char *digits = name + strlen(prefix);
    const unsigned long number = strtoul(digits, &end, 10);
    if (digits[0] < '0' || digits[0] > '9' || *end != '\0' || number < 1 ||
        number > CLUSTER_COUNT) {
        err_fail(err, ERR_INPUT, "init: there is no scenario `%s`", name);
        err_hint(err, "Twitter's clusters are twitter-1 to twitter-%d", CLUSTER_COUNT);
        return 0;
    }
    if (clusters[number - 1].alpha < 0) {
        err_fail(err, ERR_INPUT, "init: of Twitter's cluster %lu no popularity was published",
                 number);
        return 0;
    }
    return (unsigned)number;
}

static void add_head(unsigned number, const struct cluster *cluster, struct buffer *out)
{
    buffer_format(out,
                  "// twitter-%u: Twitter's cache cluster %u as a table of rows\n//\n"
                  "//   hotsim compare twitter-%u.json\n//\n"
                  "// From the statistics of March 2020 at https://github.com/twitter/cache-trace "
                  "(CC BY 4.0; Yang, Yue\n// and Rashmi, OSDI 2020): bytes of keys and values, "
                  "requests a second, Zipf's alpha, operations. The\n// number of keys is ours: a "
                  "week's requests / the mean requests of a key.\n",
                  number, number, number);
    if (cluster->deletes > 0)
        buffer_format(out, "// Left out: deletes, %u %% of the operations.\n", cluster->deletes);
    if (cluster->put == 0)
        buffer_text(out, "// Of its puts, too few for the statistics, it is known that they are "
                         "what the gets leave.\n");
}

char *twitter_scenario(const char *name, struct err *err)
{
    struct buffer out = {0};
    const unsigned number = number_of(name, err);
    if (number == 0)
        return NULL;
    const struct cluster *cluster = &clusters[number - 1];
    const double rate_per_s = 1000 * cluster->kilo_per_s;
    const uint64_t keys = (uint64_t)(rate_per_s * SECONDS_OF_A_WEEK / cluster->requests);
    // Where percentages were rounded to nothing, half of one is left.
    const double rest = cluster->get < 100 ? 100 - (double)cluster->get : 0.5;
    add_head(number, cluster, &out);
    buffer_format(&out,
                  "{\n  \"title\": \"Twitter's cluster %u: which row key?\",\n"
                  "  \"workload\": {\n    \"fields\": {\n"
                  "      \"key\": {\"zipf\": {\"cardinality\": %" PRIu64 ", \"theta\": ",
                  number, keys);
    text_number(&out, cluster->alpha);
    buffer_format(&out, ", \"scramble\": true}, \"format\": \"%%0%ud\"}\n    },\n",
                  cluster->key_bytes);
    buffer_text(&out, "    \"arrivals\": {\"rate_per_s\": ");
    text_number(&out, rate_per_s);
    buffer_format(&out, "},\n    \"mix\": {\"get\": %u, \"put\": ", cluster->get);
    text_number(&out, cluster->put > 0 ? cluster->put : rest);
    buffer_format(&out, "},\n    \"row\": {\"columns\": 1, \"value_bytes\": %u}\n  },\n",
                  cluster->value_bytes);
    buffer_text(&out, "  \"designs\": {\n    \"as it is\":    \"[key]\",\n"
                      "    \"hash prefix\": \"[md5(key).substr(0,4)][key]\"\n  },\n"
                      "  \"store\": {\"profile\": \"hbase\", \"servers\": 8},\n"
                      "  \"run\": {\"operations\": 300000}\n}\n");
    return buffer_take(&out);
}
