// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulator
import AppStoreTypes
import Conformance
import Foundation
import HTTPClient
import Synchronization

/// A Purser server in a process of its own, with a database that does not outlive the run.
final class PurserUnderTest: Sendable {
    let url: String
    let secretKey: String
    private let folder: URL
    private let port: UInt16
    private let program: URL
    private let transport: any HTTPTransport
    private let process: Mutex<Process?>

    /// The adapter that is part of the program, as the example of one.
    static let adapterText = """
        // How the kit speaks to Purser: purser conform --adapter purser --set url=http://127.0.0.1:8080 --set key=sk_…
        {
          name: "Purser",
          bundleId: "com.example.conformance",
          appAppleId: 1234567890,
          headers: { Authorization: "Bearer {key}" },
          // The app, or the backend for it, submits a transaction.
          transaction: {
            method: "POST", url: "{url}/v1/transactions",
            body: { customer: "{customer}", signedTransaction: "{signedTransaction}" },
          },
          // Apple sends a notification.
          notification: { url: "{url}/apple/notifications/production", body: { signedPayload: "{signedPayload}" } },
          // What a customer may use at an instant.
          entitlements: {
            url: "{url}/v1/customers/{customer}/entitlements?at={atMilliseconds}",
            list: "entitlements", where: { isActive: true }, product: "id", expires: "expiresDate",
          },
          // One list of all events, page by page.
          events: {
            url: "{url}/v1/events?after={cursor}", list: "events.*.event", next: "nextCursor",
            id: "id", type: "type", transaction: "transactionId", quantity: "quantity",
            types: {
              "subscription.started": "started", "subscription.resubscribed": "resubscribed",
              "subscription.renewed": "renewed", "subscription.billing_recovered": "recovered",
              "subscription.upgraded": "upgraded", "subscription.expired": "expired",
              "purchase.completed": "purchased", "purchase.refunded": "refunded",
              "refund.reversed": "refundReversed", "purchase.revoked": "revoked",
            },
          },
          checksRevocation: true,
        }
        """

    /// Reads adapterText.
    static func adapter() throws(Failure) -> ConformanceAdapter {
        try ConformanceAdapter.read(Data(adapterText.utf8), path: "the built-in adapter")
    }

    /// Starts a server that trusts a root, and gives it the kit's catalog.
    ///
    /// - Parameters:
    ///   - root: The root certificate.
    ///   - catalog: The products.
    /// - Throws: ``Failure`` when the server does not start.
    init(root: Certificate, catalog: ConformanceCatalog) async throws {
        self.program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        folder = FileManager.default.temporaryDirectory.appending(path: "purser-conform-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(root.pem.utf8).write(to: folder.appending(path: "root.pem"))
        try Data(Self.configuration(catalog).utf8).write(to: folder.appending(path: "purser.json5"))
        port = try BenchServers.freePort()
        url = "http://127.0.0.1:\(port)"
        transport = try CurlTransport()
        let (folder, port, transport) = (folder, port, transport)
        let first = try Self.launch(self.program, folder, port)
        process = Mutex(first)
        do {
            try await Self.waitUntilReady(port, first, folder, transport)
            let keys = try await Self.keys(in: folder)
            secretKey = keys.secretKey
            try await Self.fill(catalog, url: url, key: keys.secretKey, transport)
        } catch {
            first.terminate()
            try? FileManager.default.removeItem(at: folder)
            throw error
        }
    }

    /// Kills the server, without a chance to finish anything, and starts it again.
    func crash() async throws {
        process.withLock { process in
            guard let running = process else { return }
            kill(running.processIdentifier, SIGKILL)
            running.waitUntilExit()
            process = nil
        }
        let next = try Self.launch(program, folder, port)
        process.withLock { $0 = next }
        try await Self.waitUntilReady(port, next, folder, transport)
    }

    /// Stops the server and removes its data.
    func stop() {
        process.withLock { process in
            process?.terminate()
            process?.waitUntilExit()
            process = nil
        }
        try? FileManager.default.removeItem(at: folder)
    }

    private static func configuration(_ catalog: ConformanceCatalog) -> String {
        """
        { apps: [{ bundleID: "\(catalog.bundleID)", appAppleID: \(catalog.appAppleID), requiresCustomerTokens: "never" }],
          requestsPerSecond: 1000000, requestBurst: 1000000, connectionsPerAddress: 0, halfSentRequestsPerAddress: 0,
          certificateRevocation: "soft" }
        """
    }

    private static func launch(_ program: URL, _ folder: URL, _ port: UInt16) throws -> Process {
        let process = Process()
        process.executableURL = program
        process.currentDirectoryURL = folder
        process.arguments = [
            "serve", "--config", "purser.json5", "--root", "root.pem", "--listen", "127.0.0.1:\(port)", "--database",
            "sqlite:\(folder.path)/purser.sqlite",
        ]
        var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("PURSER_") }
        environment["TZ"] = "UTC"
        process.environment = environment
        process.standardOutput = FileHandle.nullDevice
        let log = folder.appending(path: "server.log")
        if !FileManager.default.fileExists(atPath: log.path) { try Data().write(to: log) }
        let handle = try FileHandle(forWritingTo: log)
        try handle.seekToEnd()
        process.standardError = handle
        try process.run()
        return process
    }

