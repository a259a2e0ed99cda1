// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import Foundation
import HTTPService
import Synchronization

/// A responder that is known only once its own address is.
final class ResponderBox: Sendable {
    private typealias Content = (
        responder: RevocationResponder, status: @Sendable ([UInt8]) -> RevocationResponder.Status
    )

    private let content = Mutex<Content?>(nil)

    /// Answers with a responder from now on.
    func use(_ responder: RevocationResponder, status: @escaping @Sendable ([UInt8]) -> RevocationResponder.Status) {
        content.withLock { $0 = (responder, status) }
    }

    /// The response to a request.
    ///
    /// - Throws: A `CryptographyError`, or a `Problem` before there is a responder.
    func respond(_ body: Data) throws -> HTTPResponse {
        guard let content = content.withLock(\.self) else {
            throw Problem(.serviceUnavailable, detail: "The responder is not ready.")
        }
        let bytes = try content.responder.respond(to: body, asOf: Date(), status: content.status)
        return HTTPResponse(headers: ["Content-Type": "application/ocsp-response"], body: .bytes(bytes))
    }
}
