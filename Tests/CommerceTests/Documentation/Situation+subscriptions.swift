// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials

extension PurchaseHistory {
    /// Bought on 20 February 2024 for a month, set to renew.
    @discardableResult
    fileprivate mutating func month(offer: Offer? = nil) -> Transaction {
        let bought = transaction(nil, "monthly", from: .utc("2024-02-20"), to: .utc("2024-03-20")) { $0.offer = offer }
        renewalInfo(signed: .utc("2024-02-20"))
        return bought
    }

    fileprivate mutating func ended(_ intent: ExpirationIntent) {
        renewalInfo(signed: .utc("2024-03-20")) {
            $0.willAutoRenew = intent != .canceled
            $0.expirationIntent = intent
        }
    }

    fileprivate mutating func failed(grace: Date? = nil) {
        renewalInfo(signed: .utc("2024-03-20")) {
            $0.isInBillingRetryPeriod = true
            $0.gracePeriodExpirationDate = grace
            $0.expirationIntent = .billingError
        }
    }
}

extension Situation {
    /// A monthly subscription of 20 February to 20 March 2024 and what may become of it.
    static let subscriptions: [Situation] = periods + failures + endings + withdrawals + changes

    private static let periods = [
        Situation("A paid period", on: "2024-03-01") { $0.month() },
        Situation("A free trial", on: "2024-03-01") {
            $0.month(offer: Offer(type: .introductory, discount: .freeTrial))
        },
        Situation("A paid introductory offer", on: "2024-03-01") {
            $0.month(offer: Offer(type: .introductory, discount: .payAsYouGo))
        },
        Situation("A promotional offer", on: "2024-03-01") {
            $0.month(offer: Offer(type: .promotional, id: "half", discount: .payUpFront))
        },
        Situation("An offer code", on: "2024-03-01") {
            $0.month(offer: Offer(type: .offerCode, id: "code", discount: .payUpFront))
        },
        Situation("A win-back offer", on: "2024-03-01") {
            $0.month(offer: Offer(type: .winBack, id: "back", discount: .payUpFront))
        },
        Situation("Renewed", on: "2024-04-01") {
            $0.month()
            $0.transaction(from: .utc("2024-03-20"), to: .utc("2024-04-20"))
        },
        Situation("Auto-renew off, period not over", on: "2024-03-01") {
            $0.month()
            $0.renewalInfo(signed: .utc("2024-02-25")) { $0.willAutoRenew = false }
        },
        Situation("Period over, renewal missing for minutes", on: "2024-03-20 00:10:00") { $0.month() },
        Situation(
            "The same, with an hour of the team's leeway",
            on: "2024-03-20 00:10:00",
            policy: CommercePolicy(renewalLeewayMilliseconds: 3_600_000)
        ) { $0.month() },
        Situation("Renewal date extended by 15 days", on: "2024-04-01") {
            let bought = $0.month()
            $0.again(bought, signed: .utc("2024-03-01")) { $0.expirationDate = .utc("2024-04-04") }
        },
        Situation("Shared by a family member", on: "2024-03-01") {
            $0.transaction(from: .utc("2024-02-20"), to: .utc("2024-03-20")) { $0.ownership = .familyShared }
        },
    ]

    private static let failures = [
        Situation("Charge failed, 16 days of grace period", on: "2024-04-01") {
            $0.month()
            $0.failed(grace: .utc("2024-04-05"))
        },
        Situation(
            "The same, without honoring the grace period",
            on: "2024-04-01",
            policy: CommercePolicy(honorsGracePeriod: false)
        ) {
            $0.month()
            $0.failed(grace: .utc("2024-04-05"))
        },
        Situation("Charge failed, grace period over", on: "2024-04-05") {
            $0.month()
            $0.failed(grace: .utc("2024-04-05"))
        },
        Situation("Charge failed, no grace period", on: "2024-03-21") {
            $0.month()
            $0.failed()
        },
        Situation("Charge failed, 60 days over", on: "2024-05-19") {
            $0.month()
            $0.failed()
        },
        Situation("Canceled in the grace period", on: "2024-03-29") {
            $0.month()
            $0.failed(grace: .utc("2024-04-05"))
            $0.renewalInfo(signed: .utc("2024-03-28")) {
                $0.willAutoRenew = false
                $0.expirationIntent = .canceled
            }
        },
        Situation("Billing recovered later, before the recovery", on: "2024-03-25") {
            $0.month()
            $0.failed()
            $0.transaction(from: .utc("2024-04-02"), to: .utc("2024-05-02"))
        },
        Situation("Billing recovered later, after the recovery", on: "2024-04-10") {
            $0.month()
            $0.failed()
            $0.transaction(from: .utc("2024-04-02"), to: .utc("2024-05-02"))
        },
    ]

