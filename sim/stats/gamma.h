// gamma.h -- the gamma function's logarithm and its incomplete form, without libm.
#ifndef HOTSIM_STATS_GAMMA_H
#define HOTSIM_STATS_GAMMA_H

// log x! - log(sqrt(2 pi x) (x / e)^x): what Stirling's formula leaves out, x >= 0 (0 gives
// infinity).
double stirling_error(double x);

double gamma_log(double x); // log of gamma(x), x > 0; absolute error below 1e-14 of the larger of 1
                            // and its terms

// Q(a, x), the regularised upper incomplete gamma function, a > 0, x >= 0: a series below a + 1, a
// continued fraction (Lentz) above, so that far tails keep their relative accuracy.
double gamma_upper(double a, double x);

#endif
