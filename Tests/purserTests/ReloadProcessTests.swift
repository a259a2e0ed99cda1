// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Foundation
import HTTPClient
import HTTPService
import Synchronization
import Testing

@testable import purser

/// `purser serve` as a process of its own, whose files are replaced while it runs.
@Suite(.serialized) struct ReloadProcessTests {
    /// Stands for Apple's server and notes which key each request was signed with.
    private final class AppleSide: Sendable {
        private let received = Mutex<[String]>([])
        private let server: Mutex<HTTPServer?> = Mutex(nil)

        /// The keys, in the order of the requests.
        var keys: [String] { received.withLock(\.self) }

        /// Begins to listen and answers where.
        func start() throws -> String {
            var router = Router()
            router.on(.post, "/inApps/v1/notifications/history") { [self] request in
                received.withLock { $0.append(Self.keyID(of: request) ?? "none") }
                return HTTPResponse(
                    headers: ["Content-Type": "application/json"],
                    body: .bytes(Data(#"{"notificationHistory":[],"hasMore":false}"#.utf8))
                )
            }
            let server = HTTPServer(configuration: HTTPServerConfiguration(), router: router)
            try server.start()
            self.server.withLock { $0 = server }
            return "http://127.0.0.1:\(server.port ?? 0)"
        }

        func stop() async {
            await server.withLock(\.self)?.shutdown(within: .zero)
        }

        private static func keyID(of request: HTTPRequest) -> String? {
            let header = request.bearerToken?.split(separator: ".").first.flatMap { Base64URL.decode(String($0)) }
            return header.flatMap { try? AppStoreJSON.decode(JSONValue.self, from: Data($0))["kid"]?.string }
        }
    }

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private static func fixture(_ name: String) throws -> Data {
        try Data(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .appending(path: "HTTPServiceTests/Fixtures/\(name)")
        )
    }

    /// Puts a certificate and its key where the server reads them.
    private func install(_ name: String) throws -> [String] {
        let chain = try folder.write("server.pem", try Self.fixture("\(name)-server.pem"))
        let key = try folder.write("server.key", try Self.fixture("\(name)-server.key"))
        return ["--tls-certificate", chain, "--tls-key", key]
    }

    /// Writes the configuration with a key for Apple's interface in a file of its own.
    private func configure(_ keyID: String, pem: String, apple: String) throws -> String {
        let key = try folder.write("\(keyID).p8", Data(pem.utf8))
        let text = """
            { apps: [{ bundleID: "com.example.coffee", appAppleID: 1, appStoreServerAPI: {
                issuerID: "issuer", keyID: "\(keyID)", privateKeyPEM: "file:\(key)",
                productionURL: "\(apple)", sandboxURL: "\(apple)" } }] }
            """
        return try folder.write("purser.json5", Data(text.utf8))
    }

    private func ask(_ method: String, _ url: String, trusting name: String, key: String = "") async throws -> Int {
        let authorities = String(decoding: try Self.fixture("\(name)-authority.pem"), as: UTF8.self)
        let transport = try CurlTransport(configuration: CurlConfiguration(authorities: authorities))
        let headers = key.isEmpty ? [] : [(name: "Authorization", value: "Bearer " + key)]
        return try await transport.send(HTTPClientRequest(method, url, headers: headers)).status
    }

    @Test func `after SIGHUP a new key signs and a new certificate is shown, and a wrong key changes nothing`()
        async throws
    {
        let apple = AppleSide()
        let url = try apple.start()
        let configuration = try configure("FIRSTKEY00", pem: try PrivateKey.generate(.p256).pem, apple: url)
        let files = try install("first")
        let server = try await PurserProcess(
            [
                "serve", "--config", configuration, "--listen", "127.0.0.1:0", "--database",
                "sqlite:\(folder.url.path)/purser.sqlite",
            ] + files,
            until: "secret key"
        )
        let base = try server.line("API").replacing("/v1", with: "")
        #expect(base.hasPrefix("https://"))
        let secret = try server.secretKey()
        let recovery = base + "/v1/recovery/notifications"
        #expect(try await ask("POST", recovery, trusting: "first", key: secret) == 200)
        #expect(Set(apple.keys) == ["FIRSTKEY00"])

        _ = try configure("SECONDKEY0", pem: try PrivateKey.generate(.p256).pem, apple: url)
        _ = try install("second")
        server.send(SIGHUP)
        try await server.wait(for: "the certificate was read again")
        #expect(try await ask("POST", recovery, trusting: "second", key: secret) == 200)
        #expect(apple.keys.last == "SECONDKEY0")
        let error = await #expect(throws: HTTPClientError.self) {
            try await ask("GET", base + "/healthz", trusting: "first")
        }
        #expect(error?.code == .tls)

        _ = try configure("THIRDKEY00", pem: "no key", apple: url)
        server.send(SIGHUP)
        try await server.wait(for: "nothing was reloaded")
        #expect(try await ask("POST", recovery, trusting: "second", key: secret) == 200)
        #expect(apple.keys.last == "SECONDKEY0")
        #expect(try await server.stop() == 0)
        await apple.stop()
    }
}
