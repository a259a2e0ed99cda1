// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import Commerce
import Foundation
import HTTPService
import Persistence
import PurserServer

/// What must hold after every step, and what must hold once everything works again.
///
/// The comparison is with the App Store's own books; the server's rules are not asked.
struct SimulationInvariants {
    let world: SimulatedSystem
    /// The longest time, in seconds, after which something was in order without anybody's help.
    var slowest = SimulatedLiveness.Times()
    /// How many of the backend's events were looked at.
    private var looked = 0
    /// The customer's sequence number that was delivered last, by app and customer.
    private var deliveredEvents: [String: Int64] = [:]
    private var delivered: [String: String] = [:]
    private var balances: StoredStateChecker
    /// How many writes had been begun when the ledger was added up last: without another one it is the same.
    private var addedUp = -1
    /// What seats give that the team gave, by customer, as the App Store's books were compared last.
    var seatAccess: [String: [ExpectedAccess.Access]] = [:]

    init(_ world: SimulatedSystem) {
        self.world = world
        balances = StoredStateChecker(world)
    }

    /// What must hold at any moment.
    mutating func check(_ actor: SimulationDriver) async throws -> [String] {
        try await webhooks() + ledger() + balances.check(actor)
    }

    /// Every event that a backend received is the customer's next, and no sale is delivered twice.
    private mutating func webhooks() throws -> [String] {
        guard world.backend.unreadable == 0 else { return ["a backend was sent something that is not an event"] }
        let fresh = world.backend.received.dropFirst(looked)
        looked += fresh.count
        var wrong: [String] = []
        for event in fresh {
            if event.type == "order.delivered", let transaction = event.transaction {
                let name = "\(event.app ?? "") \(transaction)"
                if let before = delivered[name], before != event.id { wrong.append("sale \(name) was delivered twice") }
                delivered[name] = event.id
            }
            guard let customer = event.customer, let app = event.app else { continue }
            // Whoever is erased has the events of before under another name.
            if customer.hasPrefix("leaver") || customer.hasPrefix("erased_") { continue }
            let lane = "\(app) \(customer)"
            let last = deliveredEvents[lane] ?? 0
            let id = Commerce.CustomerID(rawValue: customer)
            let next = try world.database.check { reader in
                try reader.events(of: id, after: last, limit: 200).first { $0.event.scope.bundleID.rawValue == app }
            }
            guard let next, next.event.id == event.id else {
                wrong.append(
                    "\(lane) was sent \(event.type) \(event.id), and \(next?.event.kind ?? "nothing") comes next"
                )
                continue
            }
            deliveredEvents[lane] = next.customerSequence
        }
        return wrong
    }

    /// Every currency's lines add up to nothing, and every balance is the sum of its lines.
    private mutating func ledger() throws -> [String] {
        let writes = world.database.writes
        guard writes != addedUp else { return [] }
        addedUp = writes
        return try world.database.check { reader in
            var wrong: [String] = []
            try reader.forEach(
                "SELECT currency, SUM(amount) FROM ledger_lines GROUP BY currency HAVING SUM(amount) <> 0"
            ) {
                wrong.append("the lines in \(try $0.next(String.self)) add up to \(try $0.next(Int64.self))")
            }
            try reader.forEach(
                """
                SELECT account, customer, currency, amount FROM ledger_balances WHERE amount <> (
                    SELECT COALESCE(SUM(amount), 0) FROM ledger_lines lines WHERE lines.account = ledger_balances.account
                        AND COALESCE(lines.customer, '') = ledger_balances.customer
                        AND lines.currency = ledger_balances.currency)
                """
            ) { row in
                let account = try row.next(String.self)
                let customer = try row.next(String.self)
                let currency = try row.next(String.self)
                wrong.append("the balance of \(account) \(customer) in \(currency) is not the sum of its lines")
            }
            return wrong
        }
    }
}

extension SimulationInvariants {
    /// Makes everything work again, lets everything be recovered, and compares all books.
    mutating func drain(_ actor: inout SimulationDriver) async throws -> [String] {
        try await endFaults(&actor)
        try await world.appStore.pass(seconds: 8000)
        var wrong = try await recover()
        guard wrong.isEmpty else { return wrong }
        for customer in SimulatedSystem.customers { try await actor.launch(customer) }
        wrong += try await restoreLeaver(&actor)
        wrong += try await actor.completeVisitor()
        wrong += try await deliverEverything()
        return try await wrong + compareBalances(actor)
    }

    /// Ends what is broken in the network, the store, the backend and Apple's interfaces.
    func endFaults(_ actor: inout SimulationDriver) async throws {
        actor.neighborhood.lostPerMille = (0, 0)
        world.network.lose(requests: 0, answers: 0)
        world.database.misbehave(FaultInjectingDatabase.Faults())
        world.backend.refuse(0)
        try await world.appStore.misbehave(failures: 0, status: 500, cutOff: 0)
    }

