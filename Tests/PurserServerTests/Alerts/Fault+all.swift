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
    /// Those of the shop itself: its database, its backend, its machine.
    ///
    /// The App Store's are ``SimulatedFault/all``.
    static let all: [Fault] = business + slow + purchases + delivery + apple + machine

    private static let business = [
        "product-list-failures", "order-failures", "verification-failures", "server-errors",
    ].map { rule in
        Fault(
            rule: rule,
            begin: { try await $0.damageCatalog(true) },
            eachMinute: { try await $0.trade() },
            fix: { try await $0.damageCatalog(false) }
        )
    }

    private static let slow = [
        "product-list-latency", "order-latency", "verification-latency", "database-latency",
    ].map { rule in
        Fault(
            rule: rule,
            begin: { $0.shop.clock.drag(.seconds(3)) },
            eachMinute: { try await $0.trade() },
            fix: { $0.shop.clock.drag(.zero) }
        )
    }

    private static let purchases = [
        Fault(
            rule: "purchase-failures",
            begin: { world in
                for _ in 0..<25 {
                    _ = try await world.shop.send(
                        .post,
                        "/v1/purchase-failures",
                        ["code": "3"],
                        key: world.shop.publishableKey
                    )
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
            rule: "undelivered-orders",
            begin: { world in
                let order = try await world.shop.order(TestShop.grinder)
                _ = try await world.shop.send(.delete, "/v1/catalog/products/coffee.grinder")
                let bought = TransactionPayload.purchase(TestShop.grinder, token: order.appAccountToken)
                try await world.shop.notify(.about(.oneTimeCharge, nil, bought))
            },
            fix: { world in
                let now = world.shop.clock.now
                let audit = AuditRecord(actor: "test", action: "catalog.update", target: "", instant: now)
                try await world.shop.service.catalogFeature.replaceCatalog(
                    TestShop.catalog,
                    of: TestShop.app,
                    audit: audit,
                    now: now
                )
                world.shop.clock.advance(61)
                try await world.shop.service.purchaseRecovery.deliverPaidOrders()
            }
        ),
        Fault(
            rule: "webhook-backlog",
            begin: { try await $0.silence() },
            eachMinute: { try await $0.shop.service.courier.round() },
            fix: { world in
                world.breakNetwork(false)
                world.shop.clock.advance(3600)
            }
        ),
        Fault(
            rule: "webhook-failed-deliveries",
            begin: { world in
                try await world.silence()
                for _ in 0..<10 {
                    try await world.shop.service.courier.round()
                    world.shop.clock.advance(days: 2)
                }
            },
            eachMinute: { try await $0.shop.service.courier.round() },
            fix: { world in
                world.breakNetwork(false)
                let list: WebhookEndpointList = try await world.shop.send(.get, "/v1/webhook-endpoints").json()
                for endpoint in list.endpoints {
                    let path = "/v1/webhook-endpoints/\(endpoint.id)/resend"
                    _ = try await world.shop.send(.post, path, ["failedOnly": true])
                }
            }
        ),
    ]

    private static let apple = [
        Fault(
            rule: "notification-failures",
            begin: { try await $0.damageCatalog(true) },
            eachMinute: { world in
                let id = TransactionID(rawValue: "\(Int(world.shop.clock.now.timeIntervalSince1970))")
                try await world.shop.notify(.about(.oneTimeCharge, nil, .purchase(TestShop.beans, id: id)))
            },
            fix: { try await $0.damageCatalog(false) }
        ),
        Fault(
            rule: "shadow-differences",
            begin: { world in
                world.answerProvider(#"{"subscriber":{"entitlements":{"club":{"expires_date":null}}}}"#)
                let settings: JSONValue = ["url": "https://provider.test/{customer}", "graceWindowSeconds": 300]
                _ = try await world.shop.send(.patch, "/v1/shadow", settings)
                _ = try await world.shop.order(TestShop.beans)
                for _ in 0..<6 {
                    try await world.shop.service.shadow.rounds.compareDue()
                    world.shop.clock.advance(75)
                }
            },
            fix: { world in
                world.answerProvider(#"{"subscriber":{"entitlements":{}}}"#)
                world.shop.clock.advance(3700)
                try await world.shop.service.shadow.rounds.compareDue()
            }
        ),
        Fault(
            rule: "unconfirmed-refunds",
            begin: { world in
                let body: JSONValue = [
                    "notification_type": "REFUND", "password": "0123456789abcdef", "environment": "PROD",
                    "bid": "com.example.coffee", "original_transaction_id": 1000,
                ]
                _ = try await world.shop.verify(.purchase(TestShop.grinder), customer: "anna")
                _ = try await world.shop.send(.post, "/apple/notifications/production", body, key: "")
            },
            eachMinute: { try await $0.shop.service.refundQuestions.processRefundQuestions() },
            fix: { world in
                let refunded = TransactionPayload.purchase(TestShop.grinder).refunded(at: world.shop.clock.now)
                try await world.shop.notify(.about(.refund, nil, refunded))
                world.shop.clock.advance(3600)
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
            fix: { world in
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
            fix: { world in world.state.withLock { $0.machine.freeBytes = 50 } }
        ),
        Fault(
            rule: "disk-growth",
            begin: { world in
                world.state.withLock { ($0.machine.freeBytes, $0.machine.totalBytes) = (8 << 20, 16 << 20) }
                for hour in 0..<8 {
                    let now = world.shop.clock.now
                    try await world.shop.database.write { writer in
                        let text = String(repeating: "1", count: 400_000)
                        try writer.upsert(text, as: "\(hour)", in: RecordStore("fillers"), now: now)
                    }
                    try await world.shop.service.alerts.evaluateAlerts()
                    world.shop.clock.advance(3600)
                }
            },
            fix: { world in world.state.withLock { $0.machine.freeBytes = 8 << 30 } }
        ),
    ]
}

extension FaultyWorld {
    /// A backend that cannot be reached, and an event for it.
    func silence() async throws {
        _ = try await shop.send(.post, "/v1/webhook-endpoints", ["url": "https://backend.test/hook"])
        breakNetwork(true)
        _ = try await shop.verify(.purchase(TestShop.grinder), customer: "anna")
    }
}
