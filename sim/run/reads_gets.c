// What references point to: the rows that an occurrence gets from the design's table of rows.

#include "base/mem.h"
#include "cluster/cluster.h"
#include "cluster/service.h"
#include "run/reads_state.h"

bool reference_gets_open(struct reads *reads, struct err *err)
{
    struct reference_gets *gets = &reads->gets;
    const struct scenario_design *design = reads->config.design;
    for (size_t t = 0; !gets->target && t < design->table_count; t++) {
        if (!design->tables[t].holds_reference)
            gets->target = &reads->tables[t];
    }
    if (!gets->target)
        return true;
    const struct scenario *scenario = reads->config.scenario;
    const struct key_context context = scenario_table_context(scenario, gets->target->table->plan);
    gets->program = key_program_new(gets->target->table->plan->key, &context, err);
    if (!gets->program)
        return false;
    batch_init(&gets->records, source_schema(scenario->source));
    gets->per_partition = mem_new(reads->config.partitions, sizeof *gets->per_partition);
    return true;
}

void reference_gets_close(struct reference_gets *gets)
{
    if (!gets->program)
        return;
    key_program_free(gets->program);
    batch_done(&gets->records);
    buffer_done(&gets->keys.bytes);
    mem_free(gets->per_partition);
}

void reference_gets_begin(struct reference_gets *gets)
{
    const uint32_t partitions = partition_map_count(gets->target->table->map);
    for (uint32_t p = 0; p < partitions; p++)
        gets->per_partition[p] = 0;
    gets->records.count = 0;
    gets->located = 0;
}

// Spells the keys of the rows at hand, and counts where they lie.
static void locate(struct reference_gets *gets)
{
    uint32_t partition[BATCH_ROWS];
    if (gets->records.count == 0 || gets->fault.code != ERR_NONE ||
        !key_program_run(gets->program, &gets->records, &gets->keys, &gets->fault))
        return;
    partition_map_route(gets->target->table->map, &gets->keys, partition);
    for (size_t i = 0; i < gets->records.count; i++)
        gets->per_partition[partition[i]]++;
    gets->located += (double)gets->records.count;
    gets->records.count = 0;
}

void reference_gets_found(void *context, const struct batch *batch, size_t row)
{
    struct reference_gets *gets = context;
    batch_put_row(&gets->records, batch, row);
    if (gets->records.count == BATCH_ROWS)
        locate(gets);
}

bool reference_gets_send(struct reads *reads, double count, struct err *err)
{
    struct reference_gets *gets = &reads->gets;
    const struct design_table *target = gets->target->table;
    const double get_ns = (double)service_resolved(&target->plan->store).get_ns;
    locate(gets);
    if (gets->fault.code != ERR_NONE) {
        *err = gets->fault;
        return false;
    }
    const uint32_t partitions = partition_map_count(target->map);
    for (uint32_t p = 0; gets->located > 0 && p < partitions; p++) {
        const double sent = count * gets->per_partition[p] / gets->located;
        if (sent > 0)
            reads_add_branch(reads, (struct read_branch){.partition = target->first_partition + p,
                                                         .follows = BRANCH_SECOND,
                                                         .mean_ns = sent * get_ns});
    }
    return true;
}
