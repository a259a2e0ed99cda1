// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// That facts name another customer than before, while the totals of charts are being computed from the beginning: an
/// anonymous customer who signed in, or one who was erased.
struct ChartRename: Codable, Hashable, Sendable {
    /// Whom the facts named.
    var former: CustomerID
    /// Whom they name.
    var customer: CustomerID
    /// When each became known by the facts that the computation counts, as a Pacific day.
    var formerDay: String?
    var customerDay: String?

    /// The renames in their order, by app and environment.
    static let records = OwnedRecordStore<String, NumberedName, ChartRename>("chart-renames")
}

/// What a rename does to stored charts: both customers as they were before.
///
/// Totals count payers, and facts have no former names once they were renamed. So the difference is added in the same
/// transaction.
struct ChartRenaming {
    private struct Scope {
        var scope: AppScope
        var reading: ChartInputReader
        var state: ChartTotalsState?
        var old = ChartTotals()
        var rename: ChartRename?
    }

    private let customer: CustomerID
    private var scopes: [Scope] = []

    /// Reads how the customers are counted; to be called before facts are renamed.
    ///
    /// - Parameters:
    ///   - former: Whom the facts name.
    ///   - customer: Whom they will name.
    ///   - catalogs: The rules by which each app's purchases are counted.
    ///   - reader: The database.
    ///   - now: The present instant.
    /// - Throws: `DatabaseError`.
    init(
        of former: CustomerID,
        to customer: CustomerID,
        _ catalogs: [BundleID: Catalog],
        in reader: any DatabaseReader,
        now: Date
    ) throws {
        self.customer = customer
        for scope in try reader.scopes() {
            guard let catalog = catalogs[scope.bundleID] else { continue }
            let state = try reader.chartTotalsState(of: scope)
            let build = try reader.value(scope.description, in: ChartTotalsBuild.records)
                .flatMap { $0.until > now ? $0 : nil }
            guard state != nil || build != nil else { continue }
            let reading = ChartInputReader(reader: reader, scope: scope, catalog: catalog)
            var own = Scope(scope: scope, reading: reading, state: state)
            if let state { own.old = try reading.totals(of: [former, customer], state.last) }
            if let last = build?.last {
                own.rename = ChartRename(
                    former: former,
                    customer: customer,
                    formerDay: try reading.firstDays(of: former.rawValue, last, last).after?.description,
                    customerDay: try reading.firstDays(of: customer.rawValue, last, last).after?.description
                )
            }
            scopes.append(own)
        }
    }

    /// Adds what the rename changes; to be called after facts were renamed.
    ///
    /// - Throws: `DatabaseError`.
    func store(in writer: any DatabaseWriter, now: Date) throws {
        for own in scopes {
            let name = own.scope.description
            if var state = own.state {
                var change = try own.reading.totals(of: [customer], state.last)
                change.subtract(own.old)
                try writer.add(change, in: own.scope, state.generation)
                // What another round read before is not stored.
                state.renames = (state.renames ?? 0) + 1
                try writer.upsert(state, as: name, in: ChartTotalsState.records, now: now)
            }
            if let rename = own.rename, var build = try writer.value(name, in: ChartTotalsBuild.records) {
                build.renames = (build.renames ?? 0) + 1
                let place = NumberedName(Int64(build.renames ?? 0))
                try writer.upsert(rename, as: place, in: ChartRename.records[name], now: now)
                try writer.upsert(build, as: name, in: ChartTotalsBuild.records, now: now)
            }
            if var summaries = try writer.value(name, in: CustomerSummaryState.records) {
                summaries.renames = (summaries.renames ?? 0) + 1
                try writer.upsert(summaries, as: name, in: CustomerSummaryState.records, now: now)
            }
        }
    }
}

extension ChartInputReader {
    /// What customers add to the series that count payers and customers, by the facts up to one of them.
    fileprivate func totals(of customers: [CustomerID], _ last: Int64) throws -> ChartTotals {
        var totals = ChartTotals()
        for customer in customers {
            let payments = try payments(of: customer.rawValue, last, last).after
            totals.addPayer(of: payments)
            if let day = try firstDays(of: customer.rawValue, last, last).after {
                totals.addCustomer(knownSince: day, payments)
            }
        }
        return totals
    }
}
