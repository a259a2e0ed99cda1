// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import HTTPClient
import Synchronization

/// `purser simulator` and one or more `purser serve` as processes; each can be killed and comes back at the same
/// address.
final class ServedShop: Sendable {
    /// How an instance is run, where it is another way than the first one's.
    struct Instance: Sendable {
        /// What `--database` names; a file in the shop's folder when absent.
        var database: String?
        /// A command that makes a surrounding for it and then becomes it.
        var wrapper: [String] = []
        /// Variables of its own.
        var environment: [String: String] = [:]
        /// Where it listens.
        var host = "127.0.0.1"
        /// Whether it has a key of the App Store's API, and so asks for what it was not told.
        var asksAppStore = false
    }

    /// An answer that is not a success.
    struct Refusal: Error, CustomStringConvertible {
        let code: String?
        let description: String
    }

    private struct State: Sendable {
        var simulator: Program
        var instances: [Program]
        var turn = 0
        var refusals: [Int: Int] = [:]
    }

    let folder: TemporaryFolder
    let transport: CurlTransport
    let store: String
    /// Where each instance answers.
    let servers: [String]
    let publishableKey: String
    let secretKey: String

    private let instances: [Instance]
    private let state: Mutex<State>

    static let catalog = Package.root.appending(path: "Examples/Catalog.storekit").path

    init(_ instances: [Instance] = [Instance()], folder: TemporaryFolder? = nil) async throws {
        let folder = try folder ?? TemporaryFolder()
        self.folder = folder
        transport = try CurlTransport()
        let simulator = try await Self.simulate(folder.path, listen: "127.0.0.1:0")
        store = try simulator.value(after: "production")
        var instances = instances
        for number in instances.indices where instances[number].asksAppStore {
            instances[number].environment.merge(try await Self.configuration(store, transport)) { $1 }
        }
        self.instances = instances
        var running: [Program] = []
        for instance in instances { running.append(try await Self.serve(instance, folder.path, port: 0)) }
        servers = try running.map { try $0.value(after: "API").replacing("/v1", with: "") }
        publishableKey = try running[0].value(after: "publishable key")
        secretKey = try running[0].secretKey()
        state = Mutex(State(simulator: simulator, instances: running))
        try await connect()
    }

    /// The first instance's address.
    var server: String { servers[0] }

    /// How often each status was answered that asks for patience.
    var refusals: [Int: Int] { state.withLock(\.refusals) }

    private static func simulate(_ folder: String, listen: String) async throws -> Program {
        try await Program(
            ["simulator", "--listen", listen, "--data", folder + "/sim", "--catalog", catalog],
            in: folder,
            until: "root certificate"
        )
    }

    private static func serve(_ instance: Instance, _ folder: String, port: Int) async throws -> Program {
        try await Program(
            [
                "serve", "--listen", "\(instance.host):\(port)", "--database",
                instance.database ?? "sqlite:\(folder)/purser.sqlite", "--root", folder + "/sim/root.pem", "--catalog",
                catalog,
            ],
            in: folder,
            until: "secret key",
            wrapper: instance.wrapper,
            environment: instance.environment
        )
    }

    /// The variables that configure a server for the catalog's app, with the App Store's key.
    private static func configuration(_ store: String, _ transport: CurlTransport) async throws -> [String: String] {
        let answer = try await transport.send(HTTPClientRequest("GET", store + "/simulator/v1/keys"))
        let keys = try content(answer, "GET", store + "/simulator/v1/keys")["keys"]?.array
        guard let key = keys?.first, let issuer = key["issuerId"]?.string, let id = key["keyId"]?.string,
            let bundle = key["bundleId"]?.string, let pem = key["privateKey"]?.string
        else { throw Program.Failure(description: "the App Store has no key") }
        let app = "PURSER_APPS__0__"
        let api = app + "APP_STORE_SERVER_API__"
        return [
            app + "BUNDLE_ID": bundle, app + "APP_APPLE_ID": "1234567890", api + "ISSUER_ID": issuer,
            api + "KEY_ID": id, api + "PRIVATE_KEY_PEM": pem, api + "PRODUCTION_URL": store,
            "PURSER_REQUESTS_PER_SECOND": "5000", "PURSER_REQUEST_BURST": "5000",
        ]
    }

