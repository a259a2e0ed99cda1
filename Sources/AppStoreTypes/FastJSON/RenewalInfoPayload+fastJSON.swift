// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// The members of RenewalInfoPayload in the order in which Apple usually writes them; others have no usual form.
enum RenewalInfoMember: Int, CanonicalJSONKey {
    case expirationIntent
    case originalTransactionId
    case autoRenewProductId
    case productId
    case autoRenewStatus
    case isInBillingRetryPeriod
    case priceIncreaseStatus
    case gracePeriodExpiresDate
    case offerType
    case offerIdentifier
    case renewalPrice
    case currency
    case signedDate
    case environment
    case recentSubscriptionStartDate
    case renewalDate
    case offerDiscountType
    case offerPeriod
    case appAccountToken
    case appTransactionId
    case renewalBillingPlanType
    case eligibleWinBackOfferIds
    case renewalQuantity
    case multiSeatInfo
    case bundleProductId
    case bundleSubscriptionGroupIdentifier
    case bundleSubscriptionGroupId
    case bundleOriginalTransactionId
    case willUnbundle

    static let names = caseNames
}

extension RenewalInfoPayload {
    init(_ object: CanonicalJSONObject<RenewalInfoMember>) throws(FastPathUnavailable) {
        self.init(
            originalTransactionId: try object.required(object.wire(.originalTransactionId)),
            productId: try object.required(object.wire(.productId)),
            autoRenewProductId: try object.wire(.autoRenewProductId),
            autoRenewStatus: try object.wire(.autoRenewStatus),
            expirationIntent: try object.wire(.expirationIntent),
            isInBillingRetryPeriod: try object.boolean(.isInBillingRetryPeriod),
            gracePeriodExpiresDate: try object.date(.gracePeriodExpiresDate),
            priceIncreaseStatus: try object.wire(.priceIncreaseStatus),
            offerType: try object.wire(.offerType),
            offerIdentifier: try object.wire(.offerIdentifier),
            offerDiscountType: try object.wire(.offerDiscountType),
            offerPeriod: try object.string(.offerPeriod),
            renewalDate: try object.date(.renewalDate),
            renewalPrice: try object.integer(.renewalPrice),
            currency: try object.wire(.currency),
            recentSubscriptionStartDate: try object.date(.recentSubscriptionStartDate),
            eligibleWinBackOfferIds: try object.strings(.eligibleWinBackOfferIds)?.map(OfferID.init(rawValue:)),
            appAccountToken: try object.uuid(.appAccountToken).map(AppAccountToken.init(rawValue:)),
            appTransactionId: try object.wire(.appTransactionId),
            environment: try object.wire(.environment),
            signedDate: try object.required(object.date(.signedDate)),
            renewalBillingPlanType: try object.wire(.renewalBillingPlanType),
            renewalQuantity: try object.integer(.renewalQuantity).map { Int($0) },
            multiSeatInfo: try object.object(.multiSeatInfo).map { inner throws(FastPathUnavailable) in
                try RenewalMultiSeatInfo(inner)
            },
            bundleProductId: try object.wire(.bundleProductId),
            bundleSubscriptionGroupIdentifier: try object.wire(.bundleSubscriptionGroupIdentifier),
            bundleSubscriptionGroupId: try object.wire(.bundleSubscriptionGroupId),
            bundleOriginalTransactionId: try object.wire(.bundleOriginalTransactionId),
            willUnbundle: try object.boolean(.willUnbundle)
        )
    }
}

extension RenewalInfoPayload: FastJSONDecodable {
    package init?(canonicalForm bytes: UnsafeRawBufferPointer) {
        do throws(FastPathUnavailable) {
            try self.init(CanonicalJSONObject<RenewalInfoMember>(bytes))
        } catch {
            return nil
        }
    }

    /// Decodes the payload; Apple's usual form five times as fast as any JSON.
    public static func decode(_ json: Data) throws -> RenewalInfoPayload {
        try decodeFast(json)
    }
}
