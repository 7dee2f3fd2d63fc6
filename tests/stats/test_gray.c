#include "stats/gray.h"

#include "stats/occupancy.h"
#include "stats/sampler.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>

enum { RANKS = 12, DRAWS = 2000000 };

// Shares of the first ranks under Gray's method, integrated by another program.
static const struct {
    uint64_t cardinality;
    double zeta;
    double shares[RANKS];
} rows[] = {
    {1000000,
     15.391849746037371,
     {0.06496944918900906, 0.03271067372250033, 0.02614425679958042, 0.01861403877512327,
      0.014475092251185817, 0.011851012235259445, 0.010036758936996099, 0.008706750716585637,
      0.007689554696807599, 0.006886219783107189, 0.0062355968398472295, 0.005697845704237037}},
    {UINT64_C(10000000001),
     26.46902820178302,
     {0.03778000432719466, 0.01902139251921776, 0.015314368476378647, 0.010903436682905346,
      0.008478990172242767, 0.006941898160660279, 0.005879173611552782, 0.005100102470990936,
      0.004504265504616259, 0.004033700708200028, 0.003652589110014287, 0.0033375937707911946}},
};

Test(gray, ranks_come_as_often_as_the_method_has_them)
{
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row++) {
        const struct gray gray = gray_of(rows[row].cardinality, 0.99, rows[row].zeta);
        struct rng rng = rng_stream(7, "gray", row);
        uint64_t counts[RANKS + 1] = {0};
        double rest = 1, chi_square = 0;
        for (int i = 0; i < DRAWS; i++) {
            const uint64_t rank = gray_sample(&gray, &rng);
            cr_assert(lt(u64, rank, rows[row].cardinality));
            counts[rank < RANKS ? rank : RANKS]++;
        }
        for (int i = 0; i <= RANKS; i++) {
            const double share = i < RANKS ? rows[row].shares[i] : rest;
            rest -= share;
            chi_square += pow((double)counts[i] - DRAWS * share, 2) / (DRAWS * share);
        }
        const double p = chi_square_tail(chi_square, RANKS);
        cr_expect(gt(dbl, p, 0.001), "row %zu: chi-square %g", row, chi_square);
        cr_expect(lt(dbl, p, 0.999), "row %zu: chi-square %g", row, chi_square);
    }
}

Test(gray, rank_2_comes_too_often_which_is_why_it_is_not_zipf)
{
    const struct gray gray = gray_of(1000000, 0.99, zipf_zeta(1000000, 0.99));
    struct rng rng = rng_stream(7, "gray", 9);
    uint64_t count = 0;
    for (int i = 0; i < DRAWS; i++)
        count += gray_sample(&gray, &rng) == 2;
    cr_expect(lt(dbl, fabs((double)count / DRAWS / 0.021895715559857358 - 1.194), 0.02));
}
