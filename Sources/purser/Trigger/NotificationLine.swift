// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation

/// A posted notification's main fields, read without a check of its signature.
struct NotificationLine: Sendable {
    let payload: NotificationPayload
    let document: SignedPayload
    private let transaction: TransactionPayload?

    /// Reads a request body; `nil` when it is not a version 2 notification.
    init?(body: Data) {
        guard let post = try? AppStoreJSON.decode([String: SignedPayload].self, from: body),
            let document = post["signedPayload"],
            let payload: NotificationPayload = Self.payload(of: document)
        else { return nil }
        self.document = document
        self.payload = payload
        transaction = payload.data?.signedTransactionInfo.flatMap(Self.payload)
    }

    private static func payload<Payload: SignedDocument>(of document: SignedPayload) -> Payload? {
        let parts = document.rawValue.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        var text = String(parts[1]).replacing("-", with: "+").replacing("_", with: "/")
        text += String(repeating: "=", count: (4 - text.count % 4) % 4)
        return Data(base64Encoded: text).flatMap { try? Payload.decode($0) }
    }

    /// The type and subtype.
    var label: String {
        payload.subtype.map { "\(payload.notificationType).\($0)" } ?? payload.notificationType.rawValue
    }

    /// The label, environment, product, transaction and identifier.
    var text: String {
        let parts = [
            label, payload.documentEnvironment?.rawValue,
            transaction?.productId.rawValue ?? payload.summary?.productId.rawValue,
            transaction?.transactionId.rawValue, payload.notificationUUID.description,
        ]
        return parts.compactMap(\.self).joined(separator: "  ")
    }
}
