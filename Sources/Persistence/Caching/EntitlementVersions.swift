// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import Commerce
import Synchronization

/// Tells whether a customer's stored entitlements may have changed since they were read.
///
/// Only a store that one process owns has one: there every change goes through it, and is reported here after its commit
/// and before whoever asked for it hears of it. Customers share counters, so a change may be reported for one that had none;
/// never the other way about.
package final class EntitlementVersions: Sendable {
    private static let size = 4096
    private let versions = Mutex<[UInt64]>(Array(repeating: 0, count: size))

    init() {}

    /// A number that grows whenever the customer's entitlements may have changed.
    ///
    /// Ask before reading them.
    package func version(of customer: CustomerID) -> UInt64 {
        versions.withLock { $0[Self.place(of: customer)] }
    }

    func invalidate(of customers: Set<CustomerID>) {
        versions.withLock { versions in
            for customer in customers { versions[Self.place(of: customer)] += 1 }
        }
    }

    func invalidateAll() {
        versions.withLock { versions in
            for place in versions.indices { versions[place] += 1 }
        }
    }

    private static func place(of customer: CustomerID) -> Int {
        Int(truncatingIfNeeded: UInt(bitPattern: customer.hashValue) % UInt(size))
    }
}
