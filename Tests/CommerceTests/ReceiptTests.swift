// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import Testing

/// Receipts as a source; the answers are those printed in the second article, with names where it has dots.
@Suite struct ReceiptTests {
    static let asked = Date.utc("2018-02-01")

    func intake(_ json: String) throws -> FactBatch {
        let answer: VerifyReceiptResponse = try AppStoreJSON.decode(from: Data(json.utf8))
        return FactExtractor.intake(of: answer, scope: .app, askedDate: Self.asked, digest: .of(json))
    }

    func history(_ intake: FactBatch) throws -> SubscriptionHistory {
        let lineage = try #require(intake.facts.first?.lineage)
        return SubscriptionHistory(lineage: lineage, facts: intake.facts)
    }

    static let expired = """
        {
          "auto_renew_status": 0,
          "latest_expired_receipt_info": {
            "original_transaction_id": "1000000368245564", "expires_date": "1517368991000",
            "transaction_id": "1000000371718901", "quantity": "1", "product_id": "abc", "bid": "ab.bc",
            "web_order_line_item_id": "1000000037662245", "original_purchase_date_ms": "1516406580000",
            "expires_date_formatted": "2018-01-31 03:23:11 Etc/GMT", "purchase_date": "2018-01-31 02:53:11 Etc/GMT",
            "is_in_intro_offer_period": "false", "purchase_date_ms": "1517367191000", "is_trial_period": "false",
            "original_purchase_date": "2018-01-20 00:03:00 Etc/GMT", "item_id": "1326212778"
          },
          "status": 21006, "auto_renew_product_id": "abc",
          "receipt": {
            "original_transaction_id": "1000000368245564", "expires_date": "1517359990000",
            "transaction_id": "1000000371686472", "quantity": "1", "product_id": "abc", "bid": "ab.bc",
            "web_order_line_item_id": "1000000037544589", "original_purchase_date_ms": "1516406580000",
            "expires_date_formatted": "2018-01-31 00:53:10 Etc/GMT", "purchase_date": "2018-01-31 00:23:10 Etc/GMT",
            "is_in_intro_offer_period": "false", "purchase_date_ms": "1517358190000", "is_trial_period": "false",
            "original_purchase_date": "2018-01-20 00:03:00 Etc/GMT", "item_id": "1326212778"
          },
          "expiration_intent": "1", "is_in_billing_retry_period": "0"
        }
        """

    @Test func `the article's expired subscription: two periods, a lapse of two hours, canceled`() throws {
        let history = try history(intake(Self.expired))
        #expect(history.lineage == "1000000368245564")
        #expect(history.periods.map(\.startDate) == [.utc("2018-01-31 00:23:10"), .utc("2018-01-31 02:53:11")])
        #expect(history.periods.map(\.endDate) == [.utc("2018-01-31 00:53:10"), .utc("2018-01-31 03:23:11")])
        #expect(history.lapses.map(\.milliseconds) == [7_201_000])
        let state = try #require(history.state(asOf: Self.asked))
        #expect(state.status == .expired)
        #expect(state.reason.rule == .canceled)
        #expect(state.willAutoRenew == false)
        #expect(history.isFromReceiptsOnly)
    }

    @Test func `the article's one-time purchase of an old receipt`() throws {
        let intake = try intake(
            """
            {"receipt": {"original_transaction_id": "10", "transaction_id": "10", "product_id": "forever",
              "quantity": "1", "bid": "com.example.reader", "is_in_intro_offer_period": "false",
              "is_trial_period": "false", "purchase_date_ms": "1531643137200",
              "original_purchase_date_ms": "1531643137200", "bvrs": "3.96.3.0", "item_id": "1",
              "purchase_date": "2018-07-15 08:25:37 Etc/GMT"}, "status": 0}
            """
        )
        let record = try #require(try history(intake).purchases.first)
        #expect(record.transaction.purchaseDate == Date(millisecondsSince1970: 1_531_643_137_200))
        #expect(record.isFromReceiptOnly)
        let account = CustomerAccount(
            customer: "anna",
            catalogs: [.reader],
            facts: intake.facts,
            ownsUnclaimed: true
        )
        #expect(account.entitlement("basic", asOf: .utc("2019-01-01")).reason.rule == .lifetime)
    }

