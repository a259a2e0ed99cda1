// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials

extension ArrivalScenario {
    /// How a customer changes plans, redeems offers and returns.
    static let changes: [ArrivalScenario] = [
        upgrade, upgradeRefunded, upgradeToBundle, crossgrade, downgrade, resubscription, returnOutside,
        returnRefunded, returnAfterRefund, offerCodeInApp, offerCodeOutside, promotionalOffer, winBack, migration,
        receiptOfRenewals, erasure, accountDeletedBeforeRenewal,
    ]

    private static let left = bought(to: "02-01", signed: "01-15") { $0.isUpgraded = true }
    private static let pro = bought("12", "01-15", to: "02-15", product: "pro", token: second)

    private static let upgrading: @Sendable (inout FulfillmentWorld) -> Void = { world in
        ordered(&world)
        world.order("o2", "pro", token: second, created: .at("01-15"))
    }

    static let upgrade = ArrivalScenario(
        "an upgrade with an order of its own",
        at: "01-20",
        orders: "o 11 delivered, o2 12 delivered",
        active: "anna: basic pro",
        before: upgrading,
        [.apple(month), .apple(left), .apple(pro), .shown(pro, order: "o2", "12")]
    )

    static let upgradeRefunded = ArrivalScenario(
        "a refund of an upgrade",
        at: "01-25",
        orders: "o 11 delivered, o2 12 refunded",
        before: upgrading,
        [
            .apple(month), .apple(left), .apple(pro),
            .apple(
                bought("12", "01-15", to: "02-15", product: "pro", signed: "01-20", token: second) {
                    $0.revocation = Revocation(date: .at("01-20"), type: .refundFull)
                }
            ),
        ]
    )

    static let upgradeToBundle = ArrivalScenario(
        "an upgrade to a bundle, which continues the subscription with the token of its order",
        at: "01-20",
        orders: "o 11 refunded, own 12 delivered",
        active: "anna: basic",
        before: ordered,
        [
            .apple(month),
            .apple(
                bought(to: "02-01", signed: "01-15") {
                    $0.revocation = Revocation(
                        date: .at("01-15"),
                        reason: .upgradedToBundle,
                        type: .refundProrated,
                        percentage: 54_839
                    )
                }
            ),
            .apple(bought("12", "01-15", to: "02-15") { $0.bundle = SubscriptionBundle(productID: "both") }),
            .apple(info("01-15")),
        ]
    )

    static let crossgrade = ArrivalScenario(
        "a crossgrade to a plan of another length at the renewal",
        orders: "o 11 delivered, own 12 delivered",
        active: "anna: basic",
        before: ordered,
        [
            .apple(month), .apple(info("01-20") { $0.autoRenewProductID = "yearly" }), .apple(info("01-01")),
            .apple(bought("12", "02-01", to: "12-31", product: "yearly", reason: .renewal)),
        ]
    )

    /// A subscriber returns in the settings a week after the end; the purchase carries the token of the first one.
    private static let back = bought("12", "02-08", to: "03-08")

    static let returnOutside = ArrivalScenario(
        "a return outside the app, with the token of the first purchase",
        orders: "o 11 delivered, own 12 delivered",
        active: "anna: basic",
        before: ordered,
        [.apple(month), .apple(back), .apple(ended("02-01")), .shown(back, order: "o", "12")]
    )

    static let returnRefunded = ArrivalScenario(
        "a return outside the app, with the token of the first purchase, and its refund",
        orders: "o 11 delivered, own 12 refunded",
        before: ordered,
        [
            .apple(month), .apple(back), .apple(ended("02-01")),
            .apple(
                bought("12", "02-08", to: "03-08", signed: "02-10") {
                    $0.revocation = Revocation(date: .at("02-10"), type: .refundFull)
                }
            ),
        ]
    )

    static let returnAfterRefund = ArrivalScenario(
        "a refunded purchase, and a return with its token",
        orders: "o 11 refunded, own 12 delivered",
        active: "anna: basic",
        before: ordered,
        [
            .apple(month), .shown(back, "12"),
            .apple(
                bought(to: "02-01", signed: "01-20") {
                    $0.revocation = Revocation(date: .at("01-20"), type: .refundFull)
                }
            ),
            .apple(back, info("02-08")),
        ]
    )

    static let downgrade = ArrivalScenario(
        "a downgrade at the end of the period",
        orders: "o 11 delivered, own 12 delivered",
        active: "anna: basic",
        before: { $0.order("o", "pro", token: first) },
        [
            .apple(bought(to: "02-01", product: "pro")), .apple(renewed),
            .apple(
                notification(.didChangeRenewalPref, .downgrade, "01-20"),
                info("01-20") { ($0.productID, $0.autoRenewProductID) = ("pro", "monthly") }
            ),
        ]
    )

