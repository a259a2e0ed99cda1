// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes

extension ServerNotification {
    /// What a version 2 notification says, in our spelling, with the names found in the documents it carries.
    package init(
        _ payload: NotificationPayload,
        transaction: TransactionPayload? = nil,
        renewalInfo: RenewalInfoPayload? = nil,
        appTransaction: AppTransactionPayload? = nil
    ) {
        self.init(
            id: payload.notificationUUID,
            type: payload.notificationType,
            subtype: payload.subtype,
            transactionID: transaction?.transactionId,
            originalTransactionID: transaction?.originalTransactionId ?? renewalInfo?.originalTransactionId
                ?? payload.unclaimInfo?.originalTransactionId,
            productID: transaction?.productId ?? renewalInfo?.productId ?? payload.summary?.productId,
            status: payload.data?.status,
            consumptionRequestReason: payload.data?.consumptionRequestReason,
            summary: payload.summary,
            externalPurchaseToken: payload.externalPurchaseToken,
            appTransactionID: appTransaction?.appTransactionId ?? transaction?.appTransactionId
                ?? renewalInfo?.appTransactionId,
            unclaimedSeats: payload.unclaimInfo?.unclaimSeatIds
        )
    }
}
