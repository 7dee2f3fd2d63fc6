#include "workload/ratio.h"

#include <assert.h>
#include <string.h>

enum { MANTISSA_BITS = 52, EXPONENT_BIAS = 1075 };

struct ratio ratio_of(double value)
{
    assert(value > 0);
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    const int exponent = (int)(bits >> MANTISSA_BITS);
    const uint64_t fraction = bits & ((UINT64_C(1) << MANTISSA_BITS) - 1);
    assert(exponent > 0 && exponent < 2047);
    const uint64_t mantissa = fraction | UINT64_C(1) << MANTISSA_BITS;
    const int zeros = __builtin_ctzll(mantissa);
    return (struct ratio){.odd = mantissa >> zeros, .shift = exponent - EXPONENT_BIAS + zeros};
}

struct quotient ratio_divide(uint64_t dividend, struct ratio value)
{
    assert(value.shift > -74 && value.shift < 64);
    const wide_uint numerator =
        value.shift < 0 ? (wide_uint)dividend << -value.shift : (wide_uint)dividend;
    const wide_uint denominator =
        value.shift > 0 ? (wide_uint)value.odd << value.shift : (wide_uint)value.odd;
    assert(numerator >> (value.shift < 0 ? -value.shift : 0) == dividend);
    assert(denominator <= UINT64_MAX);
    return (struct quotient){
        .whole = numerator / denominator,
        .remainder = (uint64_t)(numerator % denominator),
        .denominator = (uint64_t)denominator,
    };
}
