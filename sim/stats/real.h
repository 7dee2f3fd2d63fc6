// real.h -- log, exp and pow that give the same bits on every machine: only + - x / and bit moves.
#ifndef HOTSIM_STATS_REAL_H
#define HOTSIM_STATS_REAL_H

double real_log(double x); // error below 2 ulp; minus infinity for 0, NaN below
double real_exp(double x); // error below 2 ulp; 0 and infinity beyond the range
double real_pow(double x,
                double y); // x > 0: exp(y log x), error below 1e-13 relative for |y log x| < 50
double real_sin_turns(double turns); // sine of 2 pi turns, |turns| < 2^50; error below 2e-16
double real_sqrt(double x);          // the processor's, which IEEE 754 fixes
double real_log1p(double x);         // x > -1; error below 4 ulp
double real_expm1(double x);         // error below 4 ulp

#endif