    /// Compares everything that the servers have with what the App Store sold.
    mutating func compareBalances(_ actor: SimulationDriver) async throws -> [String] {
        var wrong = try await check(actor) + compareSeats(actor)
        for customer in SimulatedSystem.customers { wrong += try await compare(customer, actor) }
        if actor.neighborhood.visitor.isSignedIn { wrong += try await compare(SimulatedSystem.visitor, actor) }
        wrong += try await orders(actor)
        if !world.neighbors.isEmpty {
            var sales: [String: TransactionPayload] = [:]
            for account in SimulatedSystem.accounts {
                for sale in try await world.appStore.sales(of: account) { sales[sale.transactionId.rawValue] = sale }
            }
            wrong += try SimulationRefunds(world, shown: actor.neighborhood.proofs).compare(sales)
        }
        return wrong + actor.wrong
    }

    /// Lets the leaver, who may have been erased, come back and restore: everything that Apple sold must be there
    /// again.
    func restoreLeaver(_ actor: inout SimulationDriver) async throws -> [String] {
        guard !actor.neighborhood.leaverNames.isEmpty else { return [] }
        if actor.neighborhood.leaverIsAway { try await actor.returnLeaver(sameName: false) }
        guard let name = actor.neighborhood.leaverNames.last else { return [] }
        let account = SimulatedSystem.leaver
        let sales = try await world.appStore.sales(of: account)
        let refused = try await actor.restore(sales, as: name)
        return try await refused + entitlements(account, sales, as: name, actor).map { "\(name) \($0)" }
    }

    /// Lets the servers recover until their reports say that nothing is missing.
    private func recover() async throws -> [String] {
        var last: [String] = []
        // All notifications of a day are compared once an hour. When another kind finds something in the first round,
        // which takes further rounds, that comparison still is good.
        let compared = world.clock.now
        for round in 0..<40 {
            let begun = world.clock.now
            last = []
            for number in 0..<world.servers.count { try await world.servers.service(number + round).doDueWork() }
            var isDone = true
            for shop in SimulationCatalog.shops {
                struct Seen: Decodable {
                    struct Report: Decodable {
                        var kind: String
                        var until: Date
                        var missing: Int
                        var failed: Int
                        var interruptionReason: String?
                    }

                    var reports: [Report]
                }
                let answer = try await world.request(.get, "/v1/recovery", shop)
                let reports = try answer.read(Seen.self).reports
                last.append(answer.text)
                let done = reports.filter {
                    $0.until >= ($0.kind == "notifications" ? compared : begun) && $0.missing == 0 && $0.failed == 0
                        && $0.interruptionReason == nil
                }
                isDone = isDone && Set(done.map(\.kind)).isSuperset(of: ["notifications", "purchases", "refunds"])
            }
            if isDone { return [] }
        }
        return ["recovery never came to an end: \(last.joined(separator: " "))"]
    }

    /// Lets the servers carry webhooks until none waits; lanes that failed wait for their time.
    private func deliverEverything() async throws -> [String] {
        for _ in 0..<40 {
            for number in 0..<world.servers.count { try await world.servers.service(number).doDueWork() }
            let waiting = try world.database.check { reader in
                var count = 0
                try reader.forEach("SELECT COUNT(*) FROM webhook_deliveries WHERE state = 'pending'") {
                    count = try $0.next(Int.self)
                }
                return count
            }
            if waiting == 0 { return try await everyEventWasDelivered() }
            world.clock.pause(.seconds(60))
        }
        return ["webhooks still wait after everything worked again"]
    }

    func everyEventWasDelivered() async throws -> [String] {
        let ids = Set(world.backend.received.map(\.id))
        return try world.database.check { reader in
            var wrong: [String] = []
            try reader.forEach("SELECT id, kind, customer FROM events ORDER BY number") { row in
                let id = try row.next(String.self)
                let kind = try row.next(String.self)
                let customer = try row.next(String?.self) ?? "none"
                if !ids.contains(id) { wrong.append("\(kind) \(id) of \(customer) was never told") }
            }
            return wrong
        }
    }

