// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials

extension ArrivalScenario {
    /// How a subscription begins, renews, fails and ends.
    static let subscriptions: [ArrivalScenario] = [
        firstPurchase, renewal, renewalWithOpenOrder, billingRecovery, gracePeriod, billingRetry, canceled,
        priceIncreaseAccepted, priceIncreaseRefused, extended, outage, trial, familySharing, familySharingEnded,
        refundedRenewal, proratedRefund, refundReversal, everything,
    ]

    /// The first order, of a month.
    static let ordered: @Sendable (inout FulfillmentWorld) -> Void = { $0.order("o", "monthly", token: first) }

    static let month = bought(to: "02-01")
    static let renewed = bought("12", "02-01", to: "03-01", reason: .renewal)

    static let firstPurchase = ArrivalScenario(
        "a first purchase with an order",
        at: "01-10",
        orders: "o 11 delivered",
        active: "anna: basic",
        before: ordered,
        [
            .apple(notification(.subscribed, .initialBuy, "01-01"), month), .apple(info("01-01")),
            .shown(month, order: "o"),
        ]
    )

    static let renewal = ArrivalScenario(
        "a renewal, which carries the token of the first purchase",
        orders: "o 11 delivered, own 12 delivered",
        active: "anna: basic",
        before: ordered,
        [.apple(month), .apple(renewed, info("02-01")), .apple(info("01-01")), .shown(month, order: "o")]
    )

    static let renewalWithOpenOrder = ArrivalScenario(
        "a renewal that is shown with the ID of an open order",
        orders: "o 11 delivered, o2 created, own 12 delivered",
        active: "anna: basic",
        before: { world in
            ordered(&world)
            world.order("o2", "monthly", token: second, created: .at("01-31"))
        },
        [.apple(month), .apple(renewed), .apple(info("02-01")), .shown(renewed, order: "o2", "12")]
    )

    private static let failed: @Sendable (inout RenewalInfo) -> Void = {
        ($0.isInBillingRetryPeriod, $0.expirationIntent) = (true, .billingError)
    }

    static let billingRecovery = ArrivalScenario(
        "a failed charge and its recovery",
        orders: "o 11 delivered, own 12 delivered",
        active: "anna: basic",
        before: ordered,
        [
            .apple(month), .apple(notification(.didFailToRenew, nil, "02-01"), info("02-01", failed)),
            .apple(
                notification(.didRenew, .billingRecovery, about: "12", "02-10"),
                bought("12", "02-10", to: "03-10", reason: .renewal)
            ),
            .apple(info("02-10")),
        ]
    )

    static let gracePeriod = ArrivalScenario(
        "a failed charge in a grace period",
        at: "02-10",
        orders: "o 11 delivered",
        active: "anna: basic",
        before: ordered,
        [
            .apple(month), .apple(info("01-01")), .shown(month),
            .apple(
                info("02-01") {
                    failed(&$0)
                    $0.gracePeriodExpirationDate = .at("02-17")
                }
            ),
        ]
    )

    static let billingRetry = ArrivalScenario(
        "a failed charge after its grace period",
        orders: "o 11 delivered",
        before: ordered,
        [
            .apple(month), .apple(info("01-01")), .apple(notification(.gracePeriodExpired, nil, "02-17")),
            .apple(
                info("02-01") {
                    failed(&$0)
                    $0.gracePeriodExpirationDate = .at("02-17")
                }
            ),
        ]
    )

    static let canceled = ArrivalScenario(
        "a canceled subscription that has expired",
        orders: "o 11 delivered",
        before: ordered,
        [
            .apple(month), .apple(info("01-01")), .apple(info("01-20") { $0.willAutoRenew = false }),
            .apple(ended("02-01")),
        ]
    )

    static let priceIncreaseAccepted = ArrivalScenario(
        "a price increase that the customer accepts",
        orders: "o 11 delivered, own 12 delivered",
        active: "anna: basic",
        before: ordered,
        [
            .apple(month), .apple(info("01-10") { $0.priceIncrease = .pending }),
            .apple(info("01-12") { $0.priceIncrease = .accepted }), .apple(renewed),
        ]
    )

    static let priceIncreaseRefused = ArrivalScenario(
        "a price increase that the customer does not accept",
        orders: "o 11 delivered",
        before: ordered,
        [
            .apple(month), .apple(info("01-10") { $0.priceIncrease = .pending }), .shown(month, order: "o"),
            .apple(ended("02-01", .priceIncreaseNotConsented)),
        ]
    )

