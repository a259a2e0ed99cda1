// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
package import FoundationEssentials

extension Date {
    /// Returns the time since another instant in milliseconds, or the end of what can be counted: a document may name instants
    /// that lie further apart than any number of milliseconds.
    package func milliseconds(since other: Date) -> Int64 {
        (BoundedSum(millisecondsSince1970) - BoundedSum(other.millisecondsSince1970)).value
    }

    /// Returns the instant some milliseconds later, or the last that can be counted.
    package func adding(milliseconds: Int64) -> Date {
        Date(millisecondsSince1970: (BoundedSum(millisecondsSince1970) + BoundedSum(milliseconds)).value)
    }
}
