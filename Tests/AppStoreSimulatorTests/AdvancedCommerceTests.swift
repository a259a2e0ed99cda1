// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import Testing

/// Purchases whose content the app's server keeps itself.
@Suite struct AdvancedCommerceTests {
    private func refusal(_ body: () throws -> Void) -> AdvancedCommerceErrorCode? {
        do {
            try body()
            return nil
        } catch {
            return (error as? SimulatorError)?.advancedCommerceCode
        }
    }

    @Test func `a one-time charge is reported with its item and tax`() throws {
        var store = try Store.advanced()
        let request = AdvancedCommerceOneTimeChargeCreateRequest(
            currency: "USD",
            item: .sample("map", price: 4990),
            requestInfo: .new,
            taxCode: "C003-00-2"
        )
        let bought = try #require(try store.order(.oneTimeCharge(request), "generic.once"))
        #expect(store.labels == ["ONE_TIME_CHARGE"])
        #expect(bought.price == 4990)
        #expect(bought.advancedCommerceInfo?.items?.map(\.sku) == ["map"])
        #expect(bought.advancedCommerceInfo?.taxExclusivePrice == 4990)
        #expect(
            bought.advancedCommerceInfo?.requestReferenceId
                == request.requestInfo.requestReferenceId.uuidString.lowercased()
        )
        #expect(refusal { _ = try store.order(.oneTimeCharge(request), "generic.once") } == .repeatedRequestReferenceId)
        var again = request
        again.requestInfo = .new
        #expect(refusal { _ = try store.order(.oneTimeCharge(again), "generic.once") } == .productAlreadyExists)
    }

    @Test func `what costs more than is counted here is refused, alone and together`() throws {
        let highest: Int64 = 1_000_000_000_000
        let half = Int64.max / 2 + 1
        for items in [
            [.sample(price: .max)], [.sample(price: half), .sample("extra", price: half)],
            [.sample(price: highest), .sample("extra", price: 1)],
        ] as [[AdvancedCommerceChargeItem]] {
            var store = try Store.advanced()
            #expect(refusal { _ = try store.order(.subscription(.sample(items))) } == .negativeProratedPrice)
        }
        var store = try Store.advanced()
        let once = AdvancedCommerceOneTimeChargeCreateRequest(
            currency: "USD",
            item: .sample("map", price: .max),
            requestInfo: .new,
            taxCode: "C003-00-2"
        )
        #expect(refusal { _ = try store.order(.oneTimeCharge(once), "generic.once") } == .negativeProratedPrice)
        let items: [AdvancedCommerceChargeItem] = [.sample(), .sample("extra", price: 1000)]
        let id = try #require(try store.order(.subscription(.sample(items)))).transactionId
        for prices in [["course": .max], ["course": half, "extra": half], ["course": highest]] as [[String: Int64]] {
            let refused = refusal { try store.perform(.changeAdvancedCommerce(id, .price(.sample(prices)))) }
            #expect(refused == .negativeProratedPrice, "\(prices)")
        }
        for price in [Int64.max, highest] {
            let added = AdvancedCommerceSubscriptionModifyInAppRequest.sample(id) {
                $0.addItems = [.sample("dear", price: price, prorated: 1)]
            }
            #expect(refusal { _ = try store.order(.modification(added)) } == .negativeProratedPrice)
            let changed = AdvancedCommerceSubscriptionModifyInAppRequest.sample(id) {
                $0.changeItems = [.sample("course", to: "course", price: price, effective: .nextBillCycle)]
            }
            #expect(refusal { _ = try store.order(.modification(changed)) } == .negativeProratedPrice)
        }
        store.advance(to: .day(2026, 2, 25))
        #expect(store.history.transactions.last?.transaction.price == 10_990)
    }

    @Test func `a subscription renews at the sum of its items, offers first`() throws {
        var store = try Store.advanced()
        let offer = AdvancedCommerceOffer(period: "P1M", periodCount: 2, price: 990, reason: .acquisition)
        let items: [AdvancedCommerceChargeItem] = [.sample(price: 9990, offer: offer), .sample("extra", price: 1000)]
        let first = try #require(try store.order(.subscription(.sample(items))))
        store.advance(to: .day(2026, 4, 25))
        #expect(store.history.transactions.map(\.transaction.price) == [1990, 1990, 10_990, 10_990])
        #expect(store.labels == ["SUBSCRIBED.INITIAL_BUY", "DID_RENEW", "DID_RENEW", "DID_RENEW"])
        #expect(first.advancedCommerceInfo?.items?.first?.offer == offer)
        let last = try #require(store.history.transactions.last?.transaction)
        #expect(last.advancedCommerceInfo?.items?.first?.offer == nil)
        #expect(last.advancedCommerceInfo?.descriptors?.displayName == "School")
    }

    @Test func `an added item is paid for the rest of the period and begins at once`() throws {
        var store = try Store.advanced()
        let first = try #require(try store.order(.subscription(.sample)))
        store.advance(to: .day(2026, 2, 1))
        let labels = try store.notifications {
            let request = AdvancedCommerceSubscriptionModifyInAppRequest.sample(first.transactionId) {
                $0.addItems = [.sample("extra", price: 2000, prorated: 1200)]
            }
            let changed = try #require(try $0.order(.modification(request)))
            #expect(changed.price == 1200)
            #expect(changed.expiresDate == first.expiresDate)
            #expect(changed.advancedCommerceInfo?.items?.count == 2)
        }
        #expect(labels == ["DID_CHANGE_RENEWAL_PREF.UPGRADE"])
        store.advance(to: .day(2026, 2, 21))
        #expect(store.history.transactions.last?.transaction.price == 11_990)
    }

    @Test func `a change for the next period waits for the renewal`() throws {
        var store = try Store.advanced()
        let first = try #require(try store.order(.subscription(.sample)))
        let labels = try store.notifications {
            let request = AdvancedCommerceSubscriptionModifyInAppRequest.sample(first.transactionId) {
                $0.changeItems = [.sample("course", to: "lecture", price: 4990, effective: .nextBillCycle)]
            }
            _ = try $0.order(.modification(request))
        }
        #expect(labels == ["DID_CHANGE_RENEWAL_PREF.DOWNGRADE"])
        #expect(store.history.renewalInfos.last?.renewalInfo.renewalPrice == 4990)
        store.advance(to: .day(2026, 2, 21))
        let renewed = try #require(store.history.transactions.last?.transaction)
        #expect(renewed.price == 4990)
        #expect(renewed.advancedCommerceInfo?.items?.map(\.sku) == ["lecture"])
    }

    @Test func `a new length begins a new billing cycle`() throws {
        var store = try Store.advanced()
        let first = try #require(try store.order(.subscription(.sample)))
        store.advance(to: .day(2026, 2, 1))
        let request = AdvancedCommerceSubscriptionModifyInAppRequest.sample(first.transactionId, retains: false) {
            $0.changeItems = [.sample("course", to: "course", price: 99_990, effective: .immediately)]
            $0.periodChange = AdvancedCommercePeriodChange(effective: .immediately, period: "P1Y")
        }
        let yearly = try #require(try store.order(.modification(request)))
        #expect(yearly.expiresDate == .day(2027, 2, 1))
        #expect(yearly.price == 99_990)
        #expect(yearly.advancedCommerceInfo?.period == "P1Y")
    }

    @Test func `an increase above the limits waits for consent, and without it the subscription ends`() throws {
        var store = try Store.advanced()
        let first = try #require(try store.order(.subscription(.sample)))
        let labels = try store.notifications {
            try $0.perform(.changeAdvancedCommerce(first.transactionId, .price(.sample(["course": 19_990]))))
        }
        #expect(labels == ["PRICE_CHANGE"])
        let info = try #require(store.history.renewalInfos.last?.renewalInfo)
        #expect(info.priceIncreaseStatus == .pending)
        #expect(info.advancedCommerceInfo?.items?.first?.priceIncreaseInfo?.status == .pending)
        var silent = store
        #expect(silent.notifications { $0.advance(to: .day(2026, 2, 21)) } == ["EXPIRED.PRICE_INCREASE"])
        try store.perform(.answerPriceIncrease("alice", group: "generic", agrees: true))
        #expect(
            store.history.renewalInfos.last?.renewalInfo.advancedCommerceInfo?.items?.first?.priceIncreaseInfo?.status
                == .accepted
        )
        #expect(store.notifications { $0.advance(to: .day(2026, 2, 21)) } == ["DID_RENEW"])
        #expect(store.history.transactions.last?.transaction.price == 19_990)
    }

    @Test func `the server cancels, and the customer comes back`() throws {
        var store = try Store.advanced()
        let first = try #require(try store.order(.subscription(.sample([.sample(), .sample("extra", price: 1000)]))))
        let id = first.transactionId
        #expect(
            try store.notifications { try $0.perform(.changeAdvancedCommerce(id, .cancellation(.sample))) }
                == ["DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_DISABLED"]
        )
        #expect(store.notifications { $0.advance(to: .day(2026, 3, 1)) } == ["EXPIRED.VOLUNTARY"])
        #expect(refusal { try store.perform(.changeAdvancedCommerce(id, .cancellation(.sample))) } == .inactiveACASub)
        let request = AdvancedCommerceSubscriptionReactivateInAppRequest(
            items: [AdvancedCommerceItemName(sku: "extra")],
            requestInfo: .new,
            transactionId: id
        )
        let labels = try store.notifications { _ = try $0.order(.reactivation(request)) }
        #expect(labels == ["SUBSCRIBED.RESUBSCRIBE"])
        #expect(store.history.transactions.last?.transaction.price == 1000)
        var active = request
        active.requestInfo = .new
        #expect(refusal { _ = try store.order(.reactivation(active)) } == .subscriptionAlreadyActive)
    }

    @Test func `a revocation ends it at once, and a simulated refusal in the sandbox does not`() throws {
        var store = try Store.advanced(in: .sandbox)
        let first = try #require(try store.order(.subscription(.sample)))
        let id = first.transactionId
        let declined = try store.notifications {
            try $0.perform(.changeAdvancedCommerce(id, .revocation(.sample(.full, .simulateRefundDecline))))
        }
        #expect(declined == ["REFUND_DECLINED"])
        let labels = try store.notifications {
            try $0.perform(.changeAdvancedCommerce(id, .revocation(.sample(.full))))
        }
        #expect(labels == ["DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_DISABLED", "REFUND"])
        #expect(store.lastStatus == .revoked)
        let refused = refusal { try store.perform(.changeAdvancedCommerce(id, .revocation(.sample(.full)))) }
        #expect(refused == .revokeOnInactiveSubscription)
    }

    @Test func `money for one of two items goes back, and the other one renews`() throws {
        var store = try Store.advanced()
        let first = try #require(try store.order(.subscription(.sample([.sample(), .sample("extra", price: 1000)]))))
        let id = first.transactionId
        let labels = try store.notifications {
            try $0.perform(.changeAdvancedCommerce(id, .refund(.sample("extra"))))
        }
        #expect(labels == ["REFUND"])
        let refunded = try #require(store.history.transactions.last?.transaction)
        #expect(refunded.revocationDate == nil)
        let item = refunded.advancedCommerceInfo?.items?.last
        #expect(item?.refunds?.map(\.refundAmount) == [1000])
        #expect(item?.revocationDate != nil)
        #expect(
            refusal { try store.perform(.changeAdvancedCommerce(id, .refund(.sample("extra")))) } == .alreadyRefunded
        )
        store.advance(to: .day(2026, 2, 21))
        #expect(store.history.transactions.last?.transaction.price == 9990)
        #expect(store.history.transactions.last?.transaction.advancedCommerceInfo?.items?.map(\.sku) == ["course"])
    }

    @Test(arguments: [
        (AdvancedCommerceRequestRefundRequest.sample("none"), AdvancedCommerceErrorCode.invalidSKU),
        (.sample("course", .full, amount: 5), .refundAmountWithoutCustom),
        (.sample("course", .custom), .nullRefundAmount),
        (.sample("course", .custom, amount: -1), .negativeRefundAmount),
        (.sample("course", .custom, amount: 100_000), .invalidAmount),
        (.sample("course", reason: "WHIM"), .invalidRefundReason),
        (.sample("course", reason: .simulateRefundDecline), .simulateRefundDeclineOnlyInSandbox),
        (.sample("course", "HALF"), .invalidRefundType),
    ])
    func `a refund that makes no sense is refused`(
        request: AdvancedCommerceRequestRefundRequest,
        code: AdvancedCommerceErrorCode
    ) throws {
        var store = try Store.advanced()
        let id = try #require(try store.order(.subscription(.sample))?.transactionId)
        #expect(refusal { try store.perform(.changeAdvancedCommerce(id, .refund(request))) } == code)
    }

    private static let long = String(repeating: "x", count: 200)

    @Test(
        arguments: [
            ([], "P1M", AdvancedCommerceErrorCode.atLeastOneItem),
            ([.sample(), .sample()], "P1M", .multipleOperationsOnSingleSKU),
            ([.sample(long)], "P1M", .skuLengthExceeded), ([.sample(price: -1)], "P1M", .negativePrice),
            ([.sample()], "P5D", .invalidRenewalPeriod),
            (
                [.sample(offer: AdvancedCommerceOffer(period: "P1M", periodCount: 13, price: 0, reason: .winBack))],
                "P1M",
                .invalidOfferPeriodCount
            ),
            (
                [.sample(offer: AdvancedCommerceOffer(period: "P1M", periodCount: 1, price: 99_990, reason: .winBack))],
                "P1M",
                .invalidOfferPrice
            ),
        ] as [([AdvancedCommerceChargeItem], SubscriptionPeriod, AdvancedCommerceErrorCode)]
    )
    func `an order that breaks a limit is refused`(
        items: [AdvancedCommerceChargeItem],
        period: SubscriptionPeriod,
        code: AdvancedCommerceErrorCode
    ) throws {
        var store = try Store.advanced()
        #expect(refusal { _ = try store.order(.subscription(.sample(items, period: period))) } == code)
        #expect(store.history.transactions.isEmpty)
    }

    @Test func `storefront, currency and product must fit`() throws {
        var store = try Store.advanced()
        var request = AdvancedCommerceSubscriptionCreateRequest.sample
        #expect(refusal { _ = try store.order(.subscription(request), "gold") } == .invalidSalable)
        request.currency = "EUR"
        #expect(refusal { _ = try store.order(.subscription(request)) } == .invalidCurrency)
        request.currency = "USD"
        request.storefront = "DEU"
        #expect(refusal { _ = try store.order(.subscription(request)) } == .mismatchedStorefront)
        request.storefront = "USA"
        #expect(refusal { _ = try store.order(.subscription(request)) } == nil)
    }
}
