#include "cli/claims.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

Test(claims, every_claim_of_the_four_documents_has_a_row)
{
    // 8 of MapR-DB, 14 of Lindorm, 16 of ApsaraDB, 14 of Iguazio.
    static const char letters[] = "MLHI";
    static const size_t want[] = {8, 14, 16, 14};
    size_t count;
    const struct claim *claims = claim_catalog(&count);
    for (size_t letter = 0; letter < 4; letter++) {
        size_t seen = 0;
        for (size_t i = 0; i < count; i++)
            seen += claims[i].id[0] == letters[letter];
        cr_expect(eq(sz, seen, want[letter]), "%c", letters[letter]);
    }
    cr_expect(eq(sz, count, 52));
}

Test(claims, ids_are_unique_and_rows_are_filled)
{
    size_t count;
    const struct claim *claims = claim_catalog(&count);
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < i; j++)
            cr_expect(ne(int, strcmp(claims[i].id, claims[j].id), 0), "%s", claims[i].id);
        cr_expect(strlen(claims[i].document) > 0 && strlen(claims[i].claim) > 0, "%s",
                  claims[i].id);
        cr_expect(strlen(claims[i].verdict) > 0 && strlen(claims[i].shown) > 0, "%s", claims[i].id);
    }
}
