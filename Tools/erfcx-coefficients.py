#!/usr/bin/env python3
"""Prints the coefficients of Sources/CKernels/LineSight.c; needs mpmath.

(1 + 2z)·exp(z²)·erfc(z) for z ≥ 0 as a polynomial in q = (z − 4)/(z + 4): Chebyshev interpolation
(M. M. Shepherd, J. G. Laframboise, "Chebyshev Approximation of (1 + 2x)exp(x²)erfc x in
0 ≤ x < ∞", Mathematics of Computation 36, 1981), written out in powers of q, the constant first.
"""
from mpmath import cos, erfc, exp, mp, mpf, pi, sqrt

mp.dps = 40
DEGREE = 22


def scaled(q):
    if q >= 1:
        return 2 / sqrt(pi)
    z = 4 * (1 + q) / (1 - q)
    if z < 100:
        return (1 + 2 * z) * exp(z * z) * erfc(z)
    total, term = mpf(0), mpf(1)
    for k in range(30):
        total += term
        term *= -(2 * k + 1) / (2 * z * z)
    return (1 + 2 * z) * total / (z * sqrt(pi))


count = DEGREE + 1
angles = [pi * (2 * k + 1) / (2 * count) for k in range(count)]
values = [scaled(cos(angle)) for angle in angles]
powers = [mpf(0)] * count
before, current = [mpf(1)], [mpf(0), mpf(1)]
for order in range(count):
    weight = sum(v * cos(order * a) for v, a in zip(values, angles)) * (1 if order == 0 else 2) / count
    chebyshev = before if order == 0 else current
    for power, factor in enumerate(chebyshev):
        powers[power] += weight * factor
    if order > 0:
        above = [mpf(0)] + [2 * factor for factor in current]
        for power, factor in enumerate(before):
            above[power] -= factor
        before, current = current, above
for power in powers:
    print(float(power).hex() + ",")

worst = max(
    abs(sum(float(p) * x**i for i, p in enumerate(powers)) / scaled(x) - 1)
    for x in (mpf(k) / 500 - 1 for k in range(1000)))
print("// relative error", mp.nstr(worst, 2))
