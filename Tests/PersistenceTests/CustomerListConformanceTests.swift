// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import Persistence
import Testing

@Suite struct CustomerListConformanceTests {
    /// The instant at which states count.
    private static let now = Date.second(1_000_000)
    private static func later(_ seconds: Int) -> Date { .second(1_000_000 + seconds) }

    private static func subscription(
        _ number: Int,
        _ product: ProductID = "club",
        _ storefront: StorefrontCountryCode = "USA",
        ends: Date = never,
        grace: Date = never,
        retry: Date = never,
        isTrial: Bool = false,
        isOff: Bool = false
    ) -> CustomerSummary.Purchase {
        CustomerSummary.Purchase(
            lineage: OriginalTransactionID(rawValue: "\(number)"),
            product: product,
            storefront: storefront,
            isTrial: isTrial,
            serviceEnd: ends,
            graceEnd: grace,
            retryEnd: retry,
            isRenewalOff: isOff
        )
    }

    private static let never = CustomerSummary.never

    /// A customer for each state, and one who only bought once.
    private static let summaries: [CustomerID: CustomerSummary] = [
        "active": CustomerSummary(
            purchases: [subscription(1, ends: later(9))],
            amounts: [.init(currency: "USD", net: 9_990)]
        ),
        "off": CustomerSummary(
            purchases: [subscription(2, "club", "DEU", ends: later(9), isOff: true)],
            amounts: [.init(currency: "EUR", net: 19_990)]
        ),
        "trial": CustomerSummary(purchases: [subscription(3, "gold", "JPN", ends: later(5), isTrial: true)]),
        "grace": CustomerSummary(
            purchases: [subscription(4, ends: later(-9), grace: later(5))],
            amounts: [.init(currency: "USD", net: 29_970, payments: 3)]
        ),
        "retry": CustomerSummary(
            purchases: [subscription(5, "gold", "DEU", ends: later(-99), grace: later(-9), retry: later(5))],
            amounts: [.init(currency: "EUR", net: 5_000)]
        ),
        "ended": CustomerSummary(
            purchases: [subscription(6, ends: later(-9), isTrial: true)],
            amounts: [.init(currency: "USD", net: 0, refunded: 9_990, refunds: 1)]
        ),
        // One subscription ended, and another one is in service.
        "moved": CustomerSummary(
            purchases: [subscription(7, ends: later(-9)), subscription(8, "gold", ends: later(1))],
            amounts: [.init(currency: "EUR", net: 1_000), .init(currency: "USD", net: 20_000)]
        ),
        "once": CustomerSummary(
            purchases: [
                .init(lineage: "9", product: "coins", storefront: "USA", isSubscription: false)
            ],
            amounts: [.init(currency: "USD", net: 990)]
        ),
    ]

    private static func fill(_ store: any Database) async throws {
        try await store.write { writer in
            for (customer, summary) in summaries {
                try writer.ensureCustomer(customer, now: .second(0))
                try writer.store(summary, of: customer, in: .sandbox)
            }
            try writer.ensureCustomer("stranger", now: .second(0))
            try writer.record([
                CustomerVisit(
                    scope: .sandbox,
                    customer: "active",
                    seen: later(-100),
                    appVersion: "2",
                    system: "iOS 27"
                ),
                CustomerVisit(scope: .sandbox, customer: "grace", seen: later(-5)),
                CustomerVisit(scope: .sandbox, customer: "stranger", seen: later(-1)),
                CustomerVisit(scope: .sandbox, customer: "absent", seen: later(-1)),
            ])
        }
    }

