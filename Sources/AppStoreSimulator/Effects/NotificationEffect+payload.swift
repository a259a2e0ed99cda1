// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

extension NotificationEffect {
    /// The version 2 payload with documents that were signed before; nothing for a notification of version 1.
    ///
    /// - Parameters:
    ///   - transaction: The signed transaction.
    ///   - renewalInfo: The signed renewal info.
    ///   - appTransaction: The signed app transaction.
    /// - Returns: The payload to sign, or nothing.
    public func payload(
        transaction: SignedPayload? = nil,
        renewalInfo: SignedPayload? = nil,
        appTransaction: SignedPayload? = nil
    ) -> NotificationPayload? {
        guard case .version2(let type, let subtype) = name else { return nil }
        var payload = NotificationPayload(
            notificationType: type,
            subtype: subtype,
            notificationUUID: uuid,
            version: "2.0",
            signedDate: signedDate
        )
        if let summary {
            payload.summary = summary
        } else if let externalPurchaseToken {
            payload.externalPurchaseToken = externalPurchaseToken
        } else if let unclaimInfo {
            payload.unclaimInfo = unclaimInfo
        } else if self.appTransaction != nil {
            payload.appData = NotificationAppData(
                environment: environment,
                appAppleId: appAppleID,
                bundleId: app,
                signedAppTransactionInfo: appTransaction
            )
        } else {
            payload.data = NotificationData(
                environment: environment,
                appAppleId: appAppleID,
                bundleId: app,
                bundleVersion: type == .test ? nil : appVersion,
                signedTransactionInfo: transaction,
                signedRenewalInfo: renewalInfo,
                status: status,
                consumptionRequestReason: consumptionRequestReason
            )
        }
        return payload
    }
}
