// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension SignedInteger {
    /// The quotient by a positive divisor, rounded down; `/` rounds toward zero.
    func floorDivided(by divisor: Self) -> Self {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}
