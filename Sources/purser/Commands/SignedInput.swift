// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Foundation

/// Signed documents as people have them in files.
enum SignedInput {
    private struct Posted: Decodable {
        let signedPayload: SignedPayload
    }

    /// The document in a file: the text itself, or the JSON that a notification is posted in.
    static func payload(in bytes: Data) throws -> SignedPayload {
        let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty else { throw Failure("the file is empty") }
        guard text.hasPrefix("{") else { return SignedPayload(rawValue: text) }
        do {
            return try AppStoreJSON.decode(Posted.self, from: Data(text.utf8)).signedPayload
        } catch {
            throw Failure("the JSON has no \"signedPayload\"")
        }
    }

    /// Prints the payload's own bytes, so that no field is lost.
    static func print(_ signed: SignedPayload, _ terminal: Terminal) throws {
        let segments = signed.rawValue.split(separator: ".", omittingEmptySubsequences: false)
        guard segments.count == 3, let bytes = Base64URL.decode(segments[1]) else {
            throw Failure("the file does not contain three base64url segments")
        }
        terminal.print(String(decoding: bytes, as: UTF8.self))
    }

    /// Prints the payload without a check, and says so.
    static func printUnverified(_ signed: SignedPayload, _ terminal: Terminal) throws {
        try print(signed, terminal)
        terminal.printError("purser verify: nothing was checked; anyone could have written this")
    }
}
