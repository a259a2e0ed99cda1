// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

extension TransactionPayload {
    /// A purchase with sensible values.
    static func purchase(
        _ product: ProductID = TestShop.monthly,
        id: TransactionID = "1000",
        original: OriginalTransactionID? = nil,
        bought: Date = TestClock.start,
        days: Double? = nil,
        token: AppAccountToken? = nil,
        signed: Date? = nil,
        environment: Environment = .production,
        bundleID: BundleID = TestShop.app,
        reason: TransactionReason = .purchase,
        ownership: InAppOwnershipType = .purchased,
        quantity: Int = 1
    ) -> TransactionPayload {
        let type: ProductType =
            switch product {
            case TestShop.beans: .consumable
            case TestShop.grinder: .nonConsumable
            case TestShop.season: .nonRenewingSubscription
            default: .autoRenewableSubscription
            }
        let length = days ?? (product == TestShop.yearly ? 365 : 30)
        return TransactionPayload(
            transactionId: id,
            originalTransactionId: original ?? OriginalTransactionID(rawValue: id.rawValue),
            bundleId: bundleID,
            productId: product,
            subscriptionGroupIdentifier: type == .autoRenewableSubscription ? "club" : nil,
            purchaseDate: bought,
            originalPurchaseDate: bought,
            expiresDate: type == .autoRenewableSubscription ? bought.addingTimeInterval(length * 86_400) : nil,
            quantity: quantity,
            type: type,
            appAccountToken: token,
            inAppOwnershipType: ownership,
            signedDate: signed ?? bought,
            environment: environment,
            storefront: "USA",
            storefrontId: "143441",
            transactionReason: reason,
            currency: "USD",
            price: 4990
        )
    }

    /// The same purchase after Apple revoked it.
    func refunded(at date: Date, type: RevocationType = .refundFull) -> TransactionPayload {
        var refunded = self
        refunded.revocationDate = date
        refunded.revocationReason = RevocationReason(rawValue: 0)
        refunded.revocationType = type
        refunded.signedDate = date
        return refunded
    }

    /// The renewal after this period.
    func renewed(id: TransactionID, days: Double = 30) -> TransactionPayload {
        var renewal = self
        renewal.transactionId = id
        renewal.purchaseDate = expiresDate ?? purchaseDate
        renewal.expiresDate = renewal.purchaseDate.addingTimeInterval(days * 86_400)
        renewal.transactionReason = .renewal
        renewal.signedDate = renewal.purchaseDate
        return renewal
    }

    /// A renewal info that goes with this transaction.
    func renewalInfo(
        renews: Bool = true,
        next: ProductID? = nil,
        signed: Date? = nil,
        change: (inout RenewalInfoPayload) -> Void = { _ in }
    ) -> RenewalInfoPayload {
        var info = RenewalInfoPayload(
            originalTransactionId: originalTransactionId,
            productId: productId,
            autoRenewProductId: next ?? productId,
            autoRenewStatus: renews ? .on : .off,
            renewalDate: expiresDate,
            environment: environment,
            signedDate: signed ?? signedDate
        )
        change(&info)
        return info
    }
}

extension NotificationPayload {
    /// A notification about a transaction.
    static func about(
        _ type: NotificationType,
        _ subtype: NotificationSubtype? = nil,
        _ transaction: TransactionPayload? = nil,
        renewalInfo: RenewalInfoPayload? = nil,
        id: UUID = UUID(),
        signed: Date? = nil,
        environment: Environment? = nil
    ) throws -> NotificationPayload {
        let environment = environment ?? transaction?.environment ?? .production
        return NotificationPayload(
            notificationType: type,
            subtype: subtype,
            notificationUUID: NotificationUUID(rawValue: id),
            version: "2.0",
            signedDate: signed ?? renewalInfo?.signedDate ?? transaction?.signedDate ?? TestClock.start,
            data: NotificationData(
                environment: environment,
                appAppleId: environment == .production ? AppAppleID(rawValue: 1_234_567_890) : nil,
                bundleId: transaction?.bundleId ?? TestShop.app,
                signedTransactionInfo: try transaction.map { try TestShop.sign($0) },
                signedRenewalInfo: try renewalInfo.map { try TestShop.sign($0) },
                status: nil
            )
        )
    }
}
