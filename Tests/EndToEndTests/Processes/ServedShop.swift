// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import HTTPClient
import Synchronization

/// `purser simulator` and `purser serve` as processes; the server can be killed and comes back at the same address.
final class ServedShop: Sendable {
    let folder: TemporaryFolder
    let transport: CurlTransport
    let store: String
    let server: String
    let publicKey: String
    let secretKey: String

    private let simulator: Program
    private let running: Mutex<Program>
    private let port: Int

    static let catalog = Package.root.appending(path: "Examples/Catalog.storekit").path

    init() async throws {
        folder = try TemporaryFolder()
        transport = try CurlTransport()
        simulator = try await Program(
            ["simulator", "--listen", "127.0.0.1:0", "--data", folder.path + "/sim", "--catalog", Self.catalog],
            in: folder.path,
            until: "root certificate"
        )
        store = try simulator.word(after: "production")
        let first = try await Self.serve(folder.path, port: 0)
        server = try first.word(after: "API").replacing("/v1", with: "")
        publicKey = try first.word(after: "public key")
        secretKey = try first.word(after: "secret key")
        guard let port = URL(string: server)?.port else { throw Program.Failure(description: "no port in \(server)") }
        self.port = port
        running = Mutex(first)
        let url = JSONValue.object(["url": .string(server + "/apple/notifications/production")])
        _ = try await ask("PUT", store + "/simulator/v1/notifications/url", url)
    }

    private static func serve(_ folder: String, port: Int) async throws -> Program {
        try await Program(
            [
                "serve", "--listen", "127.0.0.1:\(port)", "--database", "sqlite:\(folder)/purser.sqlite", "--root",
                folder + "/sim/root.pem", "--catalog", catalog,
            ],
            in: folder,
            until: "secret key"
        )
    }

    /// Kills the server at once and starts it again over the same database.
    func killServer() async throws {
        running.withLock { $0 }.kill()
        let next = try await Self.serve(folder.path, port: port)
        running.withLock { $0 = next }
    }

    /// Asks once; nobody may listen.
    func ask(_ method: String, _ url: String, _ body: JSONValue? = nil, key: String? = nil) async throws -> JSONValue {
        var headers: [HTTPClientRequest.Header] = [(name: "Content-Type", value: "application/json")]
        if let key { headers.append((name: "Authorization", value: "Bearer " + key)) }
        let bytes = try body.map { try AppStoreJSON.encode($0) }
        let answer = try await transport.send(HTTPClientRequest(method, url, headers: headers, body: bytes))
        guard answer.status < 300 else {
            throw Program.Failure(description: "\(method) \(url): \(answer.status) \(answer.text)")
        }
        return answer.body.isEmpty ? .null : try AppStoreJSON.decode(JSONValue.self, from: answer.body)
    }

    /// Asks the server until it answers, as an app does that has patience.
    func insist(
        _ method: String,
        _ path: String,
        _ body: JSONValue? = nil,
        key: String? = nil
    ) async throws -> JSONValue {
        let deadline = ContinuousClock.now + .seconds(60)
        while true {
            do {
                return try await ask(method, server + path, body, key: key ?? publicKey)
            } catch let error as HTTPClientError {
                guard ContinuousClock.now < deadline else { throw error }
                try await Task.sleep(for: .milliseconds(10))
            }
        }
    }
}
