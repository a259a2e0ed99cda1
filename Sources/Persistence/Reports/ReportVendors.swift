// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The vendors whose reports are meant; a report without a vendor's number has an empty one.
package enum ReportVendors: Hashable, Sendable {
    /// Every vendor.
    case all

    /// These vendors only.
    case only([String])

    /// Every vendor but these.
    case except([String])

    /// Whether a vendor's reports are meant.
    package func contains(_ vendor: String) -> Bool {
        switch self {
        case .all: true
        case .only(let numbers): numbers.contains(vendor)
        case .except(let numbers): !numbers.contains(vendor)
        }
    }
}
