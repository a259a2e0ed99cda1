// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

extension Product.SubscriptionInfo {
    /// What happens at the end of a subscription's period.
    ///
    /// <https://developer.apple.com/documentation/storekit/product/subscriptioninfo/renewalinfo>
    public struct RenewalInfo {
        /// The answer to a higher price.
        @frozen
        public enum PriceIncreaseStatus: Equatable, Hashable {
            /// There is no higher price, or it needs no answer.
            case noIncreasePending

            /// The customer has not answered yet.
            case pending

            /// The customer agreed.
            case agreed
        }

        /// The signed document's payload.
        public var jsonRepresentation: Data { signed.payload }

        /// The subscription.
        public let originalTransactionID: UInt64

        /// The product of the current period.
        public let currentProductID: String

        /// Whether it renews.
        public let willAutoRenew: Bool

        /// The product of the next period; nil when it does not renew.
        public let autoRenewPreference: String?

        /// Why it ended.
        public let expirationReason: Product.SubscriptionInfo.RenewalInfo.ExpirationReason?

        /// The answer to a higher price.
        public let priceIncreaseStatus: Product.SubscriptionInfo.RenewalInfo.PriceIncreaseStatus

        /// Whether the App Store still tries to charge.
        public let isInBillingRetry: Bool

        /// Until when the customer keeps access while the App Store tries to charge.
        public let gracePeriodExpirationDate: Date?

        /// The offer of the next period.
        public let offer: Transaction.Offer?

        /// Where it was bought.
        public let environment: AppStore.Environment

        /// The win-back offers the customer may have, the best first.
        public let eligibleWinBackOfferIDs: [String]

        /// The hash that ties the document to this device.
        public let deviceVerification: Data

        /// The value that went into the hash.
        public let deviceVerificationNonce: UUID

        /// When the document was signed.
        public let signedDate: Date

        /// What the App Store sells on the developer's behalf in the next period.
        public let advancedCommerceInfo: Product.SubscriptionInfo.RenewalInfo.AdvancedCommerceInfo?

        /// What the customer commits to in the next period.
        public let commitmentInfo: Product.SubscriptionInfo.RenewalInfo.CommitmentInfo?

        /// How the next period is billed.
        public let renewalBillingPlanType: Product.SubscriptionInfo.BillingPlanType?

        /// How many seats renew; nil when the subscription serves one customer.
        public let renewalQuantity: Int?

        /// The seats of the next period; nil when it is not a group subscription's.
        public let multiSeatInfo: Product.SubscriptionInfo.RenewalInfo.MultiSeatInfo?

        let signed: SignedBytes
        let fields: RenewalInfoPayload
    }
}

extension Product.SubscriptionInfo.RenewalInfo: SignedContent {
    init?(signed: SignedBytes) {
        guard let fields = try? AppStoreJSON.decode(RenewalInfoPayload.self, from: signed.payload),
            let original = UInt64(fields.originalTransactionId.rawValue)
        else { return nil }
        self.signed = signed
        self.fields = fields
        originalTransactionID = original
        currentProductID = fields.productId.rawValue
        willAutoRenew = fields.autoRenewStatus == .on
        autoRenewPreference = willAutoRenew ? (fields.autoRenewProductId ?? fields.productId).rawValue : nil
        expirationReason = fields.expirationIntent.map { ExpirationReason(rawValue: $0.rawValue) }
        priceIncreaseStatus = PriceIncreaseStatus(wire: fields.priceIncreaseStatus)
        isInBillingRetry = fields.isInBillingRetryPeriod ?? false
        gracePeriodExpirationDate = fields.gracePeriodExpiresDate
        offer = Transaction.Offer(renewal: fields)
        environment = AppStore.Environment(rawValue: fields.environment?.rawValue ?? "")
        eligibleWinBackOfferIDs = fields.eligibleWinBackOfferIds?.map(\.rawValue) ?? []
        let device = DeviceFields(payload: signed.payload)
        deviceVerification = device.verification
        deviceVerificationNonce = device.nonce
        signedDate = fields.signedDate
        let advanced = try? AppStoreJSON.decode(AdvancedCommerceEnvelope.self, from: signed.payload)
        advancedCommerceInfo = advanced?.advancedCommerceInfo.flatMap(AdvancedCommerceInfo.init(fields:))
        commitmentInfo = CommitmentInfo(payload: signed.payload)
        renewalQuantity = fields.renewalQuantity
        multiSeatInfo = fields.multiSeatInfo.map(MultiSeatInfo.init)
        renewalBillingPlanType = fields.renewalBillingPlanType.map {
            Product.SubscriptionInfo.BillingPlanType(rawValue: $0.rawValue)
        }
    }
}

extension Product.SubscriptionInfo.RenewalInfo {
    /// The next period's offer.
    public var offerID: String? { fields.offerIdentifier?.rawValue }

    /// The kind of the next period's offer.
    public var offerType: Transaction.OfferType? {
        fields.offerType.map { Transaction.OfferType(rawValue: $0.rawValue) }
    }

    /// How the next period's offer is paid, as the App Store writes it.
    public var offerPaymentModeStringRepresentation: String? { fields.offerDiscountType?.rawValue }

    /// The length of the next period's offer as an ISO 8601 duration.
    public var offerPeriodStringRepresentation: String? { fields.offerPeriod }

    /// Where it was bought, as the App Store writes it.
    public var environmentStringRepresentation: String { environment.rawValue }

    /// When the customer's service began, short gaps ignored.
    public var recentSubscriptionStartDate: Date { fields.recentSubscriptionStartDate ?? .distantPast }

    /// When it renews.
    public var renewalDate: Date? { fields.renewalDate }

    /// The price of the next period.
    public var renewalPrice: Decimal? { fields.renewalPrice.map { Decimal($0) / 1000 } }

    /// The currency of the next period's price.
    public var currency: Locale.Currency? { fields.currency.map { Locale.Currency($0.rawValue) } }

    /// The currency's code.
    public var currencyCode: String? { fields.currency?.rawValue }

    /// The UUID that the app gave with the purchase.
    public var appAccountToken: UUID? { fields.appAccountToken?.rawValue }

    /// The customer's download of the app.
    public var appTransactionID: String { fields.appTransactionId?.rawValue ?? "" }
}

extension Product.SubscriptionInfo.RenewalInfo: Equatable {
    /// Compares the whole payloads.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.signed.payload == rhs.signed.payload }
}

extension Product.SubscriptionInfo.RenewalInfo: Hashable {
    /// Hashes the payload.
    public func hash(into hasher: inout Hasher) { hasher.combine(signed.payload) }
}

extension Product.SubscriptionInfo.RenewalInfo: CustomDebugStringConvertible {
    /// The payload as JSON.
    public var debugDescription: String { String(decoding: jsonRepresentation, as: UTF8.self) }
}

extension Product.SubscriptionInfo.RenewalInfo: Sendable {}
extension Product.SubscriptionInfo.RenewalInfo.PriceIncreaseStatus: Sendable {}
extension Product.SubscriptionInfo.RenewalInfo.PriceIncreaseStatus: BitwiseCopyable {}

extension Product.SubscriptionInfo.RenewalInfo.PriceIncreaseStatus {
    /// The answer in words.
    public var localizedDescription: String {
        switch self {
        case .noIncreasePending: "No Increase Pending"
        case .pending: "Pending"
        case .agreed: "Agreed"
        }
    }

    init(wire: AppStoreTypes.PriceIncreaseStatus?) {
        switch wire?.rawValue {
        case 0: self = .pending
        case 1: self = .agreed
        default: self = .noIncreasePending
        }
    }
}
