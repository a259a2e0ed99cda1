// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import HTTPClient
import Testing

/// The receiver in `Examples`, which knows nothing of ours but the page about signatures, takes a server's webhooks.
@Suite(.serialized) struct WebhookReceiverTests {
    @Test func `a receiver in Python that is down for a day gets everything afterward, genuine and in order`()
        async throws
    {
        let folder = try TemporaryFolder()
        let server = try await Program(
            [
                "serve", "--simulator", "--listen", "127.0.0.1:0", "--simulator-listen", "127.0.0.1:0", "--database",
                "sqlite:\(folder.path)/purser.sqlite", "--catalog", ServedShop.catalog,
            ],
            in: folder.path,
            until: "Ctrl-C stops"
        )
        let url = try server.value(after: "API").replacing("/v1", with: "")
        let store = try server.value(after: "production") + "/simulator/v1"
        let key = try server.secretKey()
        let transport = try CurlTransport()
        func ask(_ method: String, _ url: String, _ body: JSONValue? = nil) async throws -> JSONValue {
            let headers = [
                (name: "Content-Type", value: "application/json"), (name: "Authorization", value: "Bearer " + key),
            ]
            let bytes = try body.map { try AppStoreJSON.encode($0) }
            let answer = try await transport.send(HTTPClientRequest(method, url, headers: headers, body: bytes))
            guard answer.status < 300 else {
                throw Program.Failure(description: "\(url): \(answer.status) \(answer.text)")
            }
            return answer.body.isEmpty ? .null : try AppStoreJSON.decode(JSONValue.self, from: answer.body)
        }
        let port = try FreePort.find()
        let hook: JSONValue = ["url": .string("http://127.0.0.1:\(port)/hook")]
        let secret = try #require(try await ask("POST", url + "/v1/webhook-endpoints", hook)["secret"]?.string)
        // A day on which no one listens.
        for _ in 0..<6 {
            for customer in ["alice", "bob"] {
                let paid = try await ask(
                    "POST",
                    store + "/purchases",
                    ["customer": .string(customer), "product": "coffee.beans.100"]
                )
                let proof: JSONValue = [
                    "customer": .string(customer), "signedTransaction": paid["signedTransactionInfo"] ?? .null,
                ]
                _ = try await ask("POST", url + "/v1/transactions", proof)
            }
            _ = try await ask("POST", store + "/clock/advance", ["by": "PT4H"])
        }
        let receiver = try await Receiver(port: port, secret: secret, in: folder.path)
        let received = try await ask("GET", url + "/v1/events?limit=500")["events"]?.array ?? []
        let deadline = ContinuousClock.now + .seconds(60)
        while receiver.events.count < received.count, ContinuousClock.now < deadline {
            _ = try await ask("POST", store + "/clock/advance", ["by": "PT6H"])
            try await Task.sleep(for: .milliseconds(300))
        }
        for customer in ["alice", "bob"] {
            let due = received.compactMap { $0["event"] }.filter { $0["customer"]?.string == customer }
                .compactMap { $0["id"]?.string }
            let got = receiver.events.filter { $0["customer"]?.string == customer }.compactMap { $0["id"]?.string }
            #expect(due.count >= 6)
            #expect(Array(got.prefix(due.count)) == due, "\(customer): \(receiver.text)")
        }
        // Whoever does not know the secret is turned away.
        let forged = HTTPClientRequest(
            "POST",
            "http://127.0.0.1:\(port)/hook",
            headers: [(name: "Purser-Signature", value: "t=1,v1=00")],
            body: Data("{}".utf8)
        )
        #expect(try await transport.send(forged).status == 400)
    }
}

/// The example as a process.
private final class Receiver: Sendable {
    private let program: Program

    init(port: Int, secret: String, in folder: String) async throws {
        let python = ProcessInfo.processInfo.environment["PURSER_PYTHON"] ?? "/usr/bin/python3"
        let script = Package.root.appending(path: "Examples/webhook_receiver.py").path
        let arguments = [script, "--port", "\(port)", "--secret", secret, "--tolerance", "0"]
        program = try await Program(arguments, in: folder, until: "listening", executable: URL(filePath: python))
    }

    var text: String { program.text }

    /// What it has taken, in order.
    var events: [JSONValue] {
        program.text.split(separator: "\n").compactMap { line in
            line.hasPrefix("{") ? try? AppStoreJSON.decode(JSONValue.self, from: Data(line.utf8)) : nil
        }
    }
}
