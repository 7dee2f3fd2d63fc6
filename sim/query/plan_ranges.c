// The ranges of one occurrence of a query.
#include "base/key_batch.h"
#include "query/plan.h"

struct making {
    struct query_plan *plan;
    const struct bound_clause *bound;
    const struct plan_way *way;
    struct range_list *out;
    struct bytes delimiter; // the literal behind the ranged piece
    bool is_last;           // nothing is behind it
    bool is_whole;          // the condition is in no order there: all of its piece is asked for
    bool is_mixed;          // parts of the condition run into each other
};

// --- what the occurrence says of each field ---

static struct key_given given_of(const struct bound_value *value)
{
    return (struct key_given){value->number, value->scale, value->text};
}

static struct key_interval interval_of(const struct bound_condition *condition)
{
    return (struct key_interval){
        .has_low = condition->has_low,
        .has_high = condition->has_high,
        .low_open = condition->low_open,
        .high_open = condition->high_open,
        .low = given_of(&condition->low),
        .high = given_of(&condition->high),
    };
}

static void learn_known(struct query_plan *plan, const struct bound_clause *bound)
{
    for (size_t i = 0; i < plan->schema->count; i++) {
        const struct bound_condition *condition = &bound->conditions[i];
        struct key_known *known = &plan->known[i];
        *known = (struct key_known){.values = condition->count,
                                    .is_spelled = clause_is_spelled(plan->clause, i)};
        if (condition->kind != CONDITION_RANGE || plan_is_text(plan, i))
            continue;
        known->values = 0;
        known->is_ranged = true;
        known->is_natural = condition->has_low && condition->low.number >= 0;
        known->interval = interval_of(condition);
    }
}

// --- lists ---

// The values that the schema lists and the query allows.
static void drop_refused(const struct bound_clause *bound, size_t field,
                         struct key_values_list *list)
{
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        const struct bound_value value = {
            .number = list->column.numbers ? list->column.numbers[i] : 0,
            .scale = list->column.scales ? list->column.scales[i] : 0,
            .text = list->column.texts ? list->column.texts[i] : (struct bytes){0},
        };
        if (!bound_clause_allows(bound, field, &value))
            continue;
        list->column.numbers[kept] = value.number;
        list->column.scales[kept] = value.scale;
        list->column.texts[kept] = value.text;
        kept++;
    }
    list->count = kept;
}

static bool list_variable(const struct making *making, const struct key_variable *variable,
                          uint64_t limit, struct key_values_list *list)
{
    struct query_plan *plan = making->plan;
    const struct bound_condition *condition = &making->bound->conditions[variable->field];
    if (variable->kind == VARIABLE_FIELD && condition->kind == CONDITION_EQUAL) {
        key_values_list_clear(list);
        for (size_t i = 0; i < condition->count; i++)
            key_values_list_add(list, plan->schema->fields[variable->field].type,
                                given_of(&condition->values[i]));
        return condition->count <= limit;
    }
    if (!key_variable_list(plan->pieces, variable, plan->known, limit, list))
        return false;
    if (variable->kind == VARIABLE_FIELD)
        drop_refused(making->bound, variable->field, list);
    return true;
}

// False where there are more combinations than ranges are allowed.
static bool list_all(const struct making *making, uint64_t *out_combinations)
{
    const struct key_variables *variables = &making->way->variables;
    const uint64_t limit = making->plan->context.max_ranges;
    uint64_t product = 1;
    for (size_t i = 0; i < variables->count; i++) {
        struct key_values_list *list = &making->plan->lists[i];
        if (!list_variable(making, &variables->items[i], limit, list) ||
            __builtin_mul_overflow(product, (uint64_t)list->count, &product) || product > limit)
            return false;
    }
    *out_combinations = product;
    return true;
}

// --- spans ---

// Of the condition, or (decimals, whose spelling is not known) of one of its values.
static bool find_spans(const struct making *making, size_t value)
{
    struct query_plan *plan = making->plan;
    const struct plan_way *way = making->way;
    const struct bound_condition *condition = &making->bound->conditions[way->field];
    const bool is_suffix = condition->kind == CONDITION_SUFFIX;
    if (is_suffix || condition->kind == CONDITION_PREFIX)
        return key_piece_affix_span(plan->pieces, way->listed, way->field,
                                    condition->values[0].text, is_suffix, &plan->spans);
    struct key_interval interval = interval_of(condition);
    if (condition->kind == CONDITION_EQUAL) {
        const struct key_given given = given_of(&condition->values[value]);
        interval =
            (struct key_interval){.has_low = true, .has_high = true, .low = given, .high = given};
    }
    return key_piece_spans(plan->pieces, way->listed, way->field, &interval, &plan->spans);
}

