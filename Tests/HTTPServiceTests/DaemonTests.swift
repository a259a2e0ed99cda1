// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Testing

@testable import HTTPService

@Suite struct DaemonTests {
    /// Starts a daemon and lets go of it, as whoever forgets to stop a server does.
    private func startedAndLetGo() throws -> WeakDaemon {
        let daemon = Daemon(configuration: HTTPServerConfiguration()) { _ in HTTPResponse() }
        try daemon.start(certificate: nil, key: nil)
        return WeakDaemon(value: daemon)
    }

    @Test func `a daemon lives as long as its threads, which call it back, and no longer`() throws {
        let reference = try startedAndLetGo()
        try #require(reference.value).stop()
        #expect(reference.value == nil)
    }
}

private struct WeakDaemon {
    weak var value: Daemon?
}