    static let app = """
        {"status": 0, "environment": "Production", "receipt": {"receipt_type": "Production",
          "bundle_id": "com.example.reader", "receipt_creation_date_ms": "1708400000000",
          "request_date_ms": "1709300000000", "in_app": [
            {"quantity": "1", "product_id": "forever", "transaction_id": "5", "original_transaction_id": "5",
             "purchase_date_ms": "1700000000000", "original_purchase_date_ms": "1700000000000"}]},
          "latest_receipt": "MII=",
          "latest_receipt_info": [
            {"quantity": "1", "product_id": "monthly", "transaction_id": "2", "original_transaction_id": "1",
             "purchase_date_ms": "1708387200000", "expires_date_ms": "1710892800000", "is_trial_period": "false",
             "is_in_intro_offer_period": "false", "in_app_ownership_type": "PURCHASED"},
            {"quantity": "1", "product_id": "monthly", "transaction_id": "1", "original_transaction_id": "1",
             "purchase_date_ms": "1705708800000", "expires_date_ms": "1708387200000", "is_trial_period": "true",
             "is_in_intro_offer_period": "false"}],
          "pending_renewal_info": [{"auto_renew_product_id": "pro", "product_id": "monthly",
             "original_transaction_id": "1", "auto_renew_status": "1", "price_consent_status": "0"}]}
        """

    @Test func `an app receipt gives one fact for each purchase's transaction history, as old as what it tells`() throws
    {
        let intake = try intake(Self.app)
        #expect(intake.facts.map(\.lineage) == ["1", "5"])
        #expect(intake.facts.map(\.order.milliseconds) == [1_709_300_000_000, 1_708_400_000_000])
        #expect(intake.facts.allSatisfy { $0.order.rank == .answered && $0.scope == .app })
        let history = try history(intake)
        #expect(history.periods.map(\.kind) == [.freeTrial, .standard])
        let state = try #require(history.state(asOf: .utc("2024-03-01")))
        #expect(state.nextRenewal?.productID == "pro")
        #expect(state.nextRenewal?.isPlanChange == true)
        #expect(state.priceIncrease == .pending)
    }

    @Test func `of a subscription that is in the latest information, too, only that is as new as the question`() throws
    {
        let json = Self.app.replacing(
            """
            {"quantity": "1", "product_id": "forever", "transaction_id": "5", "original_transaction_id": "5",
            """,
            with: """
                {"quantity": "1", "product_id": "monthly", "transaction_id": "0", "original_transaction_id": "1",
                 "expires_date_ms": "1700000500000",
                """
        )
        let facts = try intake(json).facts.filter { $0.lineage == "1" }
        #expect(facts.map(\.order.milliseconds) == [1_709_300_000_000, 1_708_400_000_000])
        let history = SubscriptionHistory(lineage: "1", facts: facts)
        #expect(history.transactions.map(\.transaction.id).contains("0"))
        #expect(history.state(asOf: .utc("2024-03-01"))?.nextRenewal?.productID == "pro")
    }

    @Test func `a signed document and a receipt mix, and the newer word counts`() throws {
        var purchaseHistory = PurchaseHistory()
        purchaseHistory.transaction("2", from: Date(millisecondsSince1970: 1_708_387_200_000), to: .utc("2024-03-20")) {
            $0.price = Money(milliunits: 1990, currency: "USD")
        }
        let facts = try intake(Self.app).facts + purchaseHistory.facts
        let history = SubscriptionHistory(lineage: "1", facts: facts)
        let record = try #require(history.transactions.last)
        #expect(record.evidence.kind == .receiptAnswer)
        #expect(record.transaction.price == Money(milliunits: 1990, currency: "USD"))
        #expect(!history.isFromReceiptsOnly)
        #expect(history.periods.count == 2)
    }

