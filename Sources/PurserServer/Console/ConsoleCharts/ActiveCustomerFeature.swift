// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence

/// Counts the customers for whom the app or the team's backend asked, each once in a bucket.
struct ActiveCustomerFeature: Sendable {
    let database: any Database

    var routes: [Route] { [getActiveCustomers] }

    /// The customers of each bucket, by the storefront of their newest purchase on the first day on which they were seen.
    ///
    /// - Parameters:
    ///   - buckets: The buckets, in the order of time.
    ///   - scope: The app and environment.
    ///   - tolerance: How old what is read may be.
    /// - Returns: The numbers by storefront and bucket.
    /// - Throws: `DatabaseError`.
    func counts(
        of buckets: [ChartBucket],
        in scope: AppScope,
        within tolerance: ReadStaleness = ReadStaleness()
    ) async throws -> [StorefrontCountryCode: [Int: BoundedSum]] {
        guard let first = buckets.first?.first, let last = buckets.last?.last else { return [:] }
        let rows = try await database.read(within: tolerance) {
            try $0.customerDayCounts(of: first...last, in: scope)
        }
        var counts: [StorefrontCountryCode: [Int: BoundedSum]] = [:]
        for row in rows {
            // Whoever was seen in the bucket before is counted in it already.
            guard let index = ChartBucket.index(of: row.day, in: buckets),
                row.dayBefore.daysSince1970 < buckets[index].first.daysSince1970
            else { continue }
            counts[row.storefront, default: [:]][index, default: 0] += BoundedSum(row.number)
        }
        return counts
    }

    private var getActiveCustomers: Route {
        Route(
            method: .get,
            path: "/v1/charts/active-customers",
            name: "getActiveCustomers",
            summary: "Returns the customers whom the app or the backend asked for, each once in a bucket.",
            group: .money,
            access: .backend,
            query: ChartFeature.range + [
                .init(
                    name: "resolution",
                    schema: .oneOf(ChartResolution.allCases.map(\.rawValue)),
                    summary: "The length of buckets (default: day)."
                )
            ],
            answers: [.json(ActiveCustomerList.self, "The buckets with customers, oldest first.")],
            acceptsCacheControl: true
        ) { [self] call in
            guard let resolution = ChartResolution(rawValue: call.text("resolution") ?? "day") else {
                throw ServiceProblem.invalid(
                    "resolution",
                    ChartResolution.allCases.map(\.rawValue).joined(separator: ", ")
                )
            }
            let today = ReportingZone.pacific.day(of: call.now)
            let buckets = ChartBucket.all(of: try call.days(), by: resolution, today: today)
            let counts = try await counts(of: buckets, in: try call.scope(), within: call.tolerance)
            return try .json(ActiveCustomerList(counts, buckets))
        }
    }
}

struct ActiveCustomerList: Codable, Sendable, SchemaDescribed {
    struct Bucket: Codable, Hashable, Sendable {
        var from: String
        var until: String
        /// Absent where no purchase is known.
        var storefront: StorefrontCountryCode?
        var customers: Int64
    }

    var buckets: [Bucket]

    static let schemaName = "ActiveCustomers"
    static let schema = Schema.object([
        "buckets": .array(
            of: .object(
                ["from": .day, "until": .day, "customers": .integer],
                optional: [
                    "storefront": .string.described(
                        "The storefront of the customers' newest purchase; absent for customers without one."
                    )
                ]
            )
        )
    ])

    init(_ counts: [StorefrontCountryCode: [Int: BoundedSum]], _ buckets: [ChartBucket]) {
        self.buckets = buckets.indices.flatMap { index in
            counts.filter { $0.value[index] != nil }.sorted { $0.key.rawValue < $1.key.rawValue }
                .map { storefront, own in
                    Bucket(
                        from: buckets[index].first.description,
                        until: buckets[index].last.description,
                        storefront: storefront.rawValue.isEmpty ? nil : storefront,
                        customers: own[index]?.value ?? 0
                    )
                }
        }
    }
}
