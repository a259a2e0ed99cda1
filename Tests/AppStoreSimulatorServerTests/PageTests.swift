// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import Foundation
import HTTPService
import Testing

@Suite struct PageTests {
    private func text(_ path: String) async throws -> String {
        try await SimulatedService().production.send(.get, path).text
    }

    @Test func `the page comes with a policy that lets no script in but its own`() async throws {
        let page = try await SimulatedService().production.send(.get, "/")
        #expect(page.status == .ok)
        #expect(page.headers["content-type"] == "text/html; charset=utf-8")
        let policy = try #require(page.headers["content-security-policy"])
        #expect(policy.contains("script-src 'self';"))
        #expect(!policy.contains("unsafe"))
        #expect(page.text.ranges(of: /<script(?![^>]*src=)/).isEmpty)
        #expect(page.text.ranges(of: /\s(on[a-z]+|style)=/).isEmpty)
    }

    @Test func `everything the page loads is served`() async throws {
        let simulated = try SimulatedService()
        let page = try await simulated.production.send(.get, "/").text
        let links = page.matches(of: /(?:href|src)="([^"]+)"/).map { String($0.output.1) }
        #expect(links.count == 7)
        for link in links {
            let answer = try await simulated.production.send(.get, link)
            #expect(answer.status == .ok, "\(link)")
            #expect(!answer.body.isEmpty, "\(link)")
        }
    }

    @Test func `every text of the page is in both languages`() async throws {
        let parts = try await text("/simulator/page/words.js")
        let known = Set(parts.matches(of: /(?m)^  (\w+): \["[^"]+", "[^"]+"\],$/).map { String($0.output.1) })
        #expect(known.count > 50)
        let page = try await text("/")
        let script =
            try await text("/simulator/page/page.js") + text("/simulator/page/operator.js")
            + text("/simulator/page/groups.js") + text("/simulator/page/scenarios.js")
        let inPage = page.matches(of: /data-(?:word|hint)="(\w+)"/).map { String($0.output.1) }
        let inScript = script.matches(of: /(?:word|button|line|field|choice|send)\("(\w+)"/)
            .map { String($0.output.1) }
        #expect(Set(inPage + inScript).subtracting(known) == [])
    }

    @Test func `every control that the page uses is there`() async throws {
        let simulated = try SimulatedService()
        let router = simulated.service.router(for: .production)
        let script =
            try await text("/simulator/page/page.js") + text("/simulator/page/operator.js")
            + text("/simulator/page/groups.js")
        let calls = script.matches(of: /call\("([A-Z]+)", [`"]([^`"]+)[`"]/)
            .map { (String($0.output.1), String($0.output.2)) }
        #expect(calls.count > 45)
        for (method, written) in calls {
            let path = written.replacing("${path}", with: "/x/y/z").replacing("${own}", with: "/x/y/z")
                .replacing(/\$\{[^}]+\}/, with: "x").prefix { $0 != "?" }
            // A path that begins with a variable is one of a customer's, a transaction's or a subscription's.
            let candidates =
                written.hasPrefix("${path}") || written.hasPrefix("${own}")
                ? ["/customers/x", "/transactions/x", "/customers/x/subscriptions/x", "/customers/x/bundles/x"]
                    .map { $0 + path.dropFirst("/x/y/z".count) }
                : [String(path)]
            let isServed = candidates.contains { candidate in
                let request = HTTPRequest(method: HTTPMethod(rawValue: method), target: "/simulator/v1" + candidate)
                return router.pattern(of: request) != nil
            }
            #expect(isServed, "\(method) \(written)")
        }
    }
}
