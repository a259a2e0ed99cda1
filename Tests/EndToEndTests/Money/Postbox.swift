// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import HTTPClient
import Synchronization

/// The network between the App Store and the server: real sockets, and some notifications that something in between
/// took and never passed on.
final class Postbox: HTTPTransport {
    private struct State: Sendable {
        var requests: [@Sendable (TransactionPayload) -> Bool] = []
        var received: Set<TransactionID> = []
        var held: [TransactionID: [HTTPClientRequest]] = [:]
    }

    private let curl: CurlTransport
    private let state = Mutex(State())

    init() throws {
        curl = try CurlTransport()
    }

    /// The transactions whose notifications are held back.
    var held: Set<TransactionID> { state.withLock { Set($0.held.keys) } }

    /// Holds back all that is said of the next transaction that fits and of which nothing was said before.
    func loseNext(where fits: @escaping @Sendable (TransactionPayload) -> Bool) {
        state.withLock { $0.requests.append(fits) }
    }

    /// Brings what was held back about a transaction.
    func bring(_ id: TransactionID) async throws {
        for request in state.withLock({ $0.held.removeValue(forKey: id) ?? [] }) {
            let answer = try await curl.send(request)
            guard answer.status == 200 else { throw Program.Failure(description: "\(answer.status) \(answer.text)") }
        }
    }

    func send(_ request: HTTPClientRequest) async throws -> HTTPClientResponse {
        guard request.url.contains("/apple/notifications/"), let transaction = Self.transaction(in: request),
            hold(request, about: transaction)
        else { return try await curl.send(request) }
        // The App Store is notified that it arrived, and does not try again.
        return HTTPClientResponse(status: 200, headers: [], body: Data())
    }

    private func hold(_ request: HTTPClientRequest, about transaction: TransactionPayload) -> Bool {
        state.withLock { state in
            let id = transaction.transactionId
            if state.held[id] == nil {
                guard state.received.insert(id).inserted,
                    let input = state.requests.firstIndex(where: { $0(transaction) })
                else { return false }
                state.requests.remove(at: input)
            }
            state.held[id, default: []].append(request)
            return true
        }
    }

    private static func transaction(in request: HTTPClientRequest) -> TransactionPayload? {
        struct Outer: Decodable {
            var signedPayload: String
        }
        struct Notification: Decodable {
            struct Data: Decodable {
                var signedTransactionInfo: String?
            }

            var data: Data?
        }
        guard let body = request.body, let outer = try? AppStoreJSON.decode(Outer.self, from: body),
            let bytes = payload(of: outer.signedPayload),
            let signed = try? AppStoreJSON.decode(Notification.self, from: bytes).data?.signedTransactionInfo,
            let inner = payload(of: signed)
        else { return nil }
        return try? AppStoreJSON.decode(TransactionPayload.self, from: inner)
    }

    private static func payload(of document: String) -> Data? {
        let parts = document.split(separator: ".")
        guard parts.count == 3 else { return nil }
        var text = String(parts[1]).replacing("-", with: "+").replacing("_", with: "/")
        while !text.count.isMultiple(of: 4) { text += "=" }
        return Data(base64Encoded: text)
    }
}
