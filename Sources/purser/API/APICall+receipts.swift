// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreTypes
import Foundation

extension APICall {
    /// Calls of the older service for receipts.
    static let receipts: [APICall] = [
        APICall(
            "verify-receipt",
            ["FILE|-"],
            "POST /verifyReceipt",
            "Send a receipt (base64 or binary) to Apple: production first, the sandbox after status 21007.",
            options: [
                Option(
                    "password",
                    value: "SECRET",
                    "The app's shared secret, or PURSER_API_PASSWORD; subscriptions need it."
                ),
                Option("exclude-old", "Only each subscription's latest transaction."),
            ],
            example: "verify-receipt receipt.bin"
        ) { session in
            let bytes = try session.terminal.read(session.operands[0])
            guard !bytes.isEmpty else { throw Failure("the file is empty") }
            let text =
                bytes.first == 0x30 && bytes.contains { $0 >= 0x80 }
                ? bytes.base64EncodedString()
                : String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
            let answer = try await session.receipts().verify(
                text,
                excludesOldTransactions: session.arguments.has("exclude-old") ? true : nil,
                first: try session.environment()
            )
            session.terminal.print(String(decoding: answer.document.bytes, as: UTF8.self))
            guard answer.document.status.isGood else {
                let status = answer.document.status
                throw Failure("Apple rejected the receipt with \(status): \(status.explanation)")
            }
        }
    ]
}
