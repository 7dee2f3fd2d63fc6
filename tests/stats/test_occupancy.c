#include "stats/occupancy.h"

#include "base/rng.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <string.h>

// Exact values, by convolving truncated Poisson variables in another program.
static const struct {
    uint64_t bins, balls;
    double peak_to_mean;
} exact[] = {
    {4, 4, 2.1249999999999982},       {4, 40, 1.333813487767777},
    {4, 400, 1.1038239804429648},     {4, 4000, 1.0326425366174479},
    {8, 8, 2.5972328186034996},       {8, 80, 1.4712805741659847},
    {8, 800, 1.144615407153134},      {8, 8000, 1.045248934836462},
    {16, 16, 3.0782467973126293},     {16, 160, 1.5950153269452714},
    {16, 1600, 1.1804940524100007},   {16, 16000, 1.0562436548132128},
    {20, 20, 3.2312368437835515},     {20, 200, 1.6324427834695383},
    {20, 2000, 1.1912073696982302},   {20, 20000, 1.059510511767284},
    {32, 32, 3.5329409932970566},     {32, 320, 1.7080172674971081},
    {32, 3200, 1.2126583742021344},   {32, 32000, 1.066030166019243},
    {64, 64, 3.9577368640684303},     {64, 640, 1.8125465703018542},
    {64, 6400, 1.2419565210691592},   {64, 64000, 1.0748900643255284},
    {128, 128, 4.378731609618726},    {128, 1280, 1.9102804973083856},
    {128, 12800, 1.2689948851072363}, {256, 256, 4.766646267158229},
    {256, 2560, 2.0024711456247952},  {256, 25600, 1.2942134785718022},
    {1024, 1024, 5.526176317009944},  {1024, 10240, 2.173780133831797},
};

Test(occupancy, matches_exact_values)
{
    for (size_t i = 0; i < sizeof exact / sizeof exact[0]; i++) {
        const double got = occupancy_peak_to_mean(exact[i].bins, exact[i].balls);
        cr_expect(lt(dbl, fabs(got / exact[i].peak_to_mean - 1), 1e-4),
                  "%g for %zu balls in %zu bins", got, (size_t)exact[i].balls,
                  (size_t)exact[i].bins);
    }
}

// 20,000 throws each (5,000 in the largest): the maximum and its standard error.
static const struct {
    uint64_t bins, balls;
    double max, error;
} thrown[] = {
    {1024, 1024, 5.52745, 0.005},        {1024, 10000, 21.3785, 0.01},
    {1024, 100000, 131.32925, 0.027},    {1024, 1000000, 1079.693, 0.08},
    {1024, 10000000, 10088.1163, 0.247}, {1024, 100000000, 98673.3802, 1.577},
    {64, 1000000, 15919.12305, 0.386},   {16, 1000000, 62942.24975, 0.852},
    {128, 1000000, 8042.53175, 0.258},
};

Test(occupancy, matches_what_was_thrown)
{
    for (size_t i = 0; i < sizeof thrown / sizeof thrown[0]; i++) {
        const double mean = (double)thrown[i].balls / (double)thrown[i].bins;
        const double got = occupancy_peak_to_mean(thrown[i].bins, thrown[i].balls) * mean;
        cr_expect(lt(dbl, fabs(got - thrown[i].max), 4 * thrown[i].error), "row %zu: %g", i, got);
    }
}

// E[max] of few balls, by going through every way to throw them.
static double brute_force(unsigned int bins, unsigned int balls)
{
    uint64_t ways = 1, sum = 0;
    for (unsigned int i = 0; i < balls; i++)
        ways *= bins;
    for (uint64_t way = 0; way < ways; way++) {
        unsigned int counts[8] = {0}, max = 0;
        uint64_t rest = way;
        for (unsigned int i = 0; i < balls; i++, rest /= bins) {
            const unsigned int count = ++counts[rest % bins];
            max = count > max ? count : max;
        }
        sum += max;
    }
    return (double)sum / (double)ways * bins / balls;
}

Test(occupancy, matches_brute_force)
{
    for (unsigned int bins = 1; bins <= 6; bins++) {
        for (unsigned int balls = 1; balls <= 7; balls++)
            cr_expect(lt(dbl,
                         fabs(occupancy_peak_to_mean(bins, balls) / brute_force(bins, balls) - 1),
                         1e-12),
                      "%u in %u", balls, bins);
    }
}

