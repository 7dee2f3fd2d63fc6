#include "base/text.h"

#include <string.h>

// Longer names are never suggested, nor is anything for a longer text.
enum { LENGTH_MAX = 256 };

// Two spellings of one letter: case, and the dash for the underscore.
static char fold(char letter)
{
    if (letter >= 'A' && letter <= 'Z')
        return (char)(letter - 'A' + 'a');
    return letter == '-' ? '_' : letter;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

// Optimal string alignment: insertions, deletions, replacements and swaps of neighbours.
static size_t distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
    size_t rows[3][LENGTH_MAX + 1];
    size_t *above_two = rows[0], *above = rows[1], *row = rows[2];
    for (size_t j = 0; j <= b_length; j++)
        above[j] = j;
    for (size_t i = 1; i <= a_length; i++) {
        row[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            const bool differs = fold(a[i - 1]) != fold(b[j - 1]);
            row[j] = least(least(above[j], row[j - 1]) + 1, above[j - 1] + differs);
            if (i > 1 && j > 1 && fold(a[i - 1]) == fold(b[j - 2]) &&
                fold(a[i - 2]) == fold(b[j - 1]))
                row[j] = least(row[j], above_two[j - 2] + 1);
        }
        size_t *spare = above_two;
        above_two = above;
        above = row;
        row = spare;
    }
    return above[b_length];
}

// One may be cut short: "host" for "hostname", "timestamps" for "timestamp".
static bool begins_alike(const char *text, size_t length, const char *name, size_t name_length)
{
    const size_t shared = least(length, name_length);
    if (shared < 2 || length > 2 * shared)
        return false;
    for (size_t i = 0; i < shared; i++) {
        if (fold(text[i]) != fold(name[i]))
            return false;
    }
    return true;
}

int text_nearest(const char *text, const char *const *names, size_t count)
{
    const size_t length = strlen(text);
    if (length == 0 || length > LENGTH_MAX)
        return -1;

    int nearest = -1;
    size_t nearest_cost = SIZE_MAX;
    for (size_t i = 0; i < count; i++) {
        const size_t name_length = strlen(names[i]);
        if (name_length > LENGTH_MAX)
            continue;
        const size_t longer = length > name_length ? length : name_length;
        const size_t edits = distance(text, length, names[i], name_length);
        const size_t allowed = longer < 3 ? 1 : longer / 3;
        // A name that only begins alike comes behind every one that is misspelt.
        const bool is_near = edits <= allowed && edits < longer;
        if (!is_near && !begins_alike(text, length, names[i], name_length))
            continue;
        const size_t cost = is_near ? edits : LENGTH_MAX + edits;
        if (cost < nearest_cost) {
            nearest_cost = cost;
            nearest = (int)i;
        }
    }
    return nearest;
}
