// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// What a purchase option holds.
enum PurchaseOptionValue: Hashable, Sendable {
    case appAccountToken(UUID)
    case custom(key: String, value: CustomValue)
    case onStorefrontChange(StorefrontChangeHandler)
    case promotionalOffer(id: String, signature: Product.SubscriptionOffer.Signature)
    case quantity(Int)
    case simulatesAskToBuy(Bool)
    case winBackOffer(Product.SubscriptionOffer)
    case billingPlanType(Product.SubscriptionInfo.BillingPlanType)
    case seats(Int)
    case multiSeatInvitationSheetSuppressed(Bool)

    // In tests only.
    case codeOffer(String)
    case unsignedOffer(String)
    case purchaseDate(Date, Product.PurchaseOption.SubscriptionRenewalBehavior)

    // The keys under which Apple's StoreKit sends what became an option later.
    static let signedOfferID = "adHocOfferId"
    static let signedOffer = "adHocSignature"
    static let introductoryEligibility = "introOfferEligibilityParam"
    static let advancedCommerce = "advancedCommerceData"

    static func refusal(ofCustom key: String) -> String {
        "the option custom(key:value:) has the key \"\(key)\", which stands for nothing here"
    }

    var summary: String {
        switch self {
        case .appAccountToken(let token): "appAccountToken(\(token))"
        case .custom(let key, _): "custom(\(key))"
        case .onStorefrontChange: "onStorefrontChange"
        case .promotionalOffer(let id, _): "promotionalOffer(\(id))"
        case .quantity(let quantity): "quantity(\(quantity))"
        case .simulatesAskToBuy(let simulates): "simulatesAskToBuyInSandbox(\(simulates))"
        case .winBackOffer(let offer): "winBackOffer(\(offer.id ?? ""))"
        case .billingPlanType(let type): "billingPlanType(\(type.rawValue))"
        case .seats(let count): "seats(\(count))"
        case .multiSeatInvitationSheetSuppressed(let isSuppressed):
            "multiSeatInvitationSheetSuppressed(\(isSuppressed))"
        case .codeOffer(let name): "codeOffer(\(name))"
        case .unsignedOffer(let id): "promotionalOffer(\(id))"
        case .purchaseDate(let date, let behavior): "purchaseDate(\(date), \(behavior.rawValue))"
        }
    }
}

/// A value of the app's own that goes along with a purchase.
enum CustomValue: Hashable, Sendable {
    case text(String)
    case number(Double)
    case truth(Bool)
    case bytes(Data)
}

/// The app's answer to a change of storefront; two are equal when they are the same one.
final class StorefrontChangeHandler: Hashable, Sendable {
    let shouldContinue: @Sendable (Storefront) -> Bool

    init(_ shouldContinue: @escaping @Sendable (Storefront) -> Bool) {
        self.shouldContinue = shouldContinue
    }

    static func == (lhs: StorefrontChangeHandler, rhs: StorefrontChangeHandler) -> Bool { lhs === rhs }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