// Two bins: E[max] = N/2 + E|X - N/2| with X binomial; for even N the deviation is N C(N, N/2) /
// 2^(N+1) (de Moivre).
Test(occupancy, of_two_bins_is_de_moivres)
{
    for (double balls = 2; balls < 1e9; balls *= 4) {
        const double central = exp(lgamma(balls + 1) - 2 * lgamma(balls / 2 + 1) - balls * log(2));
        const double want = balls > 1e5 ? 1 + sqrt(2 / (M_PI * balls)) : 1 + central;
        const double got = occupancy_peak_to_mean(2, (uint64_t)balls);
        cr_expect(lt(dbl, fabs(got / want - 1), 3e-4), "%g: %g, want %g", balls, got, want);
    }
}

// Where one method takes over from another, nothing jumps.
Test(occupancy, falls_smoothly)
{
    static const uint64_t bins[] = {2, 3, 5, 16, 100, 1024, 100000};
    for (size_t i = 0; i < sizeof bins / sizeof bins[0]; i++) {
        for (uint64_t balls = 120; balls < 140; balls++) {
            // The mean of neighbours, since for small numbers whole ones make steps.
            const double here = occupancy_peak_to_mean(bins[i], balls) * (double)balls;
            const double next = occupancy_peak_to_mean(bins[i], balls + 1) * (double)(balls + 1);
            cr_expect(ge(dbl, next, here * (1 - 4e-4)), "%zu in %zu", (size_t)balls,
                      (size_t)bins[i]);
        }
        const double before = occupancy_peak_to_mean(bins[i], 1000000 * bins[i]);
        const double after = occupancy_peak_to_mean(bins[i], 1000000 * bins[i] + bins[i]);
        cr_expect(lt(dbl, fabs(after - before), 1e-5));
        cr_expect(lt(dbl, after, before));
    }
}

Test(occupancy, has_its_limits)
{
    cr_expect(isnan(occupancy_peak_to_mean(16, 0)));
    cr_expect(isnan(occupancy_peak_to_mean(0, 5)));
    cr_expect(eq(dbl, occupancy_peak_to_mean(1, 12345), 1.0));
    cr_expect(eq(dbl, occupancy_peak_to_mean(16, 1), 16.0));
    // Two balls meet in one of B bins with probability 1/B.
    cr_expect(lt(dbl, fabs(occupancy_peak_to_mean(1000000, 2) / 500000.5 - 1), 1e-9));
    const double endless = occupancy_peak_to_mean(1024, UINT64_MAX);
    cr_expect(endless > 1 && endless < 1.000001);
    cr_expect(gt(dbl, occupancy_peak_to_mean(65536, 65536 * UINT64_C(100)), 1.4));
}

