// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import Testing

@Suite struct ReceiptTests {
    static func contents(_ store: Store, finished: Set<TransactionID> = []) -> ReceiptContents {
        var history = SimulatorHistory()
        history.record(store.history)
        return ReceiptContents(
            app: Catalog.sample.apps[0],
            environment: .production,
            transactions: history.transactions(of: "alice"),
            finished: finished,
            date: store.store.now
        )
    }

    @Test func `finished consumables and refunded purchases vanish, refunded subscriptions stay`() throws {
        var store = try Store.withAlice()
        let coins = try store.buy("coins").transactionId
        let lifetime = try store.buy("lifetime").transactionId
        let season = try store.buy("season").transactionId
        let plan = try store.buy("silver.plus").transactionId
        #expect(Self.contents(store).listed.count == 4)
        #expect(Self.contents(store, finished: [coins]).listed.count == 3)
        try store.perform(.refund(lifetime, decision: .full(.other), cancels: false))
        try store.perform(.refund(plan, decision: .full(.appIssue), cancels: true))
        let listed = Self.contents(store, finished: [coins]).listed
        #expect(listed.map(\.transactionId) == [season, plan])
        let fields = ReceiptFields.transaction(listed[1])
        #expect(fields["cancellation_reason"] == "1")
        #expect(fields["cancellation_date"] == "2026-01-20 00:00:00 Etc/GMT")
    }

    @Test func `the latest of each subscription is enough when old ones are excluded`() throws {
        var store = try Store.subscribed()
        store.advance(to: .day(2026, 4, 1))
        let contents = Self.contents(store)
        #expect(contents.latest.map(\.purchaseDate) == [.day(2026, 3, 20), .day(2026, 2, 20), .day(2026, 1, 20)])
        #expect(contents.latestOnly.map(\.purchaseDate) == [.day(2026, 3, 20)])
    }

    @Test func `a receipt lists all that was bought, and the latest of each subscription however much came after it`()
        throws
    {
        let contents = try Self.longContents()
        let first = contents.transactions[0].originalTransactionId
        #expect(contents.latest.count == 121)
        #expect(contents.latestOnly.map(\.originalTransactionId) == ["900", first])
    }

    /// One period of a subscription, followed by 120 of another one.
    static func longContents() throws -> ReceiptContents {
        var contents = Self.contents(try Store.subscribed())
        let first = contents.transactions[0]
        contents.transactions += (1...120).map { index in
            var later = first
            later.transactionId = TransactionID(rawValue: "\(900 + index)")
            later.originalTransactionId = "900"
            later.purchaseDate = first.purchaseDate.addingTimeInterval(Double(index))
            return later
        }
        return contents
    }

    @Test func `a signed receipt says what the customer bought`() throws {
        var store = try Store.withAlice()
        try store.buy("silver")
        let contents = Self.contents(store)
        let hierarchy = try CertificateHierarchy.make(
            .receipts,
            name: "Test",
            validity: .day(2020, 1, 1) ... .day(2040, 1, 1)
        )
        let signed = try ReceiptSigner(hierarchy).sign(contents.appReceipt)
        let read = try ReceiptVerifier.decodeUnverifiedAppReceipt(signed)
        #expect(read.bundleID == "com.example.app")
        #expect(read.purchases.map(\.transactionID) == contents.listed.map { $0.transactionId })
        #expect(read.purchases.first?.isTrialPeriod == true)
        #expect(read.purchases.first?.productType == 3)
    }

