// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension SignedInteger {
    /// The quotient by a positive divisor, rounded down, and what is left, which is never below zero.
    func floorDivided(by divisor: Self) -> (quotient: Self, remainder: Self) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
