// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import HTTPClient
import HTTPService
import Synchronization
import TestSupport
import Testing

@testable import purser

/// `purser serve` as a process of its own: everything that it does automatically continues, and it stops when it is
/// asked to.
@Suite(.serialized) struct ServeTests {
    private let folder: TemporaryFolder
    private let transport: CurlTransport

    private static let catalog = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Examples/Catalog.storekit").path

    init() throws {
        folder = try TemporaryFolder()
        transport = try CurlTransport()
    }

    private func serve() async throws -> PurserProcess {
        try await PurserProcess(
            [
                "serve", "--simulator", "--listen", "127.0.0.1:0", "--simulator-listen", "127.0.0.1:0", "--database",
                "sqlite:\(folder.url.path)/purser.sqlite", "--catalog", Self.catalog,
            ],
            until: "Ctrl-C stops"
        )
    }

    private func ask(_ method: String, _ url: String, key: String, _ body: JSONValue? = nil) async throws -> JSONValue {
        let headers = [(name: "Content-Type", value: "application/json"), ("Authorization", "Bearer " + key)]
        let bytes = try body.map { try AppStoreJSON.encode($0) }
        let answer = try await transport.send(HTTPClientRequest(method, url, headers: headers, body: bytes))
        #expect(answer.status < 300, "\(method) \(url): \(answer.text)")
        return answer.body.isEmpty ? .null : try AppStoreJSON.decode(JSONValue.self, from: answer.body)
    }

    @Test(arguments: ["--tls-certificate", "--tls-key"])
    func `half of what HTTPS needs is refused, not served in clear`(option: String) async {
        let terminal = TestTerminal()
        let parts = ["serve", "--simulator", "--catalog", Self.catalog, option, "file.pem"]
        #expect(await terminal.run(parts) == 2)
        #expect(terminal.errors.last?.contains("go together") == true, "\(terminal.errors)")
    }

    @Test func `the printed command buys, and the background jobs notify the backend`() async throws {
        let (received, teller) = AsyncStream.makeStream(of: String.self)
        var router = Router()
        router.on(.post, "/hook") { request in
            teller.yield(request.headers["Purser-Event"] ?? "")
            return HTTPResponse(status: .ok)
        }
        let backend = HTTPServer(configuration: HTTPServerConfiguration(), router: router)
        try backend.start()
        let server = try await serve()
        let url = try server.line("API").replacing("/v1", with: "")
        let secret = try server.secretKey()
        _ = try await ask(
            "POST",
            url + "/v1/webhook-endpoints",
            key: secret,
            .object([
                "url": .string("http://127.0.0.1:\(backend.port ?? 0)/hook"),
                "types": .array([.string("order.delivered")]),
            ])
        )
        let printed = server.text.split(separator: "\n").first { $0.contains("order=$(curl") }
        let command = String(try #require(printed)).trimmingCharacters(in: .whitespaces)
        let bought = try await Shell.run(command)
        #expect(bought.contains(#""state":"delivered""#), "\(bought)")
        #expect(bought.contains(#""isActive":true"#), "\(bought)")
        var events = received.makeAsyncIterator()
        #expect(await events.next()?.isEmpty == false)
        await backend.shutdown(within: .zero)
    }

    @Test func `Ctrl-C stops a new server without a failure in its log`() async throws {
        let server = try await serve()
        #expect(try await server.stop(SIGINT) == 0)
        let said = server.text
        #expect(!said.contains("CancellationError") && !said.contains("failure:"), "\(said)")
        #expect(!said.contains("warning:"), "\(said)")
    }

    @Test func `a receipt is asked about at the simulator, and the server stops when it is asked to`() async throws {
        let server = try await serve()
        let url = try server.line("API").replacing("/v1", with: "")
        let store = try server.line("production")
        let (key, secret) = (try server.line("publishable key"), try server.secretKey())
        let input = JSONValue.object(["customer": .string("alice"), "product": .string("coffee.beans.100")])
        _ = try await ask("POST", store + "/simulator/v1/purchases", key: key, input)
        let receipt = try await ask("GET", store + "/simulator/v1/customers/alice/receipt", key: key)
        let shown = receipt["receipt"]?.string
        let answer = try await ask(
            "POST",
            url + "/v1/transactions",
            key: secret,
            .object(["customer": .string("alice"), "receipt": .string(try #require(shown, "\(receipt)"))])
        )
        #expect(answer["state"]?.string == "delivered")
        _ = try await ask("POST", url + "/v1/recovery/notifications", key: secret)
        let metrics = try await transport.send(HTTPClientRequest("GET", url + "/metrics")).text
        let skew = try #require(metrics.firstMatch(of: /purser_clock_skew_seconds{.*Production"} (.*)/))
        // The simulator's answers carry its own clock, by which the server beside it lives.
        #expect(abs(try #require(Double(skew.1))) < 5)
        for name in ["process_resident_memory_bytes", "process_open_fds", "purser_disk_free_bytes"] {
            #expect(metrics.contains("\n\(name) "), "\(name)")
        }
        #expect(try await server.stop() == 0)
    }
}

/// A shell that runs one command.
enum Shell {
    /// What a command writes on its standard output.
    static func run(_ command: String) async throws -> String {
        let process = ChildProcess()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", command]
        let pipe = Pipe()
        process.standardOutput = pipe
        let ended = AsyncStream.makeStream(of: Void.self)
        process.terminationHandler = { _ in ended.continuation.finish() }
        try process.run()
        async let text = Task.detached { pipe.fileHandleForReading.readDataToEndOfFile() }.value
        for await _ in ended.stream {}
        try process.checkLimit()
        return String(decoding: await text, as: UTF8.self)
    }
}