    private static let endings = [
        Situation("Ended because the customer canceled", on: "2024-03-25") {
            $0.month()
            $0.ended(.canceled)
        },
        Situation("Ended without price increase consent", on: "2024-03-25") {
            $0.month()
            $0.ended(.priceIncreaseNotConsented)
        },
        Situation("Ended because the product was not for sale", on: "2024-03-25") {
            $0.month()
            $0.ended(.productUnavailable)
        },
        Situation("Ended for a reason that Apple does not name", on: "2024-03-25") {
            $0.month()
            $0.ended(.other)
        },
    ]

    private static let withdrawals = [
        Situation("Refunded in full", on: "2024-03-02") {
            let bought = $0.month()
            $0.refund(bought, on: .utc("2024-03-01"))
        },
        Situation("Refunded in full, a day before the refund", on: "2024-02-28") {
            let bought = $0.month()
            $0.refund(bought, on: .utc("2024-03-01"))
        },
        Situation("Refund reversed", on: "2024-03-10") {
            let bought = $0.month()
            $0.refund(bought, on: .utc("2024-03-01"))
            $0.again(bought, signed: .utc("2024-03-05")) { _ in }
        },
        Situation("Refunded in part, before the refund", on: "2024-02-28") {
            let bought = $0.month()
            $0.refund(bought, on: .utc("2024-03-01"), type: .refundProrated)
        },
        Situation("Refunded in part, after the refund", on: "2024-03-02") {
            let bought = $0.month()
            $0.refund(bought, on: .utc("2024-03-01"), type: .refundProrated)
        },
        Situation("Refunded, then a failed renewal with a grace period", on: "2024-04-01") {
            let bought = $0.month()
            $0.refund(bought, on: .utc("2024-03-01"))
            $0.failed(grace: .utc("2024-04-05"))
        },
        Situation("Removed from a group subscription", on: "2024-03-02") {
            let assigned = $0.transaction(from: .utc("2024-02-20"), to: .utc("2024-03-20")) {
                $0.ownership = .assigned
            }
            $0.refund(assigned, on: .utc("2024-03-01"), type: .assignmentRevoke)
        },
        Situation("No longer shared with the family", on: "2024-03-02") {
            let shared = $0.transaction(from: .utc("2024-02-20"), to: .utc("2024-03-20")) {
                $0.ownership = .familyShared
            }
            $0.refund(shared, on: .utc("2024-03-01"), type: .familyRevoke)
        },
        Situation("A version 1 notification with CANCEL, not confirmed by Apple", on: "2024-03-02") {
            $0.month()
            $0.record(
                .legacyNotification(LegacyNotification(type: "CANCEL", cancellationDate: .utc("2024-03-01"))),
                at: .utc("2024-03-01"),
                rank: .reported
            )
        },
    ]

    private static let changes = [
        Situation("Upgraded: the new plan", on: "2024-03-05") {
            let bought = $0.month()
            $0.again(bought, signed: .utc("2024-03-01")) { $0.isUpgraded = true }
            $0.transaction(nil, "pro", from: .utc("2024-03-01"), to: .utc("2024-04-01"))
        },
        Situation(
            "Upgraded: the old plan's receipt is canceled, which is not a refund of the new one",
            on: "2024-03-05"
        ) {
            let bought = $0.month()
            $0.again(bought, signed: .utc("2024-03-01")) {
                $0.isUpgraded = true
                $0.revocation = Revocation(date: .utc("2024-03-01"))
            }
            $0.transaction(nil, "pro", from: .utc("2024-03-01"), to: .utc("2024-04-01"))
        },
        Situation("Downgrade chosen, waiting for the renewal", on: "2024-03-05") {
            $0.transaction(nil, "pro", from: .utc("2024-02-20"), to: .utc("2024-03-20"))
            $0.renewalInfo(signed: .utc("2024-03-01")) {
                $0.productID = "pro"
                $0.autoRenewProductID = "monthly"
            }
        },
        Situation("Downgraded at the renewal", on: "2024-03-25") {
            $0.transaction(nil, "pro", from: .utc("2024-02-20"), to: .utc("2024-03-20"))
            $0.transaction(nil, "monthly", from: .utc("2024-03-20"), to: .utc("2024-04-20"))
        },
        Situation("Known from a receipt alone", on: "2024-03-01") {
            $0.receipt(
                [
                    Transaction(
                        id: "1",
                        originalTransactionID: "1",
                        productID: "monthly",
                        purchaseDate: .utc("2024-02-20"),
                        expirationDate: .utc("2024-03-20")
                    )
                ],
                asked: .utc("2024-02-21")
            )
        },
    ]
}
