// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import SQLite

extension HistoryDatabase {
    /// How the names begin under which retention messages are kept.
    static let messagingName = "messaging of "

    /// Takes all apps' retention messages away, and with them their real-time URLs.
    ///
    /// - Throws: An `SQLiteError`.
    func removeMessaging() throws {
        for name in try messagingNames() { try connection.execute("DELETE FROM settings WHERE name = \(name)") }
    }

    /// Ends the performance tests that a stop of the simulator interrupted: what was not sent then has failed.
    ///
    /// - Throws: An `SQLiteError`, or a `DecodingError`.
    func endInterruptedTests() throws {
        for name in try messagingNames() {
            guard var state: MessagingState = try setting(name), let tests = state.performanceTests,
                tests.contains(where: \.isPending)
            else { continue }
            state.performanceTests = tests.map(\.interrupted)
            try set(name, to: state)
        }
    }

    private func messagingNames() throws -> [String] {
        try connection.rows("SELECT name FROM settings WHERE name LIKE \(Self.messagingName + "%")", as: String.self)
    }
}
