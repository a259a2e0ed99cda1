// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import Persistence
import Testing

@Suite struct CustomerSearchTests {
    private static func add(_ ids: [CustomerID], to store: any Database) async throws {
        try await store.write { writer in
            for id in ids { try writer.ensureCustomer(id, now: .second(0)) }
        }
    }

    private static func claim(_ number: Int, of name: String, in scope: AppScope) -> StoredClaim {
        StoredClaim(
            scope: scope,
            lineage: OriginalTransactionID(rawValue: "\(number)"),
            customer: CustomerID(rawValue: "\(name)-\(number)"),
            claimedDate: .second(1)
        )
    }

    private static func found(_ text: String, in store: any Database) async throws -> [CustomerID] {
        try await store.read { try $0.customers(matching: CustomerFilter(text: text)).ids }
    }

    @Test(arguments: StoreDriver.allCases)
    func `any part of an identifier finds it, in any case, and wildcards are plain characters`(
        driver: StoreDriver
    ) async throws {
        try await driver.withStore { store async throws in
            try await Self.add(
                ["olivia-1092", "OLIVIA-7", "x%y_z!\"'1", "日本語の人", "Éva-9", "short", "ab"],
                to: store
            )
            let expected: [String: [CustomerID]] = [
                "OLIVIA": ["OLIVIA-7", "olivia-1092"], "via-10": ["olivia-1092"], "1092": ["olivia-1092"],
                "olivia-1092": ["olivia-1092"], "olivia-10923": [], "%y_": ["x%y_z!\"'1"], "x_y": [],
                "z!\"'1": ["x%y_z!\"'1"],
                "本語の": ["日本語の人"], "Éva": ["Éva-9"], "SHORT": ["short"], "absent": [],
            ]
            for (text, ids) in expected {
                #expect(try await Self.found(text, in: store) == ids, "\(text)")
            }
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `fewer than three characters find what begins with them, in any case`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            try await Self.add(["anna", "ANTON", "Andrea", "hanna", "日本"], to: store)
            #expect(try await Self.found("an", in: store) == ["ANTON", "Andrea", "anna"])
            #expect(try await Self.found("A", in: store) == ["ANTON", "Andrea", "anna"])
            #expect(try await Self.found("日", in: store) == ["日本"])
            #expect(try await Self.found("%", in: store) == [])
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `a customer is found from the first moment on, however many came before and were erased`(
        driver: StoreDriver
    ) async throws {
        try await driver.withStore { store async throws in
            for start in stride(from: 0, to: 600, by: 100) {
                let ids = (start..<(start + 100)).map { CustomerID(rawValue: "user-\(1000 + $0)-x") }
                try await Self.add(ids, to: store)
                #expect(try await Self.found("user-", in: store).count == start + 100)
            }
            #expect(try await Self.found("1003-x", in: store) == ["user-1003-x"])
            // Those that were counted last, too: their places are given again.
            for number in [3, 512, 598, 599] {
                let customer = CustomerID(rawValue: "user-\(1000 + number)-x")
                try await store.write { try $0.pseudonymize(customer, as: CustomerID(rawValue: "erased-\(number)")) }
            }
            #expect(try await Self.found("1003-x", in: store) == [])
            #expect(try await Self.found("user-", in: store).count == 596)
            try await Self.add(["later-1", "later-2", "user-1003-x"], to: store)
            #expect(try await Self.found("later", in: store) == ["later-1", "later-2"])
            #expect(try await Self.found("1003-x", in: store) == ["user-1003-x"])
            let all = try await store.read { try $0.customers(limit: 1000) as [CustomerID] }
            #expect(try await store.read { reader in try all.allSatisfy { try reader.isSearchable($0) } })
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `a customer who comes after the last one was erased is found`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            // So many are indexed together; the next one gets the place of the last.
            try await Self.add((0..<256).map { CustomerID(rawValue: "user-\(1000 + $0)") }, to: store)
            try await store.write { try $0.pseudonymize("user-1255", as: "short") }
            try await Self.add(["second-1255"], to: store)
            #expect(try await Self.found("1255", in: store) == ["second-1255"])
            #expect(try await Self.found("user-125", in: store).count == 5)
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `an erased customer is not found, and what is said of one does not hide them`(
        driver: StoreDriver
    ) async throws {
        try await driver.withStore { store async throws in
            try await Self.add(["walter", "waltraud"], to: store)
            let body = StoredCustomer(id: "walter", createdDate: .second(0), body: Data([1]))
            let erased = StoredCustomer(id: "waltraud", createdDate: .second(0), erasedDate: .second(1))
            try await store.write { writer in
                try writer.upsert(body)
                try writer.upsert(erased)
            }
            #expect(try await Self.found("walt", in: store) == ["walter"])
            let page = try await store.read { try $0.customerPage(CustomerFilter(text: "walt"), limit: 10) }
            #expect(page.customers == [body] && page.count == 1 && !page.isCut)
            #expect(try await store.read { try $0.customerPage(CustomerFilter(), limit: 10) } == page)
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `a list is narrowed to an environment's buyers and continues after a customer`(
        driver: StoreDriver
    ) async throws {
        try await driver.withStore { store async throws in
            try await Self.add(["buyer-1", "buyer-2", "buyer-3", "buyer-4", "other-1"], to: store)
            try await store.write { writer in
                for number in 1...3 {
                    try writer.upsert(Self.claim(number, of: "buyer", in: number == 2 ? .production : .sandbox))
                }
            }
            try await store.read { reader throws in
                for text in ["", "buyer"] {
                    let filter = CustomerFilter(text: text, buyersIn: .sandbox)
                    let first = try reader.customerPage(filter, limit: 1)
                    #expect(first.customers.map(\.id) == ["buyer-1"] && first.count == 2)
                    let second = try reader.customerPage(filter, after: "buyer-1", limit: 5)
                    #expect(second.customers.map(\.id) == ["buyer-3"] && second.count == 2)
                }
                let elsewhere = AppScope(bundleID: "com.example.tea", environment: .sandbox)
                #expect(try reader.customerPage(CustomerFilter(buyersIn: elsewhere), limit: 5).count == 0)
            }
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `of very many that match some are listed, and the list says so`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            let more = CustomerFilter.maximumMatches + 5
            try await Self.add((0..<more).map { CustomerID(rawValue: "many-\($0)") }, to: store)
            try await store.write { writer in
                for number in 0..<more { try writer.upsert(Self.claim(number, of: "many", in: .sandbox)) }
            }
            try await store.read { reader throws in
                for text in ["many", "m"] {
                    let page = try reader.customerPage(CustomerFilter(text: text), limit: 3)
                    #expect(page.isCut && page.count == CustomerFilter.maximumMatches + 1 && page.customers.count == 3)
                }
                let page = try reader.customerPage(CustomerFilter(buyersIn: .sandbox), after: "many-9998", limit: 3)
                #expect(page.customers.map(\.id) == ["many-9999"] && page.count == CustomerFilter.maximumMatches + 1)
            }
        }
    }

    @Test func `a customer who fell out of the index is noticed, and found again once it is rebuilt`() async throws {
        try await StoreDriver.sqlite.withStore { store async throws in
            try await Self.add((0..<300).map { CustomerID(rawValue: "user-\(1000 + $0)") }, to: store)
            try await store.write { writer in
                try writer.execute(
                    """
                    INSERT INTO customer_search (customer_search, rowid, id)
                    SELECT 'delete', number, id FROM customers WHERE id = 'user-1007'
                    """
                )
            }
            #expect(try await !store.read { try $0.isSearchable("user-1007") })
            #expect(try await store.read { try $0.isSearchable("user-1008") })
            #expect(try await Self.found("1007", in: store) == [])
            try await store.write { try $0.rebuildCustomerSearch() }
            #expect(try await store.read { try $0.isSearchable("user-1007") })
            #expect(try await Self.found("1007", in: store) == ["user-1007"])
            #expect(try await Self.found("1299", in: store) == ["user-1299"])
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `a copy of a database is searched like the original`(driver: StoreDriver) async throws {
        try await StoreDriver.sqlite.withStore { source async throws in
            try await Self.add((0..<300).map { CustomerID(rawValue: "user-\(1000 + $0)") }, to: source)
            try await driver.withStore { destination async throws in
                _ = try await StoreCopy(from: source, to: destination).run()
                #expect(try await Self.found("r-1123", in: destination) == ["user-1123"])
            }
        }
    }
}
