// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// Totals of charts that are being computed from all purchases, with the payments of each payer.
struct ChartComputation: Sendable {
    var totals = ChartTotals()
    var payments = PayerPayments()
    /// How many renames of customers are counted in.
    private var renames = 0

    /// Counts the payers, once all purchases are.
    ///
    /// - Parameter list: The customers who were renamed since the first purchase was read.
    mutating func addPayers(renamed list: [ChartRename]) {
        // Some purchases were read under the former name, and some under the present one.
        for rename in list { payments.rename(rename.former.rawValue, to: rename.customer.rawValue) }
        renames = list.count
        for payer in payments.heads.keys { totals.addPayer(of: payments.payments(of: payer)) }
    }

    /// Counts in who was renamed after the payers were counted, and before the customers are.
    ///
    /// - Parameter list: All renames since the first purchase was read.
    mutating func renamePayers(_ list: [ChartRename]) {
        for rename in list.dropFirst(renames) {
            let (former, customer) = (rename.former.rawValue, rename.customer.rawValue)
            var old = ChartTotals()
            for payer in [former, customer] { old.addPayer(of: payments.payments(of: payer)) }
            payments.rename(former, to: customer)
            totals.addPayer(of: payments.payments(of: customer))
            totals.subtract(old)
        }
        renames = max(renames, list.count)
    }

    /// Counts a customer, once the payers are.
    mutating func addCustomer(_ customer: CustomerID, knownSince instant: Date) {
        totals.addCustomer(
            knownSince: ReportingZone.pacific.day(of: instant),
            payments.payments(of: customer.rawValue)
        )
    }

    /// Counts in who was renamed after the customers were counted.
    ///
    /// - Parameter list: All renames since the first purchase was read.
    /// - Returns: What it changes in the totals.
    mutating func applyRenames(_ list: [ChartRename]) -> ChartTotals {
        var change = ChartTotals()
        for rename in list.dropFirst(renames) {
            let (former, customer) = (rename.former.rawValue, rename.customer.rawValue)
            let days = [rename.formerDay, rename.customerDay].map { $0.flatMap { CivilDay($0) } }
            var old = ChartTotals()
            for (payer, day) in zip([former, customer], days) {
                let own = payments.payments(of: payer)
                old.addPayer(of: own)
                if let day { old.addCustomer(knownSince: day, own) }
            }
            payments.rename(former, to: customer)
            let own = payments.payments(of: customer)
            change.addPayer(of: own)
            if let day = days.compactMap(\.self).min(by: { $0.daysSince1970 < $1.daysSince1970 }) {
                change.addCustomer(knownSince: day, own)
            }
            change.subtract(old)
        }
        renames = max(renames, list.count)
        return change
    }
}

extension DatabaseReader {
    /// The customers who were renamed while totals are being computed, in their order.
    func chartRenames(in scope: AppScope) throws -> [ChartRename] {
        try values(in: ChartRename.records[scope.description], limit: .max)
    }
}

/// The payments of each payer, in little memory: those of all are in one list, each linked to the one before.
struct PayerPayments {
    /// The place of the last payment of each payer.
    private(set) var heads: [String: Int32] = [:]
    private var links: [Link] = []
    private var kinds: [ChartTotals.Payments.Kind] = []
    private var places: [ChartTotals.Payments.Kind: Int32] = [:]

    private struct Link {
        var day: Int32
        var kind: Int32
        var before: Int32
        var amount: ChartTotals.Payments.Amount
    }

    mutating func add(_ life: LineageChartInput) {
        var payments = ChartTotals.Payments()
        payments.add(life)
        guard !payments.amounts.isEmpty else { return }
        var head = heads[life.payer] ?? -1
        for (place, amount) in payments.amounts {
            let kind = self.place(of: place.kind)
            links.append(Link(day: place.day, kind: kind, before: head, amount: amount))
            head = Int32(links.count - 1)
        }
        heads[life.payer] = head
    }

    private mutating func place(of kind: ChartTotals.Payments.Kind) -> Int32 {
        if let place = places[kind] { return place }
        kinds.append(kind)
        places[kind] = Int32(kinds.count - 1)
        return Int32(kinds.count - 1)
    }

    /// The payments of a payer; none of an unknown one.
    func payments(of payer: String) -> ChartTotals.Payments { payments(from: heads[payer] ?? -1) }

    /// Gives all payments of a payer to another one.
    mutating func rename(_ former: String, to payer: String) {
        guard former != payer, let head = heads.removeValue(forKey: former) else { return }
        var last = head
        while links[Int(last)].before >= 0 { last = links[Int(last)].before }
        links[Int(last)].before = heads[payer] ?? -1
        heads[payer] = head
    }

    /// The payments of a payer.
    private func payments(from head: Int32) -> ChartTotals.Payments {
        var payments = ChartTotals.Payments()
        var next = head
        while next >= 0 {
            let link = links[Int(next)]
            payments.add(link.amount, .init(day: link.day, kind: kinds[Int(link.kind)]))
            next = link.before
        }
        return payments
    }
}
