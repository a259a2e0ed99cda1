// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

extension Purser {
    /// Listens to the server while the app is open: what changes there, such as by a refund, is known within seconds.
    ///
    /// Call it when the app comes to the foreground and ``stopLiveUpdates()`` when it leaves it. Changes arrive as
    /// ``entitlements`` reports all others. Without a connection, entitlements are asked for as before, and the connection is
    /// tried again after growing waits of up to a minute. It needs a Purser server.
    public func startLiveUpdates() {
        guard server != nil, !isListening || !tasks.isListening else { return }
        isListening = true
        listenAsCustomer()
    }

    /// Ends what ``startLiveUpdates()`` began.
    public func stopLiveUpdates() {
        isListening = false
        tasks.listen(nil)
    }

    /// Listens as the present customer, if the app listens.
    func listenAsCustomer() {
        guard isListening, let server, let customer else { return tasks.listen(nil) }
        let (now, pause) = (configuration.now, configuration.pause)
        tasks.listen(
            Task { [weak self] in
                var failures = 0
                while !Task.isCancelled {
                    let start = now()
                    let problem = await Self.listen(as: customer, to: server) { [weak self] in
                        await self?.reported($0, to: customer) ?? false
                    }
                    guard !Task.isCancelled, await self?.interrupted(problem) ?? false else { return }
                    // A connection that held shows that the server is well.
                    failures = now().timeIntervalSince(start) >= 30 ? 1 : failures + 1
                    await pause(Self.wait(afterFailures: failures, problem))
                }
            }
        )
    }

    /// The wait before a connection is tried again: not the same for all apps, which would come back together.
    private static func wait(afterFailures failures: Int, _ problem: ServerProblem?) -> TimeInterval {
        let maximum = min(pow(2, Double(min(failures, 10) - 1)), maximumWait)
        return max(maximum * .random(in: 0.5...1), min(problem?.retryAfter ?? 0, maximumWait))
    }

    private static let maximumWait: TimeInterval = 60

    /// Reads one connection to its end.
    ///
    /// - Parameters:
    ///   - customer: The customer.
    ///   - server: The server.
    ///   - report: Processes an event; `false` ends the connection.
    /// - Returns: Why it ended; `nil` when the server or `report` ended it.
    private static func listen(
        as customer: String,
        to server: ServerClient,
        _ report: (_ event: String) async -> Bool
    ) async -> ServerProblem? {
        do {
            let stream = try await server.updates(of: customer)
            var parser = ServerEventParser()
            for try await piece in stream.body {
                for event in try parser.read(piece) where await !report(event) { return nil }
            }
            return nil
        } catch let problem as ServerProblem {
            return problem
        } catch {
            return ServerProblem(noAnswer: error)
        }
    }

    /// Asks for the entitlements after an event.
    ///
    /// - Returns: Whether to continue: a change that could not be asked about is asked about with the next connection.
    private func reported(_ event: String, to customer: String) async -> Bool {
        guard customer == self.customer, isListening else { return false }
        switch event {
        case "ready":
            emit(.liveUpdatesStarted)
            return await refreshEntitlements()
        case "changed": return await refreshEntitlements()
        case "end": return false
        default: return true
        }
    }

    /// A connection ended.
    ///
    /// - Returns: Whether it is tried again; a server that does not know the route, or refuses the customer, is left alone.
    private func interrupted(_ problem: ServerProblem?) -> Bool {
        guard isListening else { return false }
        emit(.liveUpdatesInterrupted) { event in
            event.code = problem?.code
            event.text = problem?.detail
        }
        if let problem, !problem.isTemporary, problem.status != 401 {
            tasks.listen(nil)
            return false
        }
        return true
    }
}
