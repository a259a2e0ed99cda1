// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import HTTPService
import Persistence
import PersistenceSQLite
import Synchronization

@testable import PurserServer

extension Fault {
    /// One for each rule; a test sees to it.
    static let all: [Fault] = business + slow + purchases + delivery + apple + machine

    private static let business = [
        "product-list-failures", "order-failures", "verification-failures", "server-errors",
    ].map { rule in
        Fault(
            rule: rule,
            begin: { try await $0.damageCatalogue(true) },
            eachMinute: { try await $0.trade() },
            mend: { try await $0.damageCatalogue(false) }
        )
    }

    private static let slow = [
        "product-list-latency", "order-latency", "verification-latency", "database-latency",
    ].map { rule in
        Fault(
            rule: rule,
            begin: { $0.shop.clock.drag(.seconds(3)) },
            eachMinute: { try await $0.trade() },
            mend: { $0.shop.clock.drag(.zero) }
        )
    }

    private static let purchases = [
        Fault(
            rule: "verification-refusals",
            begin: { world in
                for _ in 0..<25 {
                    _ = try await world.shop.send(
                        .post,
                        "/v1/transactions",
                        ["signedTransaction": "forged.forged.forged", "customer": "eve"],
                        key: world.shop.publicKey
                    )
                }
            }
        ),
        Fault(
            rule: "purchase-failures",
            begin: { world in
                for _ in 0..<25 {
                    _ = try await world.shop.send(.post, "/v1/failures", ["code": "3"], key: world.shop.publicKey)
                }
            }
        ),
        Fault(
            rule: "refunds",
            begin: { world in
                for number in 0..<12 {
                    let bought = TransactionPayload.purchase(TestShop.beans, id: .init(rawValue: "9\(number)"))
                    _ = try await world.shop.verify(bought, customer: "anna")
                    try await world.shop.notify(.about(.refund, nil, bought.refunded(at: world.shop.clock.now)))
                }
            }
        ),
        Fault(
            rule: "sandbox-purchases",
            settings: AlertRuleSettings(threshold: 5),
            begin: { world in
                for number in 0..<6 {
                    let id = TransactionID(rawValue: "8\(number)")
                    let bought = TransactionPayload.purchase(TestShop.beans, id: id, environment: .sandbox)
                    _ = try await world.shop.verify(bought, customer: "tester")
                }
            }
        ),
    ]

    private static let delivery = [
        Fault(
            rule: "delivery-delay",
            begin: { world in
                for number in 0..<6 {
                    let bought = world.shop.clock.now.addingTimeInterval(-7200)
                    let id = TransactionID(rawValue: "7\(number)")
                    _ = try await world.shop.verify(.purchase(TestShop.beans, id: id, bought: bought), customer: "anna")
                }
            }
        ),
        Fault(
            rule: "lost-orders",
            begin: { world in
                let order = try await world.shop.order(TestShop.grinder)
                _ = try await world.shop.send(.delete, "/v1/catalogue/products/coffee.grinder")
                let bought = TransactionPayload.purchase(TestShop.grinder, token: order.appAccountToken)
                try await world.shop.notify(.about(.oneTimeCharge, nil, bought))
            },
            mend: { world in
                let now = world.shop.clock.now
                let audit = AuditRecord(actor: "test", action: "catalogue.put", target: "", instant: now)
                try await world.shop.service.shelve(TestShop.catalogue, of: TestShop.app, audit: audit, now: now)
                world.shop.clock.advance(61)
                try await world.shop.service.settlePaidOrders()
            }
        ),
        Fault(
            rule: "unclaimed-purchases",
            settings: AlertRuleSettings(threshold: 2),
            begin: { world in
                for number in 0..<3 {
                    let bought = TransactionPayload.purchase(TestShop.grinder, id: .init(rawValue: "6\(number)"))
                    try await world.shop.notify(.about(.oneTimeCharge, nil, bought))
                }
            },
            mend: { world in
                for number in 0..<3 {
                    let bought = TransactionPayload.purchase(TestShop.grinder, id: .init(rawValue: "6\(number)"))
                    _ = try await world.shop.verify(bought, customer: "anna")
                }
            }
        ),
        Fault(
            rule: "webhook-backlog",
            begin: { try await $0.tellNobody() },
            eachMinute: { try await $0.shop.service.courier.round() },
            mend: { world in
                world.breakNetwork(false)
                world.shop.clock.advance(3600)
            }
        ),
        Fault(
            rule: "webhook-dead-letters",
            begin: { world in
                try await world.tellNobody()
                for _ in 0..<10 {
                    try await world.shop.service.courier.round()
                    world.shop.clock.advance(days: 2)
                }
            },
            eachMinute: { try await $0.shop.service.courier.round() },
            mend: { world in
                world.breakNetwork(false)
                let list: WebhookEndpointList = try await world.shop.send(.get, "/v1/webhooks").json()
                for endpoint in list.endpoints {
                    let path = "/v1/webhooks/\(endpoint.id)/replay"
                    _ = try await world.shop.send(.post, path, ["deadOnly": true])
                }
            }
        ),
    ]