// Bins hit by k balls, from the closed form in another program.
static const struct {
    uint64_t bins, balls;
    double want;
} distinct[] = {
    {4, 1, 1.0},
    {4, 2, 1.75},
    {4, 5, 3.05078125},
    {4, 10, 3.7747459411621094},
    {4, 20, 3.987315152244264},
    {4, 50, 3.999997734713374},
    {4, 100, 3.999999999998717},
    {4, 1000, 4.0},
    {4, 10000, 4.0},
    {8, 1, 1.0},
    {8, 2, 1.875},
    {8, 5, 3.896728515625},
    {8, 10, 5.895395390689373},
    {8, 20, 7.446329929808558},
    {8, 50, 7.989919254790386},
    {8, 100, 7.9999872973220025},
    {8, 1000, 8.0},
    {8, 10000, 8.0},
    {10, 1, 0.9999999999999998},
    {10, 2, 1.8999999999999995},
    {10, 5, 4.0950999999999995},
    {10, 10, 6.513215599},
    {10, 20, 8.784233454094307},
    {10, 50, 9.948462247926798},
    {10, 100, 9.999734386011124},
    {10, 1000, 10.0},
    {10, 10000, 10.0},
    {16, 1, 1.0},
    {16, 2, 1.9375},
    {16, 5, 4.4128570556640625},
    {16, 10, 7.608632399220369},
    {16, 20, 11.599059361786619},
    {16, 50, 15.365131466028036},
    {16, 100, 15.974808871535767},
    {16, 1000, 16.0},
    {16, 10000, 16.0},
    {20, 1, 1.0000000000000009},
    {20, 2, 1.9500000000000006},
    {20, 5, 4.524381250000005},
    {20, 10, 8.025261215232426},
    {20, 20, 12.830281551829161},
    {20, 50, 18.461100494465736},
    {20, 100, 19.881589415593318},
    {20, 1000, 20.0},
    {20, 10000, 20.0},
    {32, 1, 1.0},
    {32, 2, 1.96875},
    {32, 5, 4.697113990783691},
    {32, 10, 8.704762986491886},
    {32, 20, 15.041622890140047},
    {32, 50, 25.457620173835675},
    {32, 100, 30.66241456906869},
    {32, 1000, 31.999999999999478},
    {32, 10000, 32.0},
    {64, 1, 1.0},
    {64, 2, 1.984375},
    {64, 5, 4.846172392368317},
    {64, 10, 9.325385615102995},
    {64, 20, 17.291977216606462},
    {64, 50, 34.87883483819262},
    {64, 100, 50.74933968154275},
    {64, 1000, 63.999990736919386},
    {64, 10000, 64.0},
    {100, 1, 1.0000000000000009},
    {100, 2, 1.9900000000000029},
    {100, 5, 4.900995010000009},
    {100, 10, 9.561792499119559},
    {100, 20, 18.209306240276923},
    {100, 50, 39.49939328624637},
    {100, 100, 63.396765872677086},
    {100, 1000, 99.99568287525892},
    {100, 10000, 100.0},
    {128, 1, 1.0},
    {128, 2, 1.9921875},
    {128, 5, 4.922482971101999},
    {128, 10, 9.655662515635328},
    {128, 20, 18.58295144833437},
    {128, 50, 41.52361327188204},
    {128, 100, 69.57683233163269},
    {128, 1000, 127.94977021980027},
    {128, 10000, 128.0},
    {256, 1, 1.0},
    {256, 2, 1.99609375},
    {256, 5, 4.961089790100232},
    {256, 10, 9.826037346194852},
    {256, 20, 19.27492230985527},
    {256, 50, 45.500668273223965},
    {256, 100, 82.91418493195587},
    {256, 1000, 250.88959772942488},
    {256, 10000, 256.0},
    {1024, 1, 1.0},
    {1024, 2, 1.9990234375},
    {1024, 5, 4.990243907087461},
    {1024, 10, 9.956168933069193},
    {1024, 20, 19.8155358155293},
    {1024, 50, 48.82219038348603},
    {1024, 100, 95.31664026517387},
    {1024, 1000, 638.5420307899146},
    {1024, 10000, 1023.9415114735282},
};

Test(occupancy_distinct, matches_the_closed_form)
{
    for (size_t i = 0; i < sizeof distinct / sizeof distinct[0]; i++) {
        const double got = occupancy_distinct(distinct[i].bins, distinct[i].balls);
        cr_expect(lt(dbl, fabs(got / distinct[i].want - 1), 1e-11), "row %zu: %.15g", i, got);
    }
    cr_expect(eq(dbl, occupancy_distinct(1, 5), 1.0));
    cr_expect(eq(dbl, occupancy_distinct(1, 0), 0.0));
    cr_expect(eq(dbl, occupancy_distinct(0, 5), 0.0));
    cr_expect(eq(dbl, occupancy_distinct(16, 0), 0.0));
}