// --- ranges ---

// The first key behind all that begin with what is in the buffer; empty: there is none.
static struct bytes behind(struct buffer *work)
{
    while (work->size > 0 && work->data[work->size - 1] == 0xff)
        work->size--;
    if (work->size > 0)
        work->data[work->size - 1]++;
    return bytes_of(work->data, work->size);
}

// Both ends begin with what is listed.
static void begin_both(const struct making *making, struct bytes prefix)
{
    buffer_clear(&making->plan->start);
    buffer_clear(&making->plan->stop);
    buffer_append(&making->plan->start, prefix.data, prefix.size);
    buffer_append(&making->plan->stop, prefix.data, prefix.size);
}

static void add_range(const struct making *making, uint32_t slice, struct bytes start,
                      struct bytes stop)
{
    range_list_add(making->out, slice, start, stop);
}

// All keys that begin with `prefix` and then `text` and `end`.
static void add_beginning(const struct making *making, uint32_t slice, struct bytes prefix,
                          struct bytes text, struct bytes end)
{
    struct buffer *start = &making->plan->start;
    struct buffer *stop = &making->plan->stop;
    begin_both(making, prefix);
    buffer_append(start, text.data, text.size);
    buffer_append(start, end.data, end.size);
    buffer_append(stop, text.data, text.size);
    buffer_append(stop, end.data, end.size);
    add_range(making, slice, bytes_of(start->data, start->size), behind(stop));
}

// All keys that go on from the listed pieces. Where the last of them is a text with an end of its
// own, what begins like an escape belongs to another text.
static void add_listed(const struct making *making, uint32_t slice, struct bytes prefix)
{
    const struct bytes none = {0};
    const size_t listed = making->way->listed;
    const struct key_piece *piece =
        listed > 0 ? key_piece_at(making->plan->pieces, listed - 1) : NULL;
    if (!piece || piece->end_byte < 0 || !piece->is_closed || piece->width > 0) {
        add_beginning(making, slice, prefix, none, none);
        return;
    }
    struct buffer *start = &making->plan->start;
    struct buffer *stop = &making->plan->stop;
    begin_both(making, prefix);
    if (piece->end_byte == 0)
        buffer_byte(stop, 0xff);
    else
        buffer_byte(start, 1);
    add_range(making, slice, bytes_of(start->data, start->size),
              piece->end_byte == 0 ? bytes_of(stop->data, stop->size) : behind(stop));
}

// Values that begin `last` come before it, but what follows them in the key may sort behind all
// that begins with `last`: each has a range of its own.
static void add_beginnings_of_last(const struct making *making, uint32_t slice, struct bytes prefix,
                                   const struct key_span *span)
{
    enum { BEGINNINGS_MAX = 64 };
    const struct key_piece *piece = key_piece_at(making->plan->pieces, making->way->listed);
    struct bytes end = making->delimiter;
    if (piece->end_byte >= 0)
        end = bytes_of("", 0);
    for (size_t size = span->least; size < span->last.size; size++) {
        const struct bytes value = bytes_of(span->last.data, size);
        const bool ends =
            piece->end_byte < 0 || (size > 0 && value.data[size - 1] == (uint8_t)piece->end_byte);
        if (!ends || key_compare(value, span->first) < 0)
            continue;
        // Without an end the first one holds all others.
        const bool many = size - span->least > BEGINNINGS_MAX;
        add_beginning(making, slice, prefix, value, many ? bytes_of("", 0) : end);
        if (many || (end.size == 0 && piece->end_byte < 0))
            return;
    }
}

// The first key of the span's values; false where none can follow.
static bool span_start(const struct making *making, const struct key_span *span, struct bytes *out)
{
    struct buffer *start = &making->plan->start;
    buffer_append(start, span->first.data, span->first.size);
    if (span->first_out && making->is_last)
        buffer_byte(start, 0);
    *out = bytes_of(start->data, start->size);
    if (!span->first_out || making->is_last || !span->even)
        return true;
    *out = behind(start);
    return out->size > 0;
}

// The first key behind them; empty: there is none.
static struct bytes span_stop(const struct making *making, const struct key_span *span)
{
    struct buffer *stop = &making->plan->stop;
    if (!span->has_last)
        return behind(stop);
    buffer_append(stop, span->last.data, span->last.size);
    if (span->last_out || (making->is_last && !span->open)) {
        if (!span->last_out)
            buffer_byte(stop, 0);
        return bytes_of(stop->data, stop->size);
    }
    if (!span->closed && !span->open)
        buffer_append(stop, making->delimiter.data, making->delimiter.size);
    return behind(stop);
}

