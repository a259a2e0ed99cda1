// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

/// Who may have which offer; Apple's "Implementing introductory offers", "…promotional offers", "…win-back offers" and
/// the second article's rule of once per group.
@Suite struct OfferTests {
    func purchaseHistory(_ offer: Offer? = nil, _ product: ProductID = "monthly") -> PurchaseHistory {
        var purchases = PurchaseHistory()
        purchases.transaction(nil, product, from: .utc("2024-01-01"), to: .utc("2024-02-01")) { $0.offer = offer }
        return purchases
    }

    func introductory(_ purchases: PurchaseHistory, apple: Bool? = nil) -> OfferEligibility {
        CustomerAccount(purchases)
            .introductoryOffer(of: "g", in: .app, answeredByApple: apple, asOf: .utc("2024-06-01"))
    }

    @Test func `a new customer may have the introductory offer`() {
        let answer = introductory(PurchaseHistory())
        #expect(answer.isEligible)
        #expect(answer.ground == .neverIntroduced)
    }

    @Test func `once per group, whichever product of the group`() {
        let answer = introductory(purchaseHistory(Offer(type: .introductory, discount: .freeTrial), "pro"))
        #expect(!answer.isEligible)
        #expect(answer.ground == .alreadyIntroduced)
        #expect(answer.evidence.count == 1)
    }

    @Test func `a refund does not bring the introductory offer back`() {
        var purchases = PurchaseHistory()
        let trial = purchases.transaction(from: .utc("2024-01-01"), to: .utc("2024-02-01")) {
            $0.offer = Offer(type: .introductory, discount: .payUpFront)
        }
        purchases.refund(trial, on: .utc("2024-01-03"))
        #expect(!introductory(purchases).isEligible)
    }

    @Test func `who paid the full price at once may still have it`() {
        #expect(introductory(purchaseHistory()).isEligible)
    }

    @Test func `another group's offer does not count`() {
        let used = purchaseHistory(Offer(type: .introductory, discount: .freeTrial), "issues")
        #expect(introductory(used).isEligible)
    }

    @Test func `what a family member used does not count`() {
        var purchases = PurchaseHistory()
        purchases.transaction(from: .utc("2024-01-01"), to: .utc("2024-02-01")) {
            $0.offer = Offer(type: .introductory, discount: .freeTrial)
            $0.ownership = .familyShared
        }
        #expect(introductory(purchases).isEligible)
    }

    @Test func `what Apple answers decides`() {
        #expect(!introductory(PurchaseHistory(), apple: false).isEligible)
        #expect(introductory(PurchaseHistory(), apple: false).ground == .answeredByApple)
    }

    @Test func `a receipt's trial flag counts`() {
        var purchases = PurchaseHistory()
        let entry = Transaction(
            id: "1",
            originalTransactionID: "1",
            productID: "monthly",
            purchaseDate: .utc("2019-01-01"),
            expirationDate: .utc("2019-01-08"),
            offer: Offer(type: .introductory, discount: .freeTrial)
        )
        purchases.receipt([entry], asked: .utc("2024-01-01"))
        #expect(!introductory(purchases).isEligible)
    }

    @Test func `the first price shows the offer while it may be had`() {
        var product = Catalog.reader.products[0]
        product.price = Money(milliunits: 4990, currency: "USD")
        product.introductoryOffer = CatalogOffer(
            type: .introductory,
            discount: .payAsYouGo,
            period: .month,
            price: Money(milliunits: 990, currency: "USD")
        )
        let now = Date.utc("2024-06-01")
        let new = CustomerAccount(PurchaseHistory())
        #expect(new.introductoryPrice(of: product, in: .app, asOf: now) == Money(milliunits: 990, currency: "USD"))
        let old = CustomerAccount(purchaseHistory(Offer(type: .introductory)))
        #expect(old.introductoryPrice(of: product, in: .app, asOf: now) == Money(milliunits: 4990, currency: "USD"))
        product.introductoryOffer?.discount = .freeTrial
        #expect(new.introductoryPrice(of: product, in: .app, asOf: now) == Money(milliunits: 0, currency: "USD"))
    }

