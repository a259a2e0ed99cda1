// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

@Suite struct ProviderReaderTests {
    private let now = Date.utc("2026-05-20")

    private func subscriber(
        entitlement: JSONValue,
        subscription: JSONValue? = nil,
        purchases: JSONValue? = nil,
        owner: String = "anna"
    ) -> JSONValue {
        [
            "subscriber": [
                "original_app_user_id": .string(owner),
                "entitlements": ["pro": entitlement],
                "subscriptions": subscription.map { ["monthly": $0] } ?? [:],
                "non_subscriptions": purchases.map { ["forever": $0] } ?? [:],
            ]
        ]
    }

    private func read(_ json: JSONValue, names: [String: EntitlementID] = [:]) throws -> ProviderEntitlement {
        try #require(try RevenueCatReader(names: names).answer(json, asOf: now).entitlements.first)
    }

    @Test func `a subscription is read with all that a comparison needs`() throws {
        let json = subscriber(
            entitlement: [
                "expires_date": "2026-06-01T00:00:00Z", "grace_period_expires_date": .null,
                "product_identifier": "monthly", "purchase_date": "2026-05-01T00:00:00Z",
            ],
            subscription: [
                "is_sandbox": true, "ownership_type": "FAMILY_SHARED", "store": "app_store",
                "store_transaction_id": 1234, "refunded_at": .null, "unsubscribe_detected_at": "2026-05-02T10:11:12.5Z",
                "billing_issues_detected_at": "2026-05-03T02:00:00+02:00",
                "price": ["amount": .decimal(Decimal(4990) / 1000), "currency": "USD"], "tomorrow": "unknown",
            ]
        )
        let read = try read(json, names: ["pro": "basic"])
        #expect(read.id == "basic" && read.isEntitled)
        #expect(read.end == .date(.utc("2026-06-01")) && read.product == "monthly" && read.transaction == "1234")
        #expect(read.environment == .sandbox && read.ownership == .familyShared)
        #expect(read.cancellationDate == .utc("2026-05-02 10:11:12").addingTimeInterval(0.5))
        #expect(read.billingIssueDate == .utc("2026-05-03"))
        #expect(read.price == Money(milliunits: 4990, currency: "USD") && read.refundDate == nil)
    }

    @Test func `a grace period that ends later keeps the entitlement`() throws {
        let json = subscriber(
            entitlement: [
                "expires_date": "2026-05-10T00:00:00Z", "grace_period_expires_date": "2026-05-26T00:00:00Z",
                "product_identifier": "monthly", "purchase_date": "2026-04-10T00:00:00Z",
            ]
        )
        let read = try read(json)
        #expect(read.isEntitled && read.end == .date(.utc("2026-05-26")) && read.periodEndDate == .utc("2026-05-10"))
    }

    @Test func `an entitlement without an end is permanent, and one that is over is not active`() throws {
        #expect(try read(subscriber(entitlement: ["expires_date": .null])).end == .never)
        let over = try read(subscriber(entitlement: ["expires_date": "2026-05-19T23:59:59Z"]))
        #expect(!over.isEntitled)
    }

    @Test(arguments: [("2026-05-20T00:00:00Z", false), ("2026-05-20T00:00:01Z", true)])
    func `an entitlement is active before its end and not at it`(end: String, isEntitled: Bool) throws {
        #expect(try read(subscriber(entitlement: ["expires_date": .string(end)])).isEntitled == isEntitled)
    }

    @Test func `an answer is about a customer whom the provider knows`() throws {
        let json = subscriber(entitlement: ["expires_date": .null])
        #expect(try RevenueCatReader().answer(json, asOf: now).isKnown)
        let reader = try JSONProviderReader(fields: ["pro": ProviderFields(entitled: "on")])
        #expect(try reader.answer([:], asOf: now).isKnown)
    }

    @Test func `a one-time purchase and a promotion are recognized`() throws {
        let bought = try read(
            subscriber(
                entitlement: ["expires_date": .null, "product_identifier": "forever"],
                purchases: [["store_transaction_id": "1"], ["store_transaction_id": "2", "is_sandbox": false]]
            )
        )
        #expect(bought.transaction == "2" && bought.environment == .production)
        let given = try read(
            subscriber(entitlement: ["expires_date": .null, "product_identifier": "rc_promo_pro_lifetime"])
        )
        #expect(given.isPromotional && given.product == nil)
    }

    @Test func `a purchase of another store has no transaction of Apple's`() throws {
        let json = subscriber(
            entitlement: ["expires_date": .null, "product_identifier": "monthly"],
            subscription: ["store": "PLAY_STORE", "store_transaction_id": "GPA.1"]
        )
        #expect(try read(json).transaction == nil)
    }

    @Test func `an anonymous first identifier names no owner`() throws {
        let json = subscriber(entitlement: ["expires_date": .null], owner: "$RCAnonymousID:1")
        #expect(try RevenueCatReader().answer(json, asOf: now).owner == nil)
        let named = subscriber(entitlement: ["expires_date": .null], owner: "ben")
        #expect(try RevenueCatReader().answer(named, asOf: now).owner == "ben")
    }