static void add_span(const struct making *making, uint32_t slice, struct bytes prefix,
                     const struct key_span *span)
{
    struct bytes start;
    begin_both(making, prefix);
    if (!span_start(making, span, &start))
        return;
    const struct bytes stop = span_stop(making, span);
    if (!span->last_out || key_compare(start, stop) < 0)
        add_range(making, slice, start, stop);
    if (span->has_last && !span->closed && !making->is_last)
        add_beginnings_of_last(making, slice, prefix, span);
}

static void add_prefix(const struct making *making, struct bytes prefix, bool spanned)
{
    const struct query_plan *plan = making->plan;
    const struct bytes none = {0};
    const struct plan_context *context = &plan->context;
    const uint32_t slice = context->slices ? plan_slice(prefix, (uint32_t)context->partitions) : 0;
    if (making->way->whole_slice) {
        add_range(making, slice, none, none);
    } else if (making->way->point) {
        begin_both(making, prefix);
        buffer_byte(&making->plan->stop, 0);
        add_range(making, slice, prefix,
                  bytes_of(making->plan->stop.data, making->plan->stop.size));
    } else if (!spanned) {
        add_listed(making, slice, prefix);
    } else {
        for (size_t i = 0; i < plan->spans.count; i++)
            add_span(making, slice, prefix, &plan->spans.items[i]);
    }
}

static void add_combinations(const struct making *making, uint64_t combinations, bool spanned)
{
    struct query_plan *plan = making->plan;
    for (uint64_t first = 0; first < combinations; first += BATCH_ROWS) {
        const uint64_t left = combinations - first;
        const size_t count = left < BATCH_ROWS ? (size_t)left : BATCH_ROWS;
        key_pieces_run(plan->pieces, &making->way->variables, plan->lists, first, count);
        for (size_t row = 0; row < count; row++) {
            bool possible = true;
            buffer_clear(&plan->work);
            for (size_t i = 0; possible && i < making->way->listed; i++)
                possible = key_piece_put(plan->pieces, i, row, &plan->work);
            if (possible)
                add_prefix(making, bytes_of(plan->work.data, plan->work.size), spanned);
        }
        key_pieces_rest(plan->pieces);
    }
}

static void add_scatter(const struct making *making)
{
    const struct bytes none = {0};
    for (uint64_t i = 0; i < making->plan->context.partitions; i++)
        add_range(making, (uint32_t)i, none, none);
}

static void look_behind(struct making *making)
{
    const struct query_plan *plan = making->plan;
    const size_t next = making->way->listed + 1;
    making->is_last = next >= key_pieces_count(plan->pieces);
    if (!making->is_last && key_piece_at(plan->pieces, next)->is_literal)
        making->delimiter = key_piece_at(plan->pieces, next)->literal;
}

static bool make_ranges(struct making *making)
{
    const struct plan_way *way = making->way;
    uint64_t combinations;
    if (way->scatter) {
        add_scatter(making);
        return true;
    }
    if (!list_all(making, &combinations))
        return false;
    look_behind(making);
    const struct bound_condition *condition = &making->bound->conditions[way->field];
    const bool several = way->ranged && condition->kind == CONDITION_EQUAL;
    for (size_t i = 0; i < (several ? condition->count : 1); i++) {
        const bool spanned = way->ranged && find_spans(making, i);
        making->is_whole = making->is_whole || (way->ranged && !spanned);
        add_combinations(making, combinations, spanned);
    }
    return true;
}

static void state_order(const struct making *making)
{
    struct plan_way way = *making->way;
    if (making->is_whole || making->is_mixed) {
        way.ranged = way.reverse = false;
        way.filtered = true;
        plan_judge_order(making->plan, &way);
    }
    making->out->reverse = way.reverse;
    making->out->in_order = way.in_order;
    making->out->filtered = way.filtered;
    making->out->point = way.point;
}

bool query_plan_ranges(struct query_plan *plan, const struct bound_clause *bound,
                       struct range_list *out, struct err *err)
{
    (void)err;
    range_list_clear(out);
    if (bound->impossible)
        return true;
    learn_known(plan, bound);
    // With fewer pieces listed there are fewer combinations; the first way has one.
    size_t at = plan->chosen;
    struct making making = {.plan = plan, .bound = bound, .way = &plan->ways[at], .out = out};
    while (!make_ranges(&making))
        making.way = &plan->ways[--at];
    size_t field;
    bool descending;
    const bool ordered = clause_is_ordered(plan->clause, &field, &descending);
    making.is_mixed = range_list_settle(out, !making.way->point && !ordered);
    state_order(&making);
    return true;
}