    @Test func `a promotional offer is for who subscribes or subscribed`() {
        let offer = CatalogOffer(type: .promotional, id: "come", discount: .payUpFront, period: .month)
        func ground(_ purchases: PurchaseHistory, at instant: Date) -> OfferEligibility {
            CustomerAccount(purchases).offer(offer, of: Catalog.reader.products[0], in: .app, asOf: instant)
        }
        #expect(ground(purchaseHistory(), at: .utc("2024-01-15")).ground == .subscribesNow)
        #expect(ground(purchaseHistory(), at: .utc("2024-01-15")).isEligible)
        #expect(ground(purchaseHistory(), at: .utc("2024-03-15")).ground == .subscribedOnce)
        #expect(ground(purchaseHistory(), at: .utc("2024-03-15")).isEligible)
        #expect(!ground(PurchaseHistory(), at: .utc("2024-03-15")).isEligible)
    }

    @Test func `an offer code is for whom it was made`() {
        func isEligible(_ eligibility: [OfferCodeEligibility], _ purchases: PurchaseHistory, at instant: Date) -> Bool {
            let offer = CatalogOffer(
                type: .offerCode,
                id: "code",
                discount: .freeTrial,
                period: .month,
                eligibility: eligibility
            )
            return CustomerAccount(purchases).offer(offer, of: Catalog.reader.products[0], in: .app, asOf: instant)
                .isEligible
        }
        #expect(isEligible([.new], PurchaseHistory(), at: .utc("2024-01-15")))
        #expect(!isEligible([.new], purchaseHistory(), at: .utc("2024-01-15")))
        #expect(isEligible([.existing], purchaseHistory(), at: .utc("2024-01-15")))
        #expect(isEligible([.expired], purchaseHistory(), at: .utc("2024-02-01")))
        #expect(!isEligible([.existing], purchaseHistory(), at: .utc("2024-02-01")))
        #expect(isEligible([], purchaseHistory(), at: .utc("2024-02-01")))
    }

    /// Three months paid in 2024, ended 1 April; at least 2 months paid, gone for 2 to 6 months, 3 months apart.
    func winBack(at instant: Date, changing change: (inout PurchaseHistory) -> Void = { _ in }) -> OfferEligibility {
        var purchases = purchaseHistory()
        purchases.transaction(from: .utc("2024-02-01"), to: .utc("2024-03-01"))
        purchases.transaction(from: .utc("2024-03-01"), to: .utc("2024-04-01"))
        change(&purchases)
        let offer = CatalogOffer(
            type: .winBack,
            id: "back",
            discount: .payUpFront,
            period: .month,
            winBackRule: WinBackRule(
                minimumPaidMonths: 2,
                minimumMonthsSinceLast: 2,
                maximumMonthsSinceLast: 6,
                monthsBetweenOffers: 3
            )
        )
        return CustomerAccount(purchases).offer(offer, of: Catalog.reader.products[0], in: .app, asOf: instant)
    }

    @Test func `a win-back offer waits, and does not wait permanently`() {
        #expect(winBack(at: .utc("2024-03-31")).ground == .subscribesNow)
        #expect(winBack(at: .utc("2024-05-31")).ground == .endedTooRecently)
        #expect(winBack(at: .utc("2024-06-01")).ground == .conditionsMet)
        #expect(winBack(at: .utc("2024-10-31")).ground == .conditionsMet)
        #expect(winBack(at: .utc("2024-11-01")).ground == .endedTooLongAgo)
    }

    @Test func `a win-back offer wants paid months, and time between two of them`() {
        let trial = winBack(at: .utc("2024-06-01")) { purchases in
            purchases.facts.removeAll()
            purchases.transaction("1", from: .utc("2024-02-01"), to: .utc("2024-04-01")) {
                $0.offer = Offer(type: .introductory, discount: .freeTrial)
            }
        }
        #expect(trial.ground == .paidTooShort)
        let again = winBack(at: .utc("2024-07-15")) { purchases in
            purchases.transaction("8", from: .utc("2024-04-20"), to: .utc("2024-05-01")) {
                $0.offer = Offer(type: .winBack, id: "back")
            }
        }
        #expect(again.ground == .wonBackTooRecently)
    }

    static let returns: [(String, Bool)] = [
        ("2024-03-31", false), ("2024-05-31", false), ("2024-06-01", true), ("2024-10-31", true), ("2024-11-01", false),
    ]

    @Test(arguments: returns)
    func `a win-back offer may be had while all of its conditions are met`(date: String, isEligible: Bool) {
        #expect(winBack(at: .utc(date)).isEligible == isEligible)
    }

    @Test(arguments: [("2024-03-30", false), ("2024-03-31", true), ("2024-04-01", true)])
    func `a win-back offer may be had by who paid for as long as it wants`(end: String, isLongEnough: Bool) {
        // February is a whole month, and 30 days of March count as another.
        let answer = winBack(at: .utc("2024-07-01")) { purchases in
            purchases.facts.removeAll()
            purchases.transaction("1", from: .utc("2024-02-01"), to: .utc(end))
        }
        #expect(answer.ground == (isLongEnough ? .conditionsMet : .paidTooShort))
    }