    @Test func `S2's sample of an expired subscription has these fields`() throws {
        var store = try Store.withAlice(
            at: Date(millisecondsSince1970: 1_517_367_191_000),
            CustomerProfile(id: "alice", environment: .sandbox, rate: .sandboxThirtyMinutes)
        )
        let transaction = try store.buy("silver.plus")
        let fields = LegacyReceiptFields(transaction, catalog: .sample, device: ReceiptDevice(of: "alice")).fields
        #expect(fields["purchase_date"] == "2018-01-31 02:53:11 Etc/GMT")
        #expect(fields["purchase_date_ms"] == "1517367191000")
        #expect(fields["purchase_date_pst"] == "2018-01-30 18:53:11 America/Los_Angeles")
        #expect(fields["expires_date"] == "1517368991000")
        #expect(fields["expires_date_formatted"] == "2018-01-31 03:23:11 Etc/GMT")
        #expect(fields["expires_date_formatted_pst"] == "2018-01-30 19:23:11 America/Los_Angeles")
        let sample: Set = [
            "original_purchase_date_pst", "unique_identifier", "original_transaction_id", "expires_date",
            "transaction_id", "quantity", "product_id", "bvrs", "bid", "unique_vendor_identifier",
            "web_order_line_item_id", "original_purchase_date_ms", "expires_date_formatted", "purchase_date",
            "is_in_intro_offer_period", "purchase_date_ms", "expires_date_formatted_pst", "is_trial_period",
            "purchase_date_pst", "original_purchase_date", "item_id",
        ]
        #expect(sample.isSubset(of: fields.keys))
        #expect(fields["unique_identifier"]?.count == 40)
        let receipt = LegacyReceiptFields(transaction, catalog: .sample, device: ReceiptDevice(of: "alice"))
            .receipt(in: .sandbox)
        #expect(receipt.transactionID == transaction.transactionId)
        #expect(receipt.expiresDate == transaction.expiresDate)
    }

    @Test func `S2's sample of a purchase that does not renew has these fields`() throws {
        var store = try Store.withAlice(at: Date(millisecondsSince1970: 1_531_643_137_200))
        let transaction = try store.buy("season")
        let fields = LegacyReceiptFields(transaction, catalog: .sample, device: ReceiptDevice(of: "alice")).fields
        let sample = [
            "quantity": "1", "is_in_intro_offer_period": "false", "is_trial_period": "false",
            "purchase_date_ms": "1531643137200", "original_purchase_date_ms": "1531643137200",
            "purchase_date": "2018-07-15 08:25:37 Etc/GMT",
            "purchase_date_pst": "2018-07-15 01:25:37 America/Los_Angeles",
            "original_purchase_date": "2018-07-15 08:25:37 Etc/GMT",
            "original_purchase_date_pst": "2018-07-15 01:25:37 America/Los_Angeles",
            "product_id": "season", "bid": "com.example.app", "app_item_id": "1234567890", "item_id": "1",
        ]
        for (name, value) in sample { #expect(fields[name] == value, "\(name)") }
        for name in ["unique_identifier", "unique_vendor_identifier", "bvrs", "version_external_identifier"] {
            #expect(fields[name] != nil, "\(name)")
        }
        #expect(fields["original_transaction_id"] == fields["transaction_id"])
        #expect(fields["expires_date"] == nil)
    }

    @Test func `a renewal info's texts follow its state`() throws {
        var store = try Store.subscribed()
        try store.perform(.changeCustomer("alice", .payment(.fails)))
        store.advance(to: .day(2026, 2, 21))
        let info = try #require(store.history.renewalInfos.last?.renewalInfo)
        let fields = ReceiptFields.pendingRenewal(info)
        #expect(fields["auto_renew_status"] == "1")
        #expect(fields["expiration_intent"] == "2")
        #expect(fields["is_in_billing_retry_period"] == "1")
    }

    @Test(
        arguments: [
            (1_520_762_399_000, "2018-03-11 01:59:59 America/Los_Angeles"),
            (1_520_762_400_000, "2018-03-11 03:00:00 America/Los_Angeles"),
            (1_541_321_999_000, "2018-11-04 01:59:59 America/Los_Angeles"),
            (1_541_322_000_000, "2018-11-04 01:00:00 America/Los_Angeles"),
            (1_112_522_400_000, "2005-04-03 03:00:00 America/Los_Angeles"),
        ] as [(Int64, String)]
    )
    func `Cupertino's summer begins and ends on time`(milliseconds: Int64, text: String) throws {
        var store = try Store.withAlice(at: Date(millisecondsSince1970: milliseconds))
        #expect(ReceiptFields.transaction(try store.buy("coins"))["purchase_date_pst"] == text)
    }
}

@Suite struct Version1BodyTests {
    static func body(
        at start: Date,
        receipt: ReceiptContents? = nil,
        _ act: (inout Store) throws -> Void
    ) throws -> JSONValue {
        var settings = SimulatorSettings()
        settings.production.notifications = .version1
        var store = try Store.withAlice(at: start, settings: settings)
        try act(&store)
        let contents = NotificationV1Contents(
            sharedSecret: "secret",
            latestReceipt: "cmVjZWlwdA==",
            receipt: receipt ?? ReceiptTests.contents(store),
            renewalInfos: store.store.subscriptions(of: "alice").map(\.renewalInfo),
            catalog: .sample
        )
        let effect = try #require(store.history.notifications.last)
        return try #require(effect.version1Body(contents))
    }

