// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import HTTPClient
import Testing

@testable import purser

/// Server and simulator as processes of their own; the server is killed at the worst moments.
@Suite(.serialized) struct KillTests {
    private let folder: TemporaryFolder
    private let transport: CurlTransport
    private let simulator: PurserProcess
    private let store: String

    private static let catalog = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Examples/Catalog.storekit").path

    init() async throws {
        folder = try TemporaryFolder()
        transport = try CurlTransport()
        simulator = try await PurserProcess(
            ["simulator", "--listen", "127.0.0.1:0", "--data", folder.url.path + "/sim", "--catalog", Self.catalog],
            until: "receipts' root"
        )
        store = try simulator.line("production")
    }

    /// A server over the same database each time it is started.
    private func server(
        listen: String = "127.0.0.1:0"
    ) async throws -> (process: PurserProcess, url: String, key: String, secret: String) {
        let process = try await PurserProcess(
            [
                "serve", "--listen", listen, "--database", "sqlite:\(folder.url.path)/purser.sqlite", "--root",
                folder.url.path + "/sim/root.pem", "--catalog", Self.catalog,
            ],
            until: "secret key"
        )
        let url = try process.line("API").replacing("/v1", with: "")
        return (process, url, try process.line("publishable key"), try process.secretKey())
    }

    private func ask(
        _ method: String,
        _ url: String,
        key: String? = nil,
        _ body: JSONValue? = nil
    ) async throws -> JSONValue {
        var headers: [HTTPClientRequest.Header] = [(name: "Content-Type", value: "application/json")]
        if let key { headers.append((name: "Authorization", value: "Bearer " + key)) }
        let bytes = try body.map { try AppStoreJSON.encode($0) }
        let answer = try await transport.send(
            HTTPClientRequest(method, url, headers: headers, body: bytes)
        )
        #expect(answer.status < 300, "\(method) \(url): \(answer.text)")
        return answer.body.isEmpty ? .null : try AppStoreJSON.decode(JSONValue.self, from: answer.body)
    }

    private func notify(_ url: String) async throws {
        _ = try await ask(
            "PUT",
            store + "/simulator/v1/notifications/url",
            .object(["url": .string(url + "/apple/notifications/production")])
        )
    }

    private func order(_ url: String, _ key: String) async throws -> (id: String, token: String) {
        let request = JSONValue.object(["customer": .string("alice"), "productId": .string("coffee.beans.100")])
        let order = try await ask("POST", url + "/v1/orders", key: key, request)
        return (try #require(order["id"]?.string), try #require(order["appAccountToken"]?.string))
    }

    private func pay(_ token: String) async throws -> String {
        let request = JSONValue.object([
            "customer": .string("alice"), "product": .string("coffee.beans.100"), "appAccountToken": .string(token),
        ])
        let paid = try await ask("POST", store + "/simulator/v1/purchases", request)
        return try #require(paid["signedTransactionInfo"]?.string)
    }

    /// How often an order was delivered, by its history.
    private func deliveries(_ id: String, _ url: String, _ key: String) async throws -> Int {
        let order = try await ask("GET", url + "/v1/orders/\(id)", key: key)
        #expect(order["state"]?.string == "delivered")
        return order["history"]?.array?.filter { $0["state"]?.string == "delivered" }.count ?? 0
    }

    @Test func `a server killed between paid and verified delivers once after its restart`() async throws {
        let first = try await server()
        let order = try await order(first.url, first.key)
        let signed = try await pay(order.token)
        first.process.kill()
        let second = try await server()
        for _ in 1...3 {
            let request = JSONValue.object(["customer": .string("alice"), "signedTransaction": .string(signed)])
            let answer = try await ask("POST", second.url + "/v1/transactions", key: second.key, request)
            #expect(answer["state"]?.string == "delivered")
        }
        #expect(try await deliveries(order.id, second.url, second.secret) == 1)
    }

    @Test func `a server killed while Apple notifies delivers once when Apple tries again`() async throws {
        let first = try await server()
        try await notify(first.url)
        let order = try await order(first.url, first.key)
        async let paid = pay(order.token)
        first.process.kill()
        _ = try await paid
        let port = try #require(URL(string: first.url)?.port)
        let second = try await server(listen: "127.0.0.1:\(port)")
        _ = try await ask("POST", store + "/simulator/v1/clock/advance", .object(["by": .string("P1D")]))
        _ = try await ask("POST", store + "/simulator/v1/clock/run-due", .object([:]))
        #expect(try await deliveries(order.id, second.url, second.secret) == 1)
    }
}