    @Test func `the article's refund in latest_receipt_info`() throws {
        let intake = try intake(
            """
            {"status": 0, "environment": "Production", "receipt": {"receipt_type": "Production",
              "bundle_id": "com.example.reader", "request_date_ms": "1595916100000", "in_app": []},
              "latest_receipt_info": [{"quantity": "1", "product_id": "forever", "transaction_id": "9",
               "original_transaction_id": "9", "purchase_date_ms": "1595836723000",
               "cancellation_date_ms": "1595916053000", "cancellation_reason": "0", "is_trial_period": "false"}]}
            """
        )
        let account = CustomerAccount(
            customer: "anna",
            catalogs: [.reader],
            facts: intake.facts,
            ownsUnclaimed: true
        )
        let answer = account.entitlement("basic", asOf: .utc("2020-07-29"))
        #expect(!answer.isActive)
        #expect(answer.reason.rule == .refunded)
        #expect(answer.reason.startDate == .utc("2020-07-28 06:00:53"))
    }

    @Test func `an answer with an error tells nothing`() throws {
        #expect(try intake(#"{"status": 21002}"#).facts.isEmpty)
    }

    @Test func `a version 1 notification is a witness and no more`() throws {
        let json = """
            {"notification_type": "CANCEL", "environment": "PROD", "bid": "com.example.reader", "password": "secret",
             "cancellation_date_ms": "1595916053000", "auto_renew_status": "false",
             "latest_receipt_info": {"original_transaction_id": "1", "transaction_id": "1", "product_id": "monthly",
               "purchase_date_ms": "1595836723000", "expires_date": "1598515123000"}}
            """
        let notification: NotificationV1 = try AppStoreJSON.decode(from: Data(json.utf8))
        let intake = FactExtractor.intake(
            of: notification,
            scope: .app,
            receivedDate: .utc("2020-07-28 06:01:00"),
            digest: .of(json)
        )
        let fact = try #require(intake.facts.first)
        #expect(fact.order.rank == .reported)
        #expect(fact.lineage == "1")
        #expect(SubscriptionHistory(lineage: "1", facts: intake.facts).isEmpty)
        let text = String(decoding: try AppStoreJSON.encode(fact), as: UTF8.self)
        #expect(!text.contains("secret"))
    }

    @Test func `what a receipt leaves out is one, not upgraded and not retried`() throws {
        let intake = try intake(
            """
            {"status": 0, "environment": "Production",
              "receipt": {"bundle_id": "com.example.reader", "in_app": [], "request_date_ms": "1517443200000"},
              "latest_receipt_info": [
                {"original_transaction_id": "10", "transaction_id": "11", "product_id": "monthly",
                  "purchase_date_ms": "1514764800000", "expires_date_ms": "1517443200000"},
                {"original_transaction_id": "20", "transaction_id": "21", "product_id": "forever",
                  "purchase_date_ms": "1514764800000"}
              ],
              "pending_renewal_info": [
                {"original_transaction_id": "20", "auto_renew_status": "1"},
                {"original_transaction_id": "10", "auto_renew_status": "1"}
              ]}
            """
        )
        let answers = intake.facts.compactMap { fact -> ReceiptRecord? in
            guard case .receiptAnswer(let answer) = fact.content else { return nil }
            return answer
        }
        #expect(answers.allSatisfy { $0.part == .latest })
        let transactions = answers.flatMap(\.transactions).sorted { $0.id < $1.id }
        #expect(transactions.map(\.quantity) == [1, 1] && transactions.allSatisfy { !$0.isUpgraded })
        #expect(transactions.map(\.productType) == [.autoRenewableSubscription, nil])
        let infos = answers.compactMap(\.renewalInfo).sorted { $0.originalTransactionID < $1.originalTransactionID }
        #expect(infos.map(\.productID) == ["monthly", "forever"])
        #expect(infos.allSatisfy { !$0.isInBillingRetryPeriod })
    }

    @Test func `an old receipt states nothing about a retry unless it says so`() throws {
        let intake = try intake(
            Self.expired.replacingOccurrences(of: #", "is_in_billing_retry_period": "0""#, with: "")
        )
        let answers = intake.facts.compactMap { fact -> ReceiptRecord? in
            guard case .receiptAnswer(let answer) = fact.content else { return nil }
            return answer
        }
        #expect(answers.compactMap(\.renewalInfo).map(\.isInBillingRetryPeriod) == [false])
        #expect(answers.allSatisfy { $0.part == .transactionReceipt })
    }
}
