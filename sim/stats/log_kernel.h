// log_kernel.h -- the natural logarithm without a branch, for loops that the compiler turns into
// vectors.
//
// The method, and the minimax polynomial, are those of Sun's fdlibm (e_log.c, 1993): x = 2^k m with
// m near 1, f = m - 1, s = f / (2 + f), log m = f - f^2 / 2 + s (f^2 / 2 + R(s^2)). Error below 1
// ulp.
#ifndef HOTSIM_STATS_LOG_KERNEL_H
#define HOTSIM_STATS_LOG_KERNEL_H

#include "base/types.h"

#include <string.h>

static inline double real_of_bits(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline uint64_t bits_of_real(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

// x is normal, positive and finite.
static inline double log_kernel(double x)
{
    const uint64_t mantissa_bits = UINT64_C(0x000fffffffffffff);
    const uint64_t sqrt_half = UINT64_C(0x3fe6a09e667f3bcd);
    const uint64_t one = UINT64_C(0x3ff0000000000000);
    // An integer below 2^52 becomes a double when its bits are put under this one's exponent.
    const uint64_t two_to_52 = UINT64_C(0x4330000000000000);

    const uint64_t bits = bits_of_real(x) + (one - sqrt_half);
    const double k = real_of_bits(bits >> 52 | two_to_52) - (0x1p52 + 1023);
    const double f = real_of_bits((bits & mantissa_bits) + sqrt_half) - 1;

    const double s = f / (2 + f);
    const double z = s * s;
    const double w = z * z;
    const double even =
        w * (0x1.999999997fa04p-2 + w * (0x1.c71c51d8e78afp-3 + w * 0x1.39a09d078c69fp-3));
    const double odd =
        z * (0x1.5555555555593p-1 +
             w * (0x1.2492494229359p-2 + w * (0x1.7466496cb03dep-3 + w * 0x1.2f112df3e5244p-3)));
    const double half_square = 0.5 * f * f;
    const double ln2_high = 0x1.62e42feep-1; // its last bits are zero: k times it is exact
    const double ln2_low = 0x1.a39ef35793c76p-33;
    return k * ln2_high - ((half_square - (s * (half_square + (even + odd)) + k * ln2_low)) - f);
}

#endif