    private static func waitUntilReady(
        _ port: UInt16,
        _ process: Process,
        _ folder: URL,
        _ transport: any HTTPTransport
    ) async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < deadline {
            guard process.isRunning else {
                let text = (try? String(contentsOf: folder.appending(path: "server.log"), encoding: .utf8)) ?? ""
                throw Failure("the server under test ended at once: \(text.split(separator: "\n").last ?? "no log")")
            }
            let request = HTTPClientRequest("GET", "http://127.0.0.1:\(port)/readyz", timeout: .seconds(2))
            if let answer = try? await transport.send(request), answer.status == 200 { return }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw Failure("the server under test was not ready within 60 seconds")
    }

    /// The keys of the first start, which are written after the server is ready.
    private static func keys(in folder: URL) async throws -> KeyFile {
        let deadline = ContinuousClock.now + .seconds(30)
        while ContinuousClock.now < deadline {
            if let bytes = try? Data(contentsOf: folder.appending(path: "keys.json")),
                let keys = try? JSONDecoder().decode(KeyFile.self, from: bytes)
            {
                return keys
            }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw Failure("the server under test wrote no keys within 30 seconds")
    }

    private static func fill(
        _ catalog: ConformanceCatalog,
        url: String,
        key: String,
        _ transport: any HTTPTransport
    ) async throws {
        let sold = catalog.sold
        let products: [JSONValue] = sold.products.map { product in
            var members: [String: JSONValue] = [
                "id": .string(product.id.rawValue), "type": .string(product.type.rawValue),
                "isFamilyShareable": .bool(product.isFamilyShareable),
            ]
            if catalog.role(product.id)?.isEntitlement == true {
                members["entitlements"] = .array([.string(product.id.rawValue)])
            }
            if let terms = product.subscription {
                members["subscriptionGroupIdentifier"] = .string(terms.group.rawValue)
                members["level"] = .integer(Int64(terms.level))
                members["period"] = .string(terms.period.iso8601)
            }
            return .object(members)
        }
        let groups: [JSONValue] = sold.groups.map {
            ["id": .string($0.id.rawValue), "levelsImplyLower": .bool(false), "localizations": .array([])]
        }
        let body: JSONValue = ["products": .array(products), "groups": .array(groups)]
        let answer = try await transport.send(
            HTTPClientRequest(
                "PUT",
                url + "/v1/catalog",
                headers: [("Authorization", "Bearer " + key), ("Content-Type", "application/json")],
                body: try AppStoreJSON.encode(body)
            )
        )
        guard answer.status < 300 else { throw Failure("the server under test refused the catalog: \(answer.text)") }
    }
}