    /// Tells the App Store where its notifications go.
    private func connect() async throws {
        let url = JSONValue.object(["url": .string(server + "/apple/notifications/production")])
        _ = try await ask("PUT", store + "/simulator/v1/notifications/url", url)
    }

    /// The process of an instance.
    func process(_ number: Int = 0) -> Program { state.withLock { $0.instances[number] } }

    /// Kills an instance at once and starts it again over the same database.
    func killServer(_ number: Int = 0) async throws {
        process(number).kill()
        guard let port = URL(string: servers[number])?.port else { throw Program.Failure(description: "no port") }
        let next = try await Self.serve(instances[number], folder.path, port: port)
        state.withLock { $0.instances[number] = next }
    }

    /// Kills the App Store at once and starts it again over what it kept.
    func killSimulator() async throws {
        state.withLock { $0.simulator }.kill()
        guard let address = URL(string: store), let host = address.host(), let port = address.port else {
            throw Program.Failure(description: "no port in \(store)")
        }
        let next = try await Self.simulate(folder.path, listen: "\(host):\(port)")
        state.withLock { $0.simulator = next }
    }

    /// Asks once; no one may listen.
    func ask(
        _ method: String,
        _ url: String,
        _ body: JSONValue? = nil,
        key: String? = nil,
        timeout: Duration = .seconds(30)
    ) async throws -> JSONValue {
        let answer = try await send(method, url, body, key: key, timeout: timeout)
        return try Self.content(answer, method, url)
    }

    /// Waits until the servers have processed every notification that they acknowledged.
    func waitUntilNothingWaits() async throws {
        let deadline = ContinuousClock.now + .seconds(120)
        while ContinuousClock.now < deadline {
            for server in servers {
                let answer = try? await send("GET", server + "/metrics", nil, key: secretKey, timeout: .seconds(5))
                let text = String(decoding: answer?.body ?? Data(), as: UTF8.self)
                if text.contains("\npurser_notifications_queued 0\n") { return }
            }
            try await Task.sleep(for: .milliseconds(100))
        }
        throw Program.Failure(description: "notifications still wait to be processed after two minutes")
    }

    private func send(
        _ method: String,
        _ url: String,
        _ body: JSONValue?,
        key: String?,
        timeout: Duration
    ) async throws -> HTTPClientResponse {
        var headers: [HTTPClientRequest.Header] = [(name: "Content-Type", value: "application/json")]
        if let key { headers.append((name: "Authorization", value: "Bearer " + key)) }
        let bytes = try body.map { try AppStoreJSON.encode($0) }
        return try await transport.send(
            HTTPClientRequest(method, url, headers: headers, body: bytes, timeout: timeout)
        )
    }

    private static func content(_ answer: HTTPClientResponse, _ method: String, _ url: String) throws -> JSONValue {
        guard answer.status < 300 else {
            let problem = try? AppStoreJSON.decode(JSONValue.self, from: answer.body)
            throw Refusal(
                code: problem?["code"]?.string,
                description: "\(method) \(url): \(answer.status) \(answer.text)"
            )
        }
        return answer.body.isEmpty ? .null : try AppStoreJSON.decode(JSONValue.self, from: answer.body)
    }

    /// Asks one instance after the other until one answers for good, as an app does that has patience.
    ///
    /// Whoever does not answer, or answers 429, 503 or 507, is asked again; every other refusal is a failure.
    func insist(
        _ method: String,
        _ path: String,
        _ body: JSONValue? = nil,
        key: String? = nil
    ) async throws -> JSONValue {
        let deadline = ContinuousClock.now + .seconds(120)
        while true {
            let server = state.withLock { state in
                state.turn += 1
                return servers[state.turn % servers.count]
            }
            do {
                // Who can ask another instance does not wait long for one.
                let patience = Duration.seconds(servers.count > 1 ? 3 : 60)
                let answer = try await send(method, server + path, body, key: key ?? publishableKey, timeout: patience)
                guard [429, 503, 507].contains(answer.status), ContinuousClock.now < deadline else {
                    return try Self.content(answer, method, server + path)
                }
                // Whoever asks too often is only to be slower; nothing is broken.
                if answer.status != 429 { state.withLock { $0.refusals[answer.status, default: 0] += 1 } }
            } catch let error as HTTPClientError {
                guard ContinuousClock.now < deadline else { throw error }
            }
            try await Task.sleep(for: .milliseconds(10))
        }
    }
}