    @Test(arguments: [("2024-07-19 23:59:59", false), ("2024-07-20", true)])
    func `a second win-back offer may be had when the time between two of them is over`(date: String, isOver: Bool) {
        let answer = winBack(at: .utc(date)) { purchases in
            purchases.transaction("8", from: .utc("2024-04-20"), to: .utc("2024-05-01")) {
                $0.offer = Offer(type: .winBack, id: "back")
            }
        }
        #expect(answer.ground == (isOver ? .conditionsMet : .wonBackTooRecently))
    }

    @Test func `Apple's own list of win-back offers decides`() {
        let answer = winBack(at: .utc("2024-05-02")) { purchases in
            purchases.renewalInfo(signed: .utc("2024-05-01")) {
                $0.willAutoRenew = false
                $0.eligibleWinBackOfferIDs = ["back"]
            }
        }
        #expect(answer.isEligible)
        #expect(answer.ground == .answeredByApple)
    }

    @Test(arguments: [(["back"], ["other"], false), (["other"], ["back"], true)] as [([OfferID], [OfferID], Bool)])
    func `of two lists of win-back offers the newest decides`(first: [OfferID], second: [OfferID], isEligible: Bool) {
        let answer = winBack(at: .utc("2024-05-03")) { purchases in
            var other = PurchaseHistory(lineage: "2")
            other.transaction(from: .utc("2024-01-01"), to: .utc("2024-02-01"))
            other.renewalInfo(signed: .utc("2024-05-02")) {
                ($0.willAutoRenew, $0.eligibleWinBackOfferIDs) = (false, second)
            }
            purchases.renewalInfo(signed: .utc("2024-05-01")) {
                ($0.willAutoRenew, $0.eligibleWinBackOfferIDs) = (false, first)
            }
            purchases.facts += other.facts
        }
        #expect(answer.isEligible == isEligible && answer.ground == .answeredByApple)
    }

    /// A month to 1 February whose renewal fails: grace to 17 February, tried until 1 April.
    func failing(_ offer: CatalogOffer, at instant: Date) -> OfferEligibility {
        var purchases = purchaseHistory()
        purchases.renewalInfo(signed: .utc("2024-02-01")) {
            $0.expirationIntent = .billingError
            $0.isInBillingRetryPeriod = true
            $0.gracePeriodExpirationDate = .utc("2024-02-17")
        }
        return CustomerAccount(purchases).offer(offer, of: Catalog.reader.products[0], in: .app, asOf: instant)
    }

    @Test func `who is in grace or in billing retry is won back only when Apple has stopped trying`() {
        let offer = CatalogOffer(type: .winBack, id: "back", discount: .payUpFront, period: .month)
        for day in ["2024-02-05", "2024-03-20"] {
            let answer = failing(offer, at: .utc(day))
            #expect(!answer.isEligible && answer.ground == .subscribesNow)
            #expect(answer.evidence.count == 2)
        }
        #expect(failing(offer, at: .utc("2024-04-02")).isEligible)
    }

    @Test func `who is in grace or in billing retry still subscribes`() {
        let offer = CatalogOffer(type: .promotional, id: "come", discount: .payUpFront, period: .month)
        let code = CatalogOffer(
            type: .offerCode,
            id: "code",
            discount: .payUpFront,
            period: .month,
            eligibility: [.existing]
        )
        for day in ["2024-02-05", "2024-03-20"] {
            #expect(failing(offer, at: .utc(day)).ground == .subscribesNow)
            #expect(failing(code, at: .utc(day)).isEligible)
        }
        #expect(failing(offer, at: .utc("2024-04-02")).ground == .subscribedOnce)
        #expect(!failing(code, at: .utc("2024-04-02")).isEligible)
    }

    @Test func `no one is won back while the renewal is awaited`() {
        let offer = CatalogOffer(type: .winBack, id: "back", discount: .payUpFront, period: .month)
        var purchases = purchaseHistory()
        purchases.renewalInfo(signed: .utc("2024-01-20"))
        func isEligible(at instant: Date) -> Bool {
            CustomerAccount(purchases).offer(offer, of: Catalog.reader.products[0], in: .app, asOf: instant).isEligible
        }
        #expect(!isEligible(at: .utc("2024-02-01 03:00:00")))
        #expect(isEligible(at: .utc("2024-02-03")))
    }
}