    @Test func `a change of renewal has Apple's odd types`() throws {
        let body = try Self.body(at: .day(2022, 1, 1)) {
            try $0.buy("silver.plus")
            try $0.perform(.setRenewal("alice", group: "group", on: false))
        }
        #expect(body["notification_type"] == .string("DID_CHANGE_RENEWAL_STATUS"))
        #expect(body["auto_renew_status"] == .string("false"))
        #expect(body["environment"] == .string("PROD"))
        #expect(body["password"] == .string("secret"))
        #expect(body["unified_receipt"]?["status"] == .integer(0))
        #expect(body["unified_receipt"]?["environment"] == .string("Production"))
        #expect(body["auto_renew_status_change_date_ms"] == .string("1640995200000"))
        #expect(body["latest_receipt_info"] == nil)
    }

    @Test func `a unified receipt has a hundred transactions at most`() throws {
        let body = try Self.body(at: .day(2026, 1, 20), receipt: try ReceiptTests.longContents()) {
            try $0.buy("silver.plus")
        }
        guard case .array(let list)? = body["unified_receipt"]?["latest_receipt_info"] else {
            return #expect(Bool(false), "the transactions are listed")
        }
        #expect(list.count == 100)
    }

    @Test func `S2's sample of a refund has these fields`() throws {
        let body = try Self.body(at: Date(millisecondsSince1970: 1_595_836_723_000)) {
            let id = try $0.buy("lifetime").transactionId
            $0.advance(to: Date(millisecondsSince1970: 1_595_916_053_000))
            try $0.perform(.refund(id, decision: .full(.other), cancels: false))
        }
        #expect(body["notification_type"] == .string("REFUND"))
        let info = try #require(body["latest_receipt_info"])
        #expect(info["cancellation_reason"] == .string("0"))
        #expect(info["cancellation_date"] == .string("2020-07-28 06:00:53 Etc/GMT"))
        #expect(info["cancellation_date_pst"] == .string("2020-07-27 23:00:53 America/Los_Angeles"))
        #expect(info["purchase_date_pst"] == .string("2020-07-27 00:58:43 America/Los_Angeles"))
        guard case .array(let list)? = body["unified_receipt"]?["latest_receipt_info"] else {
            return #expect(Bool(false), "the refunded purchase is listed")
        }
        #expect(list.first?["cancellation_date_ms"] == .string("1595916053000"))
        let sample: Set = [
            "notification_type", "password", "environment", "latest_receipt", "latest_receipt_info", "unified_receipt",
            "bid", "bvrs",
        ]
        guard case .object(let members) = body else { return #expect(Bool(false), "an object is expected") }
        #expect(sample.isSubset(of: members.keys))
    }

    @Test(arguments: [
        (0, "false", "latest_receipt_info"), (1, "false", "latest_expired_receipt_info"),
        (2, "true", "latest_receipt_info"),
    ])
    func `the three cases of a changed renewal are distinguished by their fields`(
        number: Int,
        status: String,
        info: String
    ) throws {
        let body = try Self.body(at: .day(2020, 1, 20)) { store in
            try store.buy("silver.plus")
            switch number {
            case 0:
                try store.perform(.setRenewal("alice", group: "group", on: false))
            case 1:
                try store.perform(.changeCustomer("alice", .payment(.fails)))
                store.advance(to: .day(2020, 5, 1))
            default:
                try store.perform(.setRenewal("alice", group: "group", on: false))
                store.advance(to: .day(2020, 1, 25))
                try store.perform(.setRenewal("alice", group: "group", on: true))
            }
        }
        #expect(body["notification_type"] == .string("DID_CHANGE_RENEWAL_STATUS"))
        #expect(body["auto_renew_status"] == .string(status))
        #expect(body[info]?["product_id"] == .string("silver.plus"))
        let other = info == "latest_receipt_info" ? "latest_expired_receipt_info" : "latest_receipt_info"
        #expect(body[other] == nil)
    }
}
