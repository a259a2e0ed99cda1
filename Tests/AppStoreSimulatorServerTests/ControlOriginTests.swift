// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import Foundation
import HTTPService
import Testing

@testable import AppStoreSimulatorServer

/// No page of another site drives a developer's simulator, and none reads its keys.
@Suite struct ControlOriginTests {
    private func router(_ allowed: [String] = []) throws -> Router {
        let app = CatalogApp(bundleID: "com.example.coffee", appAppleID: AppAppleID(rawValue: 1), name: "Coffee")
        var configuration = SimulatorConfiguration(
            catalog: Catalog(apps: [app], products: [], groups: []),
            seed: 1,
            start: Date(timeIntervalSince1970: 1_772_366_400)
        )
        (configuration.production, configuration.sandbox) = (nil, nil)
        configuration.allowedHosts = allowed
        return try SimulatorService(configuration: configuration).router(for: .production)
    }

    private func ask(
        _ router: Router,
        _ method: HTTPMethod = .get,
        _ path: String = "/keys",
        headers: HTTPHeaders,
        body: String = ""
    ) async -> HTTPStatus {
        await router.respond(
            to: HTTPRequest(method: method, target: "/simulator/v1" + path, headers: headers, body: Data(body.utf8))
        ).status
    }

    @Test(arguments: ["evil.example", "evil.example:8081", "127.0.0.1.evil.example", "1.2.3.4.nip.io"])
    func `a name that was pointed at this machine reads no key`(host: String) async throws {
        #expect(await ask(try router(), headers: ["Host": host]) == .forbidden)
    }

    @Test(arguments: [
        "127.0.0.1:8081", "localhost:8081", "[::1]:8081", "192.168.1.5", "simulator:8081", "mac.local",
        "api.storekit.apple.com",
    ])
    func `the simulator's own names read them`(host: String) async throws {
        #expect(await ask(try router(), headers: ["Host": host]) == .ok)
    }

    @Test func `a configured name reads them`() async throws {
        #expect(await ask(try router(["Sim.Example.com"]), headers: ["Host": "sim.example.com:8081"]) == .ok)
    }

    @Test func `a form or script of another site changes nothing`() async throws {
        let router = try router()
        let json: HTTPHeaders = ["Host": "127.0.0.1:8081", "Content-Type": "application/json"]
        let request = #"{"id":"alice"}"#
        for (name, value) in [
            ("Origin", "https://evil.example"), ("Origin", "null"), ("Origin", "http://127.0.0.1:9999"),
            ("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Site", "same-site"),
        ] {
            var headers = json
            headers[name] = value
            #expect(
                await ask(router, .post, "/customers", headers: headers, body: request) == .forbidden,
                "\(name) \(value)"
            )
            #expect(await ask(router, .post, "/clock/run-due", headers: headers) == .forbidden, "\(name) \(value)")
        }
        var own = json
        own["Origin"] = "http://127.0.0.1:8081"
        own["Sec-Fetch-Site"] = "same-origin"
        #expect(await ask(router, .post, "/customers", headers: own, body: request) == .created)
    }

    @Test(arguments: [nil, "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"] as [String?])
    func `a body is JSON by its type`(type: String?) async throws {
        var headers: HTTPHeaders = ["Host": "127.0.0.1:8081"]
        headers["Content-Type"] = type
        let status = await ask(try router(), .post, "/customers", headers: headers, body: #"{"id":"alice"}"#)
        #expect(status == .unsupportedMediaType)
    }
}
