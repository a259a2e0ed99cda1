// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Console
import Foundation
import HTTPService
import Testing

@testable import PurserServer

/// How many pages listen for news.
@Suite struct ConsoleLiveTests {
    @Test func `a page that never reads its news frees its place, and as many as there are places listen`()
        async throws
    {
        let visit = try await ConsoleVisit.signedIn(.viewer, at: try await TestShop())
        for _ in 0..<250 { #expect(await visit.open("/console/live").status == .ok) }
        var open: [HTTPResponse] = []
        for _ in 0..<200 { open.append(await visit.open("/console/live")) }
        #expect(open.allSatisfy { $0.status == .ok })
        #expect(await visit.open("/console/live").status == .serviceUnavailable)
        open.removeLast()
        #expect(await visit.open("/console/live").status == .ok)
    }
}