    private static let returned = bought("12", "02-15", to: "03-15", token: second)

    private static let returning: @Sendable (inout FulfillmentWorld) -> Void = { world in
        ordered(&world)
        world.order("o2", "monthly", token: second, created: .at("02-15"))
    }

    static let resubscription = ArrivalScenario(
        "a return after the expiration, with an order of its own",
        orders: "o 11 delivered, o2 12 delivered",
        active: "anna: basic",
        before: returning,
        [
            .apple(month), .apple(ended("02-01")),
            .apple(notification(.subscribed, .resubscribe, about: "12", "02-15"), returned),
            .shown(returned, order: "o2", "12"),
        ]
    )

    private static let redeemedInApp = bought(to: "02-01") { $0.offer = Offer(type: .offerCode, id: "spring") }

    static let offerCodeInApp = ArrivalScenario(
        "an offer code that is redeemed for an order",
        at: "01-20",
        orders: "o 11 delivered",
        active: "anna: basic",
        before: ordered,
        [
            .apple(notification(.offerRedeemed, .initialBuy, "01-01"), info("01-01")),
            .apple(redeemedInApp), .shown(redeemedInApp, order: "o"),
        ]
    )

    private static let redeemed = bought(to: "02-01", token: nil) { $0.offer = Offer(type: .offerCode, id: "spring") }

    static let offerCodeOutside = ArrivalScenario(
        "an offer code that is redeemed outside the app",
        orders: "own 11 delivered, own 12 delivered",
        active: "anna: basic",
        [
            .apple(redeemed), .apple(info("01-01")), .shown(redeemed),
            .apple(bought("12", "02-01", to: "03-01", token: nil, reason: .renewal)),
        ]
    )

    static let promotionalOffer = ArrivalScenario(
        "a promotional offer to a former subscriber",
        orders: "o 11 delivered, o2 12 delivered",
        active: "anna: basic",
        before: returning,
        [
            .apple(month), .apple(info("02-15") { $0.offer = Offer(type: .promotional, id: "return") }),
            .apple(
                bought("12", "02-15", to: "03-15", token: second) {
                    $0.offer = Offer(type: .promotional, id: "return", discount: .payUpFront)
                }
            ),
        ]
    )

    static let winBack = ArrivalScenario(
        "a win-back offer that is redeemed in the App Store, without an order",
        orders: "o 11 delivered, own 12 delivered",
        active: "anna: basic",
        before: ordered,
        [
            .apple(month), .apple(ended("02-01")),
            .apple(bought("12", "02-15", to: "03-15", token: nil) { $0.offer = Offer(type: .winBack, id: "back") }),
            .apple(info("02-15")),
        ]
    )

    static let migration = ArrivalScenario(
        "a purchase that Apple gives a new original transaction identifier",
        orders: "o 11 delivered, own 21 delivered",
        active: "anna: basic",
        before: ordered,
        [
            .apple(month), .apple(info("02-01", of: "2")), .apple(info("01-01")),
            .apple(
                bought("21", "02-01", to: "03-01", of: "2", token: nil, reason: .renewal) {
                    $0.previousOriginalTransactionID = "1"
                }
            ),
        ]
    )

    static let receiptOfRenewals = ArrivalScenario(
        "a receipt of a purchase and its renewal, and their signed documents",
        orders: "o 11 delivered, own 12 delivered",
        active: "anna: basic",
        before: ordered,
        [
            .shown(receipt(month, renewed, asked: "02-02")), .apple(month), .apple(renewed),
            .apple(receipt(month, asked: "01-02")), .shown(renewed, order: "o", "12"),
        ]
    )

    /// The erasure is a command with its place; whoever shows the purchase afterward is the first to claim it.
    static let erasure = ArrivalScenario(
        "a renewal after the customer was erased and returned with a new account",
        orders: "o 11 delivered, own 12 delivered",
        active: "ben: basic",
        before: { world in
            ordered(&world)
            world.process(month, .shown(order: "o"))
            world.erase("anna")
        },
        [.apple(renewed), .apple(info("02-01")), .shown(renewed, by: "ben", "12")]
    )

    static let accountDeletedBeforeRenewal = ArrivalScenario(
        "a renewal after the customer was erased, without a new account",
        orders: "o 11 delivered",
        before: { world in
            ordered(&world)
            world.process(month, .shown(order: "o"))
            world.erase("anna")
        },
        [.apple(renewed), .apple(info("02-01")), .apple(month)]
    )
}
