// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Dispatch
import Glibc
import Synchronization
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

    @Test func `a daemon stops while requests continue coming over its connections`() async {
        // The library ends the process when it is stopped with a request that waits for its answer.
        await #expect(processExitsWith: .success) {
            for _ in 0..<20 { try BusyDaemon().stopUnderLoad() }
        }
    }
}

/// A daemon whose clients ask again as soon as they have an answer.
private struct BusyDaemon {
    private static let clients = 24

    let socket: ListeningSocket
    let daemon: Daemon

    init() throws {
        socket = try ListeningSocket(host: "127.0.0.1", port: 0)
        daemon = Daemon(configuration: HTTPServerConfiguration()) { _ in
            for _ in 0..<3 { await Task.yield() }
            return HTTPResponse()
        }
        try daemon.start(certificate: nil, key: nil)
    }

    /// Stops it in the midst of some hundred requests, and returns when every client knows.
    func stopUnderLoad() throws {
        let answered = Atomic<Int>(0)
        let ended = DispatchGroup()
        let port = socket.port
        for _ in 0..<Self.clients {
            let connection = try RawConnection(port: port)
            ended.enter()
            DispatchQueue(label: "busy-client").async {
                while connection.askBlocking() { answered.wrappingAdd(1, ordering: .relaxed) }
                ended.leave()
            }
        }
        var accepted = 0
        while accepted < Self.clients {
            guard let connection = AcceptedConnection(from: socket) else {
                sched_yield()
                continue
            }
            daemon.add(connection)
            accepted += 1
        }
        while answered.load(ordering: .relaxed) < 300 { sched_yield() }
        daemon.stop()
        ended.wait()
        socket.close()
    }
}

private struct WeakDaemon {
    weak var value: Daemon?
}