    private static func names(
        _ change: @escaping @Sendable (inout CustomerListFilter) -> Void,
        in store: any Database
    ) async throws -> [CustomerID] {
        try await store.read { reader in
            var filter = CustomerListFilter()
            change(&filter)
            // Page by page, so that every place in the list is one.
            var found: [CustomerID] = []
            var place: CustomerListPlace?
            repeat {
                let page = try reader.customerList(filter, in: .sandbox, after: place, limit: 2, now: now)
                found += page.customers.map(\.id)
                place = page.next
            } while place != nil
            let whole = try reader.customerList(filter, in: .sandbox, limit: 100, now: now)
            #expect(whole.customers.map(\.id) == found && whole.count == found.count && whole.next == nil)
            return found
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `each filter lets through whom it names, and an end that passes changes the state`(
        driver: StoreDriver
    ) async throws {
        try await driver.withStore { store async throws in
            try await Self.fill(store)
            #expect(try await Self.names({ $0.status = .active }, in: store) == ["active", "moved", "off", "trial"])
            #expect(try await Self.names({ $0.status = .trial }, in: store) == ["trial"])
            #expect(try await Self.names({ $0.status = .grace }, in: store) == ["grace"])
            #expect(try await Self.names({ $0.status = .retry }, in: store) == ["retry"])
            #expect(try await Self.names({ $0.status = .ended }, in: store) == ["ended"])
            #expect(try await Self.names({ $0.product = "gold" }, in: store) == ["moved", "retry", "trial"])
            #expect(try await Self.names({ $0.storefronts = ["DEU", "JPN"] }, in: store) == ["off", "retry", "trial"])
            #expect(try await Self.names({ $0.renews = false }, in: store) == ["off"])
            #expect(try await Self.names({ $0.renews = true }, in: store) == ["active", "moved", "trial"])
            #expect(try await Self.names({ $0.isRefunded = true }, in: store) == ["ended"])
            let twenty = Money(milliunits: 20_000, currency: "USD")
            #expect(try await Self.names({ $0.minimumSpent = twenty }, in: store) == ["grace", "moved"])
            #expect(try await Self.names({ $0.seenFrom = Self.later(-10) }, in: store) == ["grace", "stranger"])
            #expect(
                try await Self.names({ $0.notSeenFrom = Self.later(-10) }, in: store)
                    == ["active", "ended", "moved", "off", "once", "retry", "trial"]
            )
            let then = Self.later(10)
            let late = try await store.read { reader in
                var filter = CustomerListFilter()
                filter.status = .ended
                return try reader.customerList(filter, in: .sandbox, limit: 9, now: then).customers.map(\.id)
            }
            #expect(late == ["active", "ended", "grace", "moved", "off", "retry", "trial"])
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `filters are combined, of one purchase where they are about purchases`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            try await Self.fill(store)
            #expect(
                try await Self.names({ ($0.status, $0.product) = (.active, "club") }, in: store) == ["active", "off"]
            )
            let dollar = Money(milliunits: 1000, currency: "USD")
            #expect(
                try await Self.names({ ($0.status, $0.minimumSpent) = (.active, dollar) }, in: store)
                    == ["active", "moved"]
            )
            #expect(try await Self.names({ ($0.text, $0.status) = ("a", .active) }, in: store) == ["active"])
            #expect(try await Self.names({ ($0.text, $0.product) = ("ove", "gold") }, in: store) == ["moved"])
            #expect(
                try await Self.names({ ($0.seenFrom, $0.status) = (Self.later(-999), .grace) }, in: store) == ["grace"]
            )
            #expect(
                try await Self.names({ ($0.isBuyer, $0.seenFrom) = (true, Self.later(-10)) }, in: store) == ["grace"]
            )
            #expect(try await Self.names({ ($0.isRefunded, $0.status) = (true, .active) }, in: store) == [])
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `a list can begin with who paid most, and with who was seen last`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            try await Self.fill(store)
            #expect(
                try await Self.names({ $0.order = .spent("USD") }, in: store)
                    == ["grace", "moved", "active", "once", "ended"]
            )
            #expect(
                try await Self.names({ ($0.order, $0.status) = (.spent("EUR"), .active) }, in: store) == [
                    "off", "moved",
                ]
            )
            #expect(try await Self.names({ $0.order = .seen }, in: store) == ["stranger", "grace", "active"])
            let currencies = try await store.read { try $0.spentCurrencies(in: .sandbox) }
            #expect(currencies == ["EUR", "USD"])
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `more customers than are sorted at once come in the same order page by page`(driver: StoreDriver) async throws
    {
        try await driver.withStore { store async throws in
            let (bound, count) = (40, 70)
            try await store.write { writer in
                for number in 0..<count {
                    let id = CustomerID(rawValue: "c\(100_000 + number)")
                    try writer.ensureCustomer(id, now: .second(0))
                    // Every seventh paid the same.
                    let amount = CustomerSummary.Amount(currency: "USD", net: Int64(number % 7) * 1000)
                    let purchase = Self.subscription(number, ends: Self.later(number))
                    let summary = CustomerSummary(purchases: [purchase], amounts: [amount])
                    try writer.store(summary, of: id, in: .sandbox)
                    try writer.record([CustomerVisit(scope: .sandbox, customer: id, seen: Self.later(-number))])
                }
            }
            func page(_ filter: CustomerListFilter, _ place: CustomerListPlace?) async throws -> CustomerListPage {
                try await store.read {
                    try $0.customerList(
                        filter,
                        in: .sandbox,
                        after: place,
                        limit: 9,
                        sortedAtOnce: bound,
                        now: Self.now
                    )
                }
            }
            let ids = (0..<count).map { CustomerID(rawValue: "c\(100_000 + $0)") }
            let orders: [(CustomerListFilter.Order, [CustomerID])] = [
                (.identifier, ids), (.seen, ids),
                (.spent("USD"), (0..<count).sorted { (-($0 % 7), $0) < (-($1 % 7), $1) }.map { ids[$0] }),
            ]
            for (order, expected) in orders {
                var filter = CustomerListFilter()
                filter.product = "club"
                filter.order = order
                var found: [CustomerID] = []
                var place: CustomerListPlace?
                repeat {
                    let page = try await page(filter, place)
                    #expect(page.count == bound + 1)
                    found += page.customers.map(\.id)
                    place = page.next
                } while place != nil
                #expect(found == expected, "\(order)")
            }
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `a summary replaces the one before, and an empty one leaves no row`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            try await Self.fill(store)
            let stored = try await store.read { try $0.customerSummary(of: "moved", in: .sandbox) }
            #expect(stored == Self.summaries["moved"])
            #expect(try await store.read { try $0.customerSummary(of: "moved", in: .production) } == CustomerSummary())
            try await store.write { try $0.store(CustomerSummary(), of: "moved", in: .sandbox) }
            #expect(try await store.read { try $0.customerSummary(of: "moved", in: .sandbox) } == CustomerSummary())
        }
    }

    // MARK: Visits

    private static func day(_ number: Int) -> Date {
        Date(millisecondsSince1970: Int64(number) * 86_400_000 + 72_000_000)
    }

    private static func visit(_ customer: CustomerID, _ day: Int) -> CustomerVisit {
        CustomerVisit(scope: .sandbox, customer: customer, seen: Self.day(day))
    }

    private static func counts(_ store: any Database) async throws -> [String] {
        let days = CivilDay(daysSince1970: 0)...CivilDay(daysSince1970: 2_000_000)
        let (stored, counted) = try await store.read { reader in
            (
                try reader.customerDayCounts(of: days, in: .sandbox),
                try reader.countedCustomerDays(of: days, in: .sandbox)
            )
        }
        #expect(stored == counted)
        return stored.map { "\($0.day.daysSince1970)<\($0.dayBefore.daysSince1970) \($0.storefront)\($0.number)" }
    }

    @Test(arguments: StoreDriver.allCases)
    func `each customer counts once a day, with the day before, in any order of the days`(
        driver: StoreDriver
    ) async throws {
        try await driver.withStore { store async throws in
            try await Self.fill(store)
            try await store.write { writer in
                // Only the days of this test.
                try writer.removeCustomerDays(in: .sandbox, before: CivilDay(daysSince1970: 2_000_000))
                try writer.repairCustomerDayCounts(
                    of: CivilDay(daysSince1970: 0)...CivilDay(daysSince1970: 2_000_000),
                    in: .sandbox
                )
                let visits = [
                    ("trial", 20_000), ("trial", 20_010), ("off", 20_010), ("trial", 20_000), ("trial", 20_005),
                ]
                for (customer, day) in visits { try writer.record([Self.visit(CustomerID(rawValue: customer), day)]) }
            }
            #expect(
                try await Self.counts(store)
                    == ["20000<0 JPN1", "20005<20000 JPN1", "20010<0 DEU1", "20010<20005 JPN1"]
            )
            let last = try await store.read { try $0.visits(of: ["trial", "off", "absent"], in: .sandbox) }
            #expect(last["trial"]?.seen == Self.day(20_010) && last.count == 2)
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `a merged customer's days are those of one customer, and an erased one's stay without a name`(
        driver: StoreDriver
    ) async throws {
        try await driver.withStore { store async throws in
            try await Self.fill(store)
            try await store.write { writer in
                for (customer, day) in [("once", 20_000), ("once", 20_003), ("ended", 20_001), ("ended", 20_003)] {
                    try writer.record([Self.visit(CustomerID(rawValue: customer), day)])
                }
                try writer.moveListRows(of: "once", to: "ended")
            }
            let counts = try await Self.counts(store).filter { $0.hasPrefix("2000") }
            #expect(counts == ["20000<0 USA1", "20001<20000 USA1", "20003<20001 USA1"])
            let merged = try await store.read { try $0.customerSummary(of: "ended", in: .sandbox) }
            #expect(merged.purchases.map(\.lineage) == ["6", "9"])
            #expect(
                merged.amounts == [.init(currency: "USD", net: 990, refunded: 9_990, payments: 2, refunds: 1)]
            )
            #expect(try await store.read { try $0.customerSummary(of: "once", in: .sandbox) } == CustomerSummary())
            try await store.write { try $0.removeListRows(of: "ended", pseudonym: "erased-1") }
            #expect(try await Self.counts(store).filter { $0.hasPrefix("2000") } == counts)
            #expect(try await store.read { try $0.customerSummary(of: "ended", in: .sandbox) } == CustomerSummary())
            #expect(try await store.read { try $0.visits(of: ["ended"], in: .sandbox) }.isEmpty)
        }
    }
}
