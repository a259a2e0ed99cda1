// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import FoundationEssentials

extension PendingForward {
    /// A version 2 notification with the bytes in which it came.
    init?(_ checked: CheckedNotification, body: Data, mediaType: String, now: Date) throws {
        let payload = checked.verified.notification.payload
        let subtype = payload.subtype.map { "." + $0.rawValue } ?? ""
        try self.init(
            app: checked.app,
            environment: checked.environment,
            id: payload.notificationUUID.description,
            label: payload.notificationType.rawValue + subtype,
            lane: checked.verified.transaction?.payload.originalTransactionId
                ?? checked.verified.renewalInfo?.payload.originalTransactionId
                ?? payload.unclaimInfo?.originalTransactionId,
            mediaType: mediaType,
            body: body,
            now: now
        )
    }

    /// A version 2 notification that Apple's history returned: the body as the App Store writes it.
    init?(_ checked: CheckedNotification, signed: SignedPayload, now: Date) throws {
        try self.init(
            checked,
            body: Data(#"{"signedPayload":"\#(signed.rawValue)"}"#.utf8),
            mediaType: "application/json",
            now: now
        )
    }
}