    static let extended = ArrivalScenario(
        "a renewal date that Apple extends",
        orders: "o 11 delivered",
        active: "anna: basic",
        before: ordered,
        [
            .apple(month), .apple(notification(.renewalExtension, nil, "01-15")), .apple(info("01-15")),
            .apple(bought(to: "03-01", signed: "01-15")),
        ]
    )

    static let outage = ArrivalScenario(
        "a subscription that renewed and ended during an outage, whose order expired",
        at: "03-20",
        orders: "o 11 delivered, own 12 delivered",
        before: { world in
            ordered(&world)
            world.change("o", .expire)
        },
        [
            .apple(month), .apple(renewed), .apple(info("02-10") { $0.willAutoRenew = false }),
            .apple(ended("03-01")),
        ]
    )

    static let trial = ArrivalScenario(
        "a free trial that becomes a paid subscription",
        orders: "o 11 delivered, own 12 delivered",
        active: "anna: basic",
        before: ordered,
        [
            .apple(bought(to: "02-01") { $0.offer = Offer(type: .introductory, discount: .freeTrial) }),
            .apple(renewed),
            .apple(info("01-01")), .apple(info("02-01")),
        ]
    )

    private static let shared = bought(to: "03-01", token: nil) { $0.ownership = .familyShared }

    static let familySharing = ArrivalScenario(
        "a subscription that Family Sharing brings",
        orders: "own 11 delivered",
        active: "anna: basic",
        [.apple(shared), .apple(info("01-01")), .shown(shared)]
    )

    static let familySharingEnded = ArrivalScenario(
        "the end of Family Sharing",
        orders: "own 11 revoked",
        [
            .apple(shared), .shown(shared),
            .apple(
                bought(to: "03-01", signed: "02-01", token: nil) {
                    $0.ownership = .familyShared
                    $0.revocation = Revocation(date: .at("02-01"), type: .familyRevoke)
                }
            ),
        ]
    )

    static func refunded(
        _ id: TransactionID,
        _ start: String,
        to end: String,
        on date: String,
        _ type: RevocationType = .refundFull,
        percentage: Int? = nil,
        reason: TransactionReason = .purchase
    ) -> [Fact] {
        bought(id, start, to: end, signed: date, reason: reason) {
            $0.revocation = Revocation(date: .at(date), type: type, percentage: percentage)
        }
    }

    static let refundedRenewal = ArrivalScenario(
        "a refund of a renewal",
        orders: "o 11 delivered, own 12 refunded",
        before: ordered,
        [
            .apple(month), .apple(renewed), .apple(info("02-01")),
            .apple(
                notification(.refund, nil, about: "12", "02-10"),
                refunded("12", "02-01", to: "03-01", on: "02-10", reason: .renewal)
            ),
        ]
    )

    static let proratedRefund = ArrivalScenario(
        "a prorated refund, from whose date on there is no access",
        at: "01-25",
        orders: "o 11 refunded",
        before: ordered,
        [
            .apple(month), .apple(info("01-01")), .shown(month, order: "o"),
            .apple(refunded("11", "01-01", to: "02-01", on: "01-20", .refundProrated, percentage: 40_000)),
        ]
    )

    static let refundReversal = ArrivalScenario(
        "a refund that Apple reverses",
        at: "01-25",
        orders: "o 11 delivered",
        active: "anna: basic",
        before: ordered,
        [
            .apple(month), .apple(refunded("11", "01-01", to: "02-01", on: "01-10")), .apple(info("01-01")),
            .apple(notification(.refundReversed, nil, "01-20"), bought(to: "02-01", signed: "01-20")),
        ]
    )

    static let everything = ArrivalScenario(
        "a long life: renewals, a failure, a cancellation, a return and a refund",
        at: "05-20",
        orders: "o 11 delivered, o2 14 refunded, own 12 delivered, own 13 delivered",
        before: { world in
            ordered(&world)
            world.order("o2", "monthly", token: second, created: .at("05-01"))
        },
        [
            .apple(month, info("01-01")), .apple(renewed), .apple(info("03-01", failed)),
            .apple(bought("13", "03-05", to: "04-05", reason: .renewal)),
            .apple(info("03-20") { $0.willAutoRenew = false }),
            .apple(bought("14", "05-01", to: "06-01", token: second)),
            .apple(
                bought("14", "05-01", to: "06-01", signed: "05-10", token: second) {
                    $0.revocation = Revocation(date: .at("05-10"), type: .refundFull)
                }
            ),
        ]
    )
}