    @Test(
        arguments: [
            .null, [], "text", [:], ["subscriber": [:]], ["subscriber": ["entitlements": []]],
            ["subscriber": ["entitlements": ["pro": ["expires_date": "tomorrow"]]]],
            ["subscriber": ["entitlements": ["pro": ["expires_date": 5]]]],
            ["subscriber": ["entitlements": ["pro": ["expires_date": "2026-13-01T00:00:00Z"]]]],
            ["subscriber": ["entitlements": ["pro": ["expires_date": "2026-05-01T24:00:00Z"]]]],
        ] as [JSONValue]
    )
    func `an answer that cannot be read is an error, never a permanent entitlement`(json: JSONValue) {
        #expect(throws: ProviderAnswerError.self) { try RevenueCatReader().answer(json, asOf: now) }
    }

    @Test func `at most 200 entitlements are read`() throws {
        let many = Dictionary(uniqueKeysWithValues: (0..<1000).map { ("e\($0)", ["expires_date": .null] as JSONValue) })
        let json: JSONValue = ["subscriber": ["entitlements": .object(many)]]
        #expect(try RevenueCatReader().answer(json, asOf: now).entitlements.count == 200)
    }

    @Test func `any JSON is read by its paths`() throws {
        let reader = try JSONProviderReader(
            fields: [
                "pro": ProviderFields(
                    entitled: "$.data.plans[1].status",
                    entitledValues: ["ok"],
                    until: "data.plans[1]['ends.at']",
                    product: "data.plans[1].sku",
                    transaction: "data.plans[1].tx",
                    environment: "data.test",
                    purchaseDate: "data.plans[1].since"
                ),
                "basic": ProviderFields(entitled: "data.basic", until: "data.basicUntil"),
            ],
            owner: "$['id']"
        )
        let json: JSONValue = [
            "id": 7,
            "data": [
                "test": true, "basic": 1, "basicUntil": .null,
                "plans": [
                    [:],
                    [
                        "status": "ok", "ends.at": 1_780_272_000, "sku": "monthly", "tx": "11",
                        "since": 1_777_593_600_000,
                    ],
                ],
            ],
        ]
        let answer = try reader.answer(json, asOf: now)
        #expect(answer.owner == "7")
        let (basic, pro) = (answer.entitlements[0], answer.entitlements[1])
        #expect(basic.isEntitled && basic.end == .never)
        #expect(pro.isEntitled && pro.end == .date(.utc("2026-06-01")) && pro.product == "monthly")
        #expect(pro.transaction == "11" && pro.environment == .sandbox && pro.purchaseDate == .utc("2026-05-01"))
        let empty = try reader.answer([:], asOf: now)
        #expect(empty.entitlements.allSatisfy { !$0.isEntitled && $0.end == .unstated })
    }

    @Test(arguments: [
        "", "$", "a..b", "a[", "a[x]", "a['b", "a['b'", "a[-1]", "$x", "[0]]", String(repeating: "a.", count: 300),
    ])
    func `a path that cannot be read is an error that shows it`(path: String) {
        let error = #expect(throws: ProviderAnswerError.self) {
            try JSONProviderReader(fields: ["pro": ProviderFields(entitled: path)])
        }
        #expect(error?.code == .path)
    }

    /// Names of one letter, one in the other.
    private static func path(steps: Int) -> String { Array(repeating: "a", count: steps).joined(separator: ".") }

    @Test func `a path has at most 500 bytes and 20 steps`() throws {
        let maximumPath = String(repeating: "a", count: 500)
        for path in [maximumPath, Self.path(steps: 20)] {
            _ = try JSONProviderReader(fields: ["pro": ProviderFields(entitled: path)])
        }
        for path in [maximumPath + "a", Self.path(steps: 21)] {
            #expect(throws: ProviderAnswerError.self) {
                try JSONProviderReader(fields: ["pro": ProviderFields(entitled: path)])
            }
        }
    }

    @Test func `the error of a long path shows its first hundred characters`() {
        let path = String(repeating: "abcde", count: 101)
        let error = #expect(throws: ProviderAnswerError.self) {
            try JSONProviderReader(fields: ["pro": ProviderFields(entitled: path)])
        }
        #expect(error?.member == String(repeating: "abcde", count: 20))
    }

    @Test func `the elements of a list are counted from zero`() throws {
        let json: JSONValue = ["plans": [["on": true], ["on": false]]]
        for (path, isEntitled) in [("plans[0].on", true), ("plans[1].on", false), ("plans[2].on", false)] {
            let reader = try JSONProviderReader(fields: ["pro": ProviderFields(entitled: path)])
            #expect(try reader.answer(json, asOf: now).entitlements.map(\.isEntitled) == [isEntitled])
        }
    }

    @Test(arguments: ["soon", .bool(true), .integer(.max), []] as [JSONValue])
    func `an end that cannot be read is an error that names the path and not the value`(value: JSONValue) throws {
        let reader = try JSONProviderReader(fields: ["pro": ProviderFields(entitled: "on", until: "end")])
        let error = #expect(throws: ProviderAnswerError.self) {
            try reader.answer(["on": true, "end": value], asOf: now)
        }
        #expect(error?.member == "end")
        #expect(error?.description.contains("soon") == false)
    }
}