    /// Compares one customer's entitlements, goods and deliveries with the App Store's books.
    private func compare(
        _ customer: AppStoreSimulator.CustomerID,
        _ actor: SimulationDriver
    ) async throws -> [String] {
        let shops = SimulationCatalog.shops
        let sales = try await world.appStore.sales(of: customer)
        var wrong = try await entitlements(customer, sales, actor)
        for sale in sales where sale.revocationDate == nil {
            if delivered["\(sale.bundleId) \(sale.transactionId)"] == nil {
                wrong.append("sale \(sale.transactionId) of \(sale.productId) was never delivered")
            }
        }
        wrong += try await withdrawals(sales)
        struct Balance: Decodable {
            var amount: Int64
        }
        // Gifts, spending and other credits are compared as a whole.
        for shop in world.neighbors.isEmpty ? shops : [] {
            let due = sales.filter { $0.productId == shop.beans }.reduce(Int64(0)) { sum, sale in
                let bought = SimulationCatalog.beansPerPiece * Int64(sale.quantity)
                guard sale.revocationDate != nil else { return sum + bought }
                return sum + bought - bought * Int64(sale.revocationPercentage ?? 100_000) / 100_000
            }
            let answer = try await world.request(.get, "/v1/customers/\(customer)/balances/\(shop.wallet)", shop)
            let amount = try answer.read(Balance.self).amount
            if amount != due { wrong.append("has \(amount) \(shop.wallet), should have \(due)") }
        }
        return wrong.map { "\(customer) \($0)" }
    }

    /// What Apple revoked is delivered no longer.
    private func withdrawals(_ sales: [TransactionPayload]) async throws -> [String] {
        let stored = try world.database.check { reader in
            var stored: Set<String> = []
            try reader.forEach("SELECT transaction_id FROM deliveries WHERE revoked IS NULL") {
                stored.insert(try $0.next(String.self))
            }
            return stored
        }
        return sales.filter {
            $0.isRevoked && stored.contains($0.transactionId.rawValue)
        }
        .map { "keeps \($0.productId) of sale \($0.transactionId), which Apple revoked" }
    }

    func entitlements(
        _ customer: AppStoreSimulator.CustomerID,
        _ sales: [TransactionPayload],
        as name: String? = nil,
        besides unknown: Set<String> = [],
        _ actor: SimulationDriver
    ) async throws -> [String] {
        let contested = actor.neighborhood.contested
        func isCompared(_ right: String) -> Bool {
            !unknown.contains(right) && !contested.contains(Neighborhood.contest(name ?? customer.rawValue, right))
        }
        // What Apple signed last is known from the instant on that it carries, so its clock must not be ahead.
        var now = world.appStore.now.millisecondsSince1970 + Int64(max(0, world.skew)) * 1000
        // What was restored just now is the new name's from the servers' present on, which may be a little later.
        // So is a seat that the App Store gave to the servers while they waited.
        let guestAccess = seatAccess[name ?? customer.rawValue] ?? []
        if name != nil || !guestAccess.isEmpty { now = max(now, world.clock.now.millisecondsSince1970) }
        let path = "/v1/customers/\(name ?? customer.rawValue)/entitlements"
        let given = try await world.request(.get, path + "?at=\(now)", SimulationCatalog.shops[0]).read(
            ObservedEntitlements.self
        )
        .entitlements.filter(\.isActive)
        let present = try await world.request(.get, path, SimulationCatalog.shops[0]).read(ObservedEntitlements.self)
            .entitlements.filter(\.isActive)
        // The servers have waited, so their now is a little later than the App Store's.
        let later = world.clock.now.millisecondsSince1970
        let derived = try await world.request(.get, path + "?at=\(later)", SimulationCatalog.shops[0])
            .read(ObservedEntitlements.self).entitlements.filter(\.isActive)
        var due: [String: [ExpectedAccess.Access]] = [:]
        for var access in await world.appStore.truth(of: customer).access + guestAccess {
            guard let right = SimulationCatalog.shop(of: access.product).entitlement(of: access.product) else {
                continue
            }
            access.until = access.until.map { Self.end($0, of: right, sales) }
            guard access.until.map({ $0.millisecondsSince1970 > now }) ?? true else { continue }
            due[right, default: []].append(access)
        }
        var wrong: [String] = []
        for right in Set(due.keys).symmetricDifference(given.map(\.id)).sorted() where isCompared(right) {
            wrong.append(due[right] == nil ? "has \(right) and should not" : "should have \(right)")
        }
        for right in Set(present.map(\.id)).symmetricDifference(derived.map(\.id)).sorted() {
            wrong.append("is sent another thing about \(right) than follows from the facts")
        }
        for right in given where isCompared(right.id) {
            guard let due = due[right.id] else { continue }
            let last = due.contains { $0.until == nil } ? nil : due.compactMap(\.until).max()
            if right.until != last?.millisecondsSince1970 {
                let periods = sales.filter {
                    SimulationCatalog.shop(of: $0.productId).entitlement(of: $0.productId) == right.id
                }
                .map { sale in
                    let ends = [sale.expiresDate, sale.revocationDate].map { $0?.millisecondsSince1970 ?? 0 }
                    return "\(sale.transactionId) \(sale.purchaseDate.millisecondsSince1970) to \(ends)"
                }
                let due = last?.millisecondsSince1970 ?? 0
                wrong.append("at \(now) has \(right.id) until \(right.until ?? 0), should until \(due): \(periods)")
            }
        }
        return wrong
    }