// The values of chi-square with tails of 99.9, 95, 50, 5, 1 and 0.1 %.
static const struct {
    uint64_t degrees;
    double values[6];
} quantiles[] = {
    {2,
     {0.002001000667167068, 0.10258658877510106, 1.386294361119891, 5.991464547107979,
      9.21034037197618, 13.815510557964274}},
    {3,
     {0.024297585815692732, 0.35184631774927144, 2.3659738843753377, 7.814727903251179,
      11.344866730144373, 16.26623619623813}},
    {7,
     {0.598493752375376, 2.167349909298057, 6.345811195521515, 14.067140449340169,
      18.475306906582357, 24.321886347856854}},
    {9,
     {1.151949546223564, 3.325112843066815, 8.342832692252955, 16.918977604620448,
      21.665994333461924, 27.877164871256568}},
    {15,
     {3.482684465928955, 7.2609439276700325, 14.338859510956645, 24.995790139728616,
      30.57791416689249, 37.69729821835383}},
    {19,
     {5.406816017601797, 10.117013063859044, 18.337652896756474, 30.14352720564616,
      36.19086912927004, 43.82019596451753}},
    {31,
     {12.196250348254324, 19.280568559129293, 30.33594245819813, 44.98534328036513,
      52.19139483319193, 61.098306081058126}},
    {63,
     {33.90577725834681, 45.741376841650336, 62.33460207230615, 82.5287265414718, 92.01002361413214,
      103.44237731987324}},
    {99,
     {61.136506210447784, 77.04633186376029, 98.33413733447392, 123.2252214533618,
      134.64161685578915, 148.23035916510173}},
    {127,
     {83.38101429771447, 101.97059291792532, 126.33395905961551, 154.30151616535022,
      166.98739013667387, 181.9930452197729}},
    {255,
     {190.86704891420507, 219.0252553920238, 254.3336440735108, 293.2478350807012,
      310.45738821990585, 330.51974363400586}},
    {1023,
     {888.8990831531847, 949.7530354376211, 1022.3334106243891, 1098.5207819245886,
      1131.158738963494, 1168.4971641802174}},
};

Test(chi_square_tail, matches_tables)
{
    static const double tails[6] = {0.999, 0.95, 0.5, 0.05, 0.01, 0.001};
    for (size_t i = 0; i < sizeof quantiles / sizeof quantiles[0]; i++) {
        for (int j = 0; j < 6; j++) {
            const double got = chi_square_tail(quantiles[i].values[j], quantiles[i].degrees);
            cr_expect(lt(dbl, fabs(got / tails[j] - 1), 1e-10), "row %zu: %.15g", i, got);
        }
    }
}

Test(chi_square_tail, is_right_far_out)
{
    // Of 15 degrees, from another program to three digits more than the value's own rounding gives.
    cr_expect(lt(dbl, fabs(log(chi_square_tail(218.29, 15) / 3.98e-38)), 0.01));
    cr_expect(lt(dbl, fabs(log(chi_square_tail(846.8, 15) / 8.46e-171)), 0.01));
    // Of two degrees the tail is exp(-x/2) exactly, of one erfc(sqrt(x/2)).
    for (double x = 0.001; x < 1400; x *= 1.7) {
        cr_expect(lt(dbl, fabs(chi_square_tail(x, 2) / exp(-x / 2) - 1), 1e-12), "%g", x);
        cr_expect(lt(dbl, fabs(chi_square_tail(x, 1) / erfc(sqrt(x / 2)) - 1), 1e-11), "%g", x);
    }
    cr_expect(lt(dbl, fabs(chi_square_tail(182.66, 1023) - 1), 1e-12));
    cr_expect(eq(dbl, chi_square_tail(0, 15), 1.0));
    cr_expect(eq(dbl, chi_square_tail(1e6, 15), 0.0));
    cr_expect(eq(dbl, chi_square_tail(INFINITY, 15), 0.0));
    cr_expect(isnan(chi_square_tail(3, 0)));
    cr_expect(isnan(chi_square_tail(NAN, 3)));
    cr_expect(lt(dbl, fabs(chi_square_tail(1e7, 10000000) - 0.5), 1e-3));
}

Test(chi_square_of, is_the_sum_of_squared_deviations_over_the_mean)
{
    const uint64_t counts[] = {33, 37, 30};
    const double mean = 100 / 3.0;
    const double want = (pow(33 - mean, 2) + pow(37 - mean, 2) + pow(30 - mean, 2)) / mean;
    cr_expect(lt(dbl, fabs(chi_square_of(counts, 3) - want), 1e-12));
    cr_expect(lt(dbl, fabs(want - 0.74), 1e-12));
    const uint64_t zeroes[2] = {0};
    cr_expect(isnan(chi_square_of(zeroes, 2)));
    cr_expect(isnan(chi_square_of(NULL, 0)));
}
