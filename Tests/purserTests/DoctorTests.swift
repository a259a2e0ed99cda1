// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulatorServer
import AppStoreTypes
import Foundation
import HTTPService
import Testing

@testable import purser

@Suite(.serialized) struct DoctorTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "HTTPServiceTests/Fixtures").path

    /// Writes a configuration whose App Store is a simulator, or no one.
    private func configuration(_ world: APIWorld? = nil, _ more: String = "") throws -> String {
        var app = "bundleID: 'com.example.coffee', appAppleID: 1234567890"
        if let world, let key = world.service.apiKeys.first {
            let file = folder.url.appending(path: "key.p8")
            try Data(key.privateKeyPEM.utf8).write(to: file)
            app = "bundleID: '\(key.bundleID)', appAppleID: 1234567890"
            app += ", appStoreServerAPI: { issuerID: '\(key.issuerID)', keyID: '\(key.keyID)', "
            app +=
                "privateKeyPEM: 'file:\(file.path)', productionURL: 'http://127.0.0.1:\(world.service.productionPort ?? 0)', "
            app += "sandboxURL: 'http://127.0.0.1:\(world.service.sandboxPort ?? 0)' }"
        }
        let file = folder.url.appending(path: "purser.json5")
        try Data("{ apps: [{ \(app) }] \(more) }".utf8).write(to: file)
        return file.path
    }

    private func examine(_ arguments: [String]) async throws -> (levels: [String: String], text: String, code: Int32) {
        let terminal = TestTerminal()
        let database = "sqlite:\(folder.url.path)/purser.sqlite"
        let code = await terminal.run(["doctor", "--json", "--language", "en", "--database", database] + arguments)
        let text = terminal.output.joined()
        let list = try AppStoreJSON.decode(JSONValue.self, from: Data(text.utf8))["findings"]?.array ?? []
        var levels: [String: String] = [:]
        for finding in list { levels[finding["topic"]?.string ?? ""] = finding["level"]?.string }
        return (levels, text, code)
    }

    @Test func `what is missing is a warning with the page where it is fixed`() async throws {
        let found = try await examine(["--config", try configuration(), "--offline"])
        #expect(found.code == 0)
        #expect(found.levels["configuration"] == "ok" && found.levels["database"] == "ok")
        #expect(found.levels["app-store-key com.example.coffee"] == "warning" && found.levels["alerts"] == "warning")
        #expect(found.text.contains("App Store Connect: Business, Agreements"))
    }

    @Test func `a collector that accepts traces is well, and one that rejects them or is absent is a warning`()
        async throws
    {
        var router = Router()
        router.on(.post, "/v1/traces") { request in
            HTTPResponse(status: request.headers["api-key"] == "right" ? .ok : .unauthorized)
        }
        let collector = HTTPServer(configuration: HTTPServerConfiguration(), router: router)
        try collector.start()
        let port = collector.port ?? 0
        for (port, key, level) in [(port, "right", "ok"), (port, "wrong", "warning"), (9, "right", "warning")] {
            let more = ", telemetry: { endpoint: 'http://127.0.0.1:\(port)', headers: 'api-key=\(key)' }"
            let found = try await examine(["--config", try configuration(nil, more)])
            #expect(found.levels["telemetry"] == level, "\(found.text)")
        }
        await collector.shutdown(within: .zero)
    }

    @Test func `a point of the checklist is settled by who saw to it`() async throws {
        let path = try configuration(
            nil,
            ", launchChecklist: { 'paid-apps-agreement': '2026-11-20 Li Wei', 'no-point': 'x' }"
        )
        let found = try await examine(["--config", path, "--offline"])
        #expect(found.text.contains("the Paid Apps Agreement is in force (2026-11-20 Li Wei)"))
        #expect(found.text.contains("'no-point' is not a point of the checklist"))
    }

    @Test func `the doctor speaks Chinese, and fails when the configuration does`() async throws {
        let terminal = TestTerminal()
        let path = try configuration()
        #expect(
            await terminal.run(["doctor", "--offline", "--config", path], environment: ["LANG": "zh_CN.UTF-8"]) == 0
        )
        #expect(terminal.output.contains { $0.contains("付费 App 协议") })
        try Data("{ apps: [{ bundleID: 'a', sandboxPurchases: 'maybe' }] }".utf8).write(to: URL(filePath: path))
        #expect(try await examine(["--config", path, "--offline"]).code == 1)
        #expect(await terminal.run(["doctor", "--offline", "--language", "fr", "--config", path]) == 2)
    }

    @Test func `Apple is reached, its clock agrees, and its answer shows whether the key is good`() async throws {
        try await APIWorld.with { world in
            let good = try await examine(["--config", try configuration(world)])
            #expect(good.levels["reach production"] == "ok" && good.levels["clock"] == "ok", "\(good.text)")
            #expect(good.levels.first { $0.key.hasPrefix("app-store-key") }?.value == "ok", "\(good.text)")
            var text = try String(contentsOfFile: folder.url.path + "/purser.json5", encoding: .utf8)
            text = text.replacing(/keyID: '[^']*'/, with: "keyID: 'WRONGKEY00'")
            try Data(text.utf8).write(to: folder.url.appending(path: "purser.json5"))
            let wrong = try await examine(["--config", folder.url.path + "/purser.json5"])
            #expect(wrong.code == 1)
            #expect(wrong.levels.first { $0.key.hasPrefix("app-store-key") }?.value == "fault", "\(wrong.text)")
        }
    }

    @Test func `an address is held against Apple's rules: scheme, port, chain, and who answers`() async throws {
        let path = try configuration()
        let authority = Self.fixtures + "/first-authority.pem"
        func address(_ url: String, _ authority: String) async throws -> String? {
            let arguments = ["--config", path, "--url", url, "--ca-certificate", authority]
            let found = try await examine(arguments)
            return found.levels["address"] ?? found.levels["address production"]
        }
        #expect(try await address("http://127.0.0.1:9", authority) == "fault")
        #expect(try await address("https://localhost:444", authority) == "fault")
        var router = Router()
        router.on(.post, "/apple/notifications/{environment}") { _ in .problem(Problem(.badRequest)) }
        let server = HTTPServer(
            configuration: HTTPServerConfiguration(
                tls: .init(
                    certificateChain: Self.fixtures + "/first-server.pem",
                    privateKey: Self.fixtures + "/first-server.key"
                )
            ),
            router: router
        )
        try server.start()
        let url = "https://localhost:\(server.port ?? 0)"
        #expect(try await address(url, authority) == "ok")
        #expect(try await address(url, Self.fixtures + "/second-authority.pem") == "fault")
        #expect(try await address(url + "/elsewhere", authority) == "fault")
        await server.shutdown(within: .zero)
    }

    @Test func `a test notification is asked for and seen to arrive, or not to`() async throws {
        try await APIWorld.with { world in
            let path = try configuration(world)
            var router = Router()
            router.on(.post, "/taken") { _ in HTTPResponse(status: .ok) }
            router.on(.post, "/refused") { _ in HTTPResponse(status: .badRequest) }
            let server = HTTPServer(configuration: HTTPServerConfiguration(), router: router)
            try server.start()
            let client = InProcessClient(world.service.router(for: .production))
            for (environment, place) in [("Production", "taken"), ("Sandbox", "refused")] {
                let url = "http://127.0.0.1:\(server.port ?? 0)/\(place)"
                let request = JSONValue.object(["environment": .string(environment), "url": .string(url)])
                _ = try await client.send(.put, "/simulator/v1/notifications/url", json: request)
            }
            let found = try await examine(["--config", path, "--test-notification"])
            #expect(found.levels["test-notification Production"] == "ok", "\(found.text)")
            #expect(found.levels["test-notification Sandbox"] == "fault", "\(found.text)")
            await server.shutdown(within: .zero)
        }
    }
}