    /// When access ends that ends at a date: a period that was charged early, and begins then, is reported already.
    private static func end(_ date: Date, of right: String, _ sales: [TransactionPayload]) -> Date {
        let next = sales.first { sale in
            sale.purchaseDate == date && sale.revocationDate == nil && (sale.expiresDate ?? date) > date
                && SimulationCatalog.shop(of: sale.productId).entitlement(of: sale.productId) == right
        }
        return next?.expiresDate.map { end($0, of: right, sales) } ?? date
    }

    /// An order is delivered exactly if somebody paid it and Apple did not take the payment back.
    private func orders(_ actor: SimulationDriver) async throws -> [String] {
        let ordered = Dictionary(
            actor.orders.values.map { ($0.token, $0.product) },
            uniquingKeysWith: { first, _ in first }
        )
        var sales: [TransactionID: TransactionPayload] = [:]
        var paid: [AppAccountToken: TransactionPayload] = [:]
        var payers: [AppAccountToken: Set<String>] = [:]
        for customer in SimulatedSystem.accounts {
            for sale in try await world.appStore.sales(of: customer) {
                sales[sale.transactionId] = sale
                guard let token = sale.appAccountToken, sale.transactionReason != .renewal else { continue }
                payers[token, default: []].insert(customer.rawValue)
                // An upgrade, and what a bundle brings, carry the token of what they continue, which can be a renewal that the
                // customer paid with an order: neither pays it.
                guard sale.productId == ordered[token], sale.bundleProductId == nil else { continue }
                // Seats that are added without an order carry it, too; the first purchase was paid with it.
                if paid[token].map({ sale.isBefore($0) }) ?? true { paid[token] = sale }
            }
        }
        struct Seen: Decodable {
            var state: String
            var transactionId: String?
        }
        var wrong: [String] = []
        for (id, order) in actor.orders.sorted(by: { $0.key < $1.key }) where !order.isMismatched {
            let answer = try await world.request(.get, "/v1/orders/\(id)", order.shop)
            guard answer.status == .ok else {
                wrong.append("order \(id) was acknowledged and is not there")
                continue
            }
            let seen = try answer.read(Seen.self)
            let state = seen.state
            let isDelivered = ["delivered", "finished"].contains(state)
            // A purchase that lost its token pays the order that the app names, if the app reached the server.
            let shown = order.shown.flatMap { sales[$0] }
            guard var sale = paid[order.token] else {
                let isPaid = shown.map { $0.transactionReason != .renewal && $0.productId == order.product } ?? false
                if isDelivered, !isPaid {
                    wrong.append("order \(id) is \(state), and no one paid it: \(answer.text)")
                }
                continue
            }
            // What continues from that one carries the token that it lost, and does not pay once more.
            if let shown, seen.transactionId == shown.transactionId.rawValue, shown.isBefore(sale) {
                sale = shown
            }
            // The account whose document arrived first has paid it.
            if payers[order.token].map({ $0.count > 1 }) ?? false,
                let payment = seen.transactionId.flatMap({ sales[TransactionID(rawValue: $0)] })
            {
                sale = payment
            }
            // A subscription that continues keeps its seats, which the app did not order: nothing of that pays the order.
            if sale.additionalTransactionReason != .seatAddition, sale.quantity != order.quantity {
                if seen.transactionId == sale.transactionId.rawValue {
                    wrong.append("order \(id) of \(order.quantity) is paid by \(sale.quantity): \(answer.text)")
                }
                continue
            }
            let isUsed = sale.isRevoked
            if isDelivered == isUsed || !(isDelivered || ["refunded", "revoked"].contains(state)) {
                wrong.append("order \(id), paid by \(sale.transactionId), is \(state): \(answer.text); \(sale)")
            }
        }
        return wrong
    }
}

extension TransactionPayload {
    /// Whether Apple revoked it; a mark without a type only says that a better plan took its place.
    fileprivate var isRevoked: Bool { revocationDate != nil && !(isUpgraded == true && revocationType == nil) }

    /// Whether it was made before another: several can be of one moment, and numbers rise.
    fileprivate func isBefore(_ other: TransactionPayload) -> Bool {
        guard purchaseDate == other.purchaseDate else { return purchaseDate < other.purchaseDate }
        let (own, theirs) = (transactionId.rawValue, other.transactionId.rawValue)
        return own.utf8.count == theirs.utf8.count ? own < theirs : own.utf8.count < theirs.utf8.count
    }
}
