// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import Persistence
import PersistencePostgreSQL
import Testing

@Suite struct StoreCopyTests {
    /// Something in every table.
    private func fill(_ store: any Database) async throws {
        for number in 0..<12 {
            try await store.write { try PowerCutTests.store(number, in: $0) }
            let sample = NotificationSample(number)
            try await store.write { try sample.store(in: $0) }
        }
        try await store.write { writer in
            let order = try writer.nextCommandOrder(in: .sandbox, now: .second(1))
            let claim = Command.claim(Claim(lineage: "1", customer: "anna", basis: .session))
            let fact = Fact(command: claim, scope: .sandbox, order: order, digest: .sample(77))
            try writer.append(fact, receivedDate: .second(0), source: "app")
            var ordered = Order.sample("o1")
            ordered.reference = "20260220-77"
            _ = try writer.create(ordered, idempotencyKey: "k", step: .creation)
            let event = try writer.append(.sample("e1"))
            try writer.enqueueDeliveries(event, of: "anna", to: ["backend"], now: .second(0))
            try writer.enqueue(NewTask(queue: "q", uniqueKey: "k", dueDate: .second(0)))
            let state = StoredLineageState(scope: .sandbox, lineage: "1", dueDate: nil, body: Data([1]))
            try writer.upsert(state)
            let purchase = CustomerPurchase(customer: "anna", mayGiveAccess: false, isProven: true, storefront: "USA")
            let key = LineageKey(scope: .sandbox, lineage: "1")
            try writer.replaceCustomerPurchases(of: key, stored: [], with: [purchase])
            let notification = ForwardedNotification(
                id: "n1",
                label: "TEST",
                received: .second(0),
                mediaType: "application/json",
                body: Data("{}".utf8)
            )
            try writer.forward(try PackedForward(notification), in: "1", to: ["target"])
            try writer.upsert(try StoredShadowDifference.sample("s1"))
            try writer.upsert(Presence(), as: "s", in: RecordStore("samples"), now: .second(0))
            try writer.append(AuditEntry(instant: .second(0), actor: "a", action: "b", target: "c"))
            try writer.append([.sample("r1")])
            let appKey = StoredAppKey(
                hash: .sample(1),
                id: "key",
                app: "com.example.app",
                kind: "publishable",
                name: "app",
                createdDate: .second(0)
            )
            try writer.add(appKey)
            try writer.postEntry(.sample)
            for (key, amount, reason) in [("k", 5, .bonus), ("more", -99, .spend)] as [(String, Int64, LedgerReason)] {
                var request = LedgerRequest(
                    key: key,
                    customer: "carl",
                    currency: "gems",
                    amount: amount,
                    reason: reason
                )
                request.expiresDate = .second(100)
                _ = try writer.post(request, account: "wallet", scope: .sandbox, policy: .capped, at: .second(1))
            }
            let purchaseFacts = try writer.purchaseFacts(of: "1", in: .sandbox)
            try writer.foldOldest(of: key, purchaseFacts)
            let subject = ReportSubject(vendor: "1", kind: "SALES", frequency: "DAILY", period: "2026-11-01")
            _ = try writer.upsert(subject, digest: [1], layout: Data([1]), rows: [["a"]], now: .second(0))
            var totals = ChartTotals()
            let series = ChartRow.Key(
                product: "club",
                storefront: "USA",
                offer: "",
                store: .appStore,
                measure: .active
            )
            totals.add(ExactSum(1), series, ChartTotals.Place(day: 20_000))
            try writer.add(totals, in: .sandbox, 1)
            let summarized = CustomerSummary.Purchase(lineage: "2000000000000001", product: "club", storefront: "USA")
            let amount = CustomerSummary.Amount(currency: "USD", net: 4990)
            try writer.ensureCustomer("anna", now: .second(0))
            try writer.store(CustomerSummary(purchases: [summarized], amounts: [amount]), of: "anna", in: .sandbox)
            try writer.record([CustomerVisit(scope: .sandbox, customer: "anna", seen: .second(1))])
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `everything in SQLite is copied, row by row, and the copy continues from there`(
        driver: StoreDriver
    ) async throws {
        let folding = FoldingLimits(maximumUnfolded: 1, newestUnfolded: 0)
        try await StoreDriver.sqlite.withStore(folding: folding) { source async throws in
            try await fill(source)
            try await driver.withStore { destination async throws in
                let copy = StoreCopy(from: source, to: destination, rowsPerStep: 7)
                let counts = try await copy.run()
                #expect(counts.values.allSatisfy { $0 > 0 } && counts.count == StoredTable.all.count)
                #expect(try await copy.differences() == [:])
                try await store(more: destination)
                let before = try await source.read { try $0.events(after: 0, limit: 99).map(\.event.id) }
                let after = try await destination.sequencedEvents(count: 99).map(\.event.id)
                #expect(after == before + ["later"])
            }
        }
    }

    /// Numbers given after the copy must not meet those that came with it.
    private func store(more destination: any Database) async throws {
        try await destination.write { writer in
            try writer.append(.sample(999), document: Data("x".utf8), receivedDate: .second(0), source: "app")
            try writer.append(.sample("later"))
            #expect(try writer.nextCommandOrder(in: .sandbox, now: .second(0)).sequence == 2)
            #expect(try writer.nextCommandOrder(in: .sandbox, now: .second(0)).instant >= .second(1))
            #expect(try !writer.postEntry(.sample))
            #expect(try writer.create(.sample("o2"), idempotencyKey: "k", step: .creation).order.id == "o1")
        }
    }

    @Test func `commands are numbered on from where PostgreSQL was, which keeps that in no table`() async throws {
        try await StoreDriver.postgreSQL.withStore { source async throws in
            let last = try await source.write { writer in
                let last = try writer.nextCommandOrders(5, in: .sandbox, now: .second(60)).last
                let order = try #require(last)
                let claim = Command.claim(Claim(lineage: "1", customer: "anna", basis: .session))
                let fact = Fact(command: claim, scope: .sandbox, order: order, digest: .sample(1))
                try writer.append(fact, receivedDate: .second(60), source: "app")
                return order
            }
            try await StoreDriver.postgreSQL.withStore { destination async throws in
                let copy = StoreCopy(from: source, to: destination)
                _ = try await copy.run()
                #expect(try await copy.differences() == [:])
                let next = try await destination.write { try $0.nextCommandOrder(in: .sandbox, now: .second(0)) }
                #expect(try #require(next.sequence) > #require(last.sequence))
                #expect(next.instant >= last.instant && next > last)
            }
        }
    }

    @Test func `a row that differs is found`() async throws {
        try await StoreDriver.sqlite.withStore { source async throws in
            try await fill(source)
            try await StoreDriver.sqlite.withStore { destination async throws in
                let copy = StoreCopy(from: source, to: destination)
                _ = try await copy.run()
                try await destination.write { writer in
                    try writer.execute("UPDATE ledger_lines SET amount = amount + 1 WHERE line = 1")
                    try writer.execute("DELETE FROM audit_log")
                }
                #expect(try await copy.differences() == ["ledger_lines": 1, "audit_log": 0])
            }
        }
    }

    @Test func `a destination that holds something is refused`() async throws {
        try await StoreDriver.sqlite.withStore { source async throws in
            try await StoreDriver.sqlite.withStore { destination async throws in
                try await destination.write { try $0.ensureCustomer("anna", now: .second(0)) }
                await #expect(throws: DatabaseError(code: .configuration, message: "")) {
                    try await StoreCopy(from: source, to: destination).run()
                }
            }
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `the list of tables is the schema's`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            for table in StoredTable.all {
                let columns = table.columns.joined(separator: ", ")
                try await store.read { reader in
                    try reader.forEach(Query(stringLiteral: "SELECT \(columns) FROM \(table.name) LIMIT 0")) { _ in }
                }
            }
        }
    }
}

extension StoredLedgerEntry {
    fileprivate static let sample = StoredLedgerEntry(
        idempotencyKey: "k",
        scope: .sandbox,
        instant: .second(0),
        reason: "purchase",
        lines: [
            Line(account: "wallet", customer: "anna", amount: 5, currency: "gems"),
            Line(account: "issued", amount: -5, currency: "gems"),
        ]
    )
}
