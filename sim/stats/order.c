#include "stats/order.h"

#include "base/mem.h"
#include "stats/real.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct held {
    double number;
    uint32_t place; // in the sample
    uint8_t size;
    uint8_t text[ORDER_TEXT_MAX];
};

struct steps {
    uint64_t rising, same, falling;
};

struct order {
    uint64_t seen;
    uint64_t stride; // of the sample
    size_t held_count;
    struct held *held; // [ORDER_SAMPLE]
    struct held last;
    bool all_numbers;
    struct steps by_number, by_text;
};

struct order *order_new(void)
{
    struct order *order = mem_new(1, sizeof *order);
    order->held = mem_new(ORDER_SAMPLE, sizeof *order->held);
    order->stride = 1;
    order->all_numbers = true;
    return order;
}

void order_free(struct order *order)
{
    if (!order)
        return;
    mem_free(order->held);
    mem_free(order);
}

static int compare_texts(const struct held *a, const struct held *b)
{
    const int order = memcmp(a->text, b->text, a->size < b->size ? a->size : b->size);
    return order != 0 ? order : a->size - b->size;
}

static int compare_numbers(const struct held *a, const struct held *b)
{
    return (a->number > b->number) - (a->number < b->number);
}

static void count_step(struct steps *steps, int from_to)
{
    steps->rising += from_to < 0;
    steps->same += from_to == 0;
    steps->falling += from_to > 0;
}

static void thin(struct order *order)
{
    order->held_count /= 2;
    for (size_t i = 0; i < order->held_count; i++) {
        order->held[i] = order->held[2 * i];
        order->held[i].place = (uint32_t)i;
    }
    order->stride *= 2;
}

void order_add(struct order *order, struct bytes text, bool is_number, double number)
{
    struct held value = {.number = number,
                         .size =
                             (uint8_t)(text.size < ORDER_TEXT_MAX ? text.size : ORDER_TEXT_MAX)};
    if (value.size > 0)
        memcpy(value.text, text.data, value.size);
    order->all_numbers = order->all_numbers && is_number;
    if (order->seen > 0) {
        if (order->all_numbers)
            count_step(&order->by_number, compare_numbers(&order->last, &value));
        count_step(&order->by_text, compare_texts(&order->last, &value));
    }
    order->last = value;
    if (order->seen++ % order->stride != 0)
        return;
    if (order->held_count == ORDER_SAMPLE)
        thin(order);
    if ((order->seen - 1) % order->stride != 0)
        return;
    value.place = (uint32_t)order->held_count;
    order->held[order->held_count++] = value;
}

static int by_text(const void *a, const void *b)
{
    return compare_texts(a, b);
}

static int by_number(const void *a, const void *b)
{
    return compare_numbers(a, b);
}

// Pearson's correlation of place and rank, both about their common mean.
static double correlate(const struct order *order)
{
    const size_t count = order->held_count;
    int (*const compare)(const void *, const void *) = order->all_numbers ? by_number : by_text;
    struct held *sorted = mem_new(count, sizeof *sorted);
    memcpy(sorted, order->held, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, compare);
    const double middle = ((double)count - 1) / 2;
    double both = 0, ranks = 0, places = 0;
    for (size_t i = 0; i < count;) {
        size_t end = i + 1;
        while (end < count && compare(&sorted[i], &sorted[end]) == 0)
            end++;
        const double rank = ((double)i + (double)end - 1) / 2 - middle;
        for (; i < end; i++) {
            const double place = (double)sorted[i].place - middle;
            both += rank * place;
            ranks += rank * rank;
            places += place * place;
        }
    }
    mem_free(sorted);
    return ranks > 0 && places > 0 ? both / real_sqrt(ranks * places) : NAN;
}

struct order_summary order_summary(const struct order *order)
{
    const struct steps *steps = order->all_numbers ? &order->by_number : &order->by_text;
    const uint64_t count = steps->rising + steps->same + steps->falling;
    const double all = count > 0 ? (double)count : NAN;
    return (struct order_summary){
        .steps = count,
        .rising = (double)steps->rising / all,
        .same = (double)steps->same / all,
        .falling = (double)steps->falling / all,
        .correlation = correlate(order),
    };
}
