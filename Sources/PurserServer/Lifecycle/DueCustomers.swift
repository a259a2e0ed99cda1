// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce
import FoundationEssentials
import Persistence

/// Recomputes the entitlements of customers for whom a date has come.
struct DueCustomers: Sendable {
    let apps: Apps
    let clock: @Sendable () -> Date
    let pipeline: IntakePipeline
    let database: any Database

    /// How many customers are read at once.
    private static let page = 200

    /// Recomputes until no customer is due.
    ///
    /// - Parameters:
    ///   - due: Reads the customers who are due at an instant, at most so many.
    ///   - remove: Removes the date of a customer whose app the configuration no longer has.
    /// - Throws: `DatabaseError`.
    func recompute(
        _ due: @escaping @Sendable (any DatabaseReader, Date, Int) throws -> [(scope: AppScope, customer: CustomerID)],
        remove: @escaping @Sendable (any DatabaseWriter, AppScope, CustomerID) throws -> Void
    ) async throws {
        while !Task.isCancelled {
            let now = clock()
            let found = try await database.read { try due($0, now, Self.page) }
            for (scope, customer) in found {
                guard let app = apps[scope.bundleID] else {
                    try await database.write { try remove($0, scope, customer) }
                    continue
                }
                let context = try await pipeline.context(app: app, now: now)
                try await database.write(locking: .deciding(aboutCustomers: [customer])) { writer in
                    try FulfillmentSession(writer: writer, context: context)
                        .updateEntitlements(of: [customer], in: scope, .recheck())
                }
            }
            guard found.count == Self.page else { return }
        }
    }
}