    private static let apple = [
        Fault(
            rule: "notification-failures",
            begin: { try await $0.damageCatalogue(true) },
            eachMinute: { world in
                let id = TransactionID(rawValue: "\(Int(world.shop.clock.now.timeIntervalSince1970))")
                try await world.shop.notify(.about(.oneTimeCharge, nil, .purchase(TestShop.beans, id: id)))
            },
            mend: { try await $0.damageCatalogue(false) }
        ),
        Fault(
            rule: "notification-refusals",
            begin: { world in
                for _ in 0..<12 {
                    let path = "/apple/notifications/production"
                    _ = try await world.shop.send(.post, path, ["signedPayload": "a.b.c"], key: "")
                }
            }
        ),
        Fault(
            rule: "consumption-requests",
            begin: { world in
                world.state.withLock { $0.status = 503 }
                let bought = TransactionPayload.purchase(TestShop.beans)
                _ = try await world.shop.verify(bought, customer: "anna")
                _ = try await world.shop.send(
                    .put,
                    "/v1/customers/anna/consents/consumption-information",
                    ["isGiven": true],
                    key: world.shop.publicKey
                )
                try await world.shop.notify(.about(.consumptionRequest, nil, bought))
            },
            eachMinute: { try await $0.shop.service.answerConsumptionRequests() },
            mend: { world in
                world.state.withLock { $0.status = 202 }
                world.shop.clock.advance(601)
            }
        ),
        Fault(
            rule: "app-store-unreachable",
            begin: { $0.breakNetwork(true) },
            eachMinute: { await $0.shop.service.probeLinks() },
            mend: { $0.breakNetwork(false) }
        ),
        Fault(
            rule: "app-store-latency",
            begin: { $0.shop.clock.drag(.seconds(6)) },
            eachMinute: { await $0.shop.service.probeLinks() },
            mend: { $0.shop.clock.drag(.zero) }
        ),
        Fault(
            rule: "app-store-key",
            begin: { world in world.state.withLock { $0.status = 401 } },
            eachMinute: { await $0.shop.service.probeLinks() },
            mend: { world in world.state.withLock { $0.status = 404 } }
        ),
        Fault(
            rule: "clock-skew",
            begin: { world in world.state.withLock { $0.date = "Sun, 01 Mar 2026 11:00:00 GMT" } },
            eachMinute: { await $0.shop.service.probeLinks() },
            // An answer without a date takes the last one's word; the clock is looked at again with a right one.
            mend: { world in
                world.shop.clock.advance(max(0, 1_772_370_000 - world.shop.clock.now.timeIntervalSince1970))
                world.state.withLock { $0.date = "Sun, 01 Mar 2026 13:05:00 GMT" }
                world.shop.clock.advance(1_772_370_300 - world.shop.clock.now.timeIntervalSince1970)
                await world.shop.service.probeLinks()
                world.state.withLock { $0.isBroken = true }
            }
        ),
    ]

    private static let machine = [
        Fault(
            rule: "certificate-expiry",
            begin: { world in
                world.state.withLock {
                    $0.machine.certificates = [
                        .init(name: "server", date: TestClock.start.addingTimeInterval(9 * 86_400))
                    ]
                }
            },
            mend: { world in
                world.state.withLock {
                    $0.machine.certificates = [
                        .init(name: "server", date: TestClock.start.addingTimeInterval(90 * 86_400))
                    ]
                }
            }
        ),
        Fault(
            rule: "database-failures",
            begin: { world in
                try await world.withLockedDatabase { try await world.trade() }
                _ = try await world.shop.order(TestShop.beans)
            }
        ),
        Fault(
            rule: "disk-space",
            begin: { world in
                world.state.withLock { ($0.machine.freeBytes, $0.machine.totalBytes) = (5, 100) }
            },
            mend: { world in world.state.withLock { $0.machine.freeBytes = 50 } }
        ),
        Fault(
            rule: "disk-growth",
            begin: { world in
                world.state.withLock { ($0.machine.freeBytes, $0.machine.totalBytes) = (8 << 20, 16 << 20) }
                for hour in 0..<8 {
                    let now = world.shop.clock.now
                    try await world.shop.store.write { writer in
                        let body = Data(repeating: 1, count: 400_000)
                        try writer.put(
                            StoredRecord(collection: .settings, name: "filler \(hour)", updatedDate: now, body: body)
                        )
                    }
                    try await world.shop.service.watch()
                    world.shop.clock.advance(3600)
                }
            },
            mend: { world in world.state.withLock { $0.machine.freeBytes = 8 << 30 } }
        ),
    ]
}

extension FaultyWorld {
    /// A backend that cannot be reached, and something to tell it.
    func tellNobody() async throws {
        _ = try await shop.send(.post, "/v1/webhooks", ["url": "https://backend.test/hook"])
        breakNetwork(true)
        _ = try await shop.verify(.purchase(TestShop.grinder), customer: "anna")
    }
}
