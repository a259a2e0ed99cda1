// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import HTTPService
import Testing

@testable import purser

/// What the configuration says of one client address reaches the HTTP server.
@Suite struct ServeLimitTests {
    private func plan(_ text: String) throws -> ServerPlan {
        let folder = try TemporaryFolder()
        let file = try folder.write("purser.json5", Data(text.utf8))
        let arguments = ["--database", "sqlite:\(folder.url.path)/purser.sqlite", "--config", file]
        let terminal = Terminal(print: { _ in }, printError: { _ in }, input: { Data() }, environment: [:])
        return try ServerPlan(try Arguments(arguments, options: ServeCommand.options), terminal)
    }

    @Test func `an address has 256 connections and 128 half-sent requests, and no proxy is left out`() throws {
        let http = try plan("{ apps: [{ bundleID: 'com.example.coffee' }] }").http
        #expect(http.maximumConnectionsPerAddress == 256)
        #expect(http.maximumHalfSentRequestsPerAddress == 128)
        #expect(!http.isExemptFromAddressLimits("127.0.0.1"))
    }

    @Test func `the configuration changes both, and leaves trusted proxies out`() throws {
        let http = try plan(
            """
            { apps: [{ bundleID: 'com.example.coffee' }], trustedProxies: ['10.0.0.0/8', '::1'],
              connectionsPerAddress: 7, halfSentRequestsPerAddress: 0 }
            """
        ).http
        #expect(http.maximumConnectionsPerAddress == 7)
        #expect(http.maximumHalfSentRequestsPerAddress == 0)
        #expect(http.isExemptFromAddressLimits("10.1.2.3") && http.isExemptFromAddressLimits("::1"))
        #expect(!http.isExemptFromAddressLimits("11.1.2.3") && !http.isExemptFromAddressLimits("not an address"))
    }
}
