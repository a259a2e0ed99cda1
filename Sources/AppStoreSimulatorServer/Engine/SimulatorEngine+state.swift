// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import SQLite

extension SimulatorEngine {
    /// Begins again: no customers, no history, the clock at its first instant; keys and certificates stay.
    ///
    /// - Throws: A ``SimulatorServiceError`` while the clock is being turned, or an `SQLiteError`.
    func reset() throws {
        try checkClockIsStopped()
        let fresh = Self.new(configuration)
        try history.transaction {
            for table in HistoryDatabase.tables { try history.connection.execute("DELETE FROM \(name: table)") }
            try history.removeMessaging()
            try history.save(fresh)
        }
        start(with: fresh)
    }

    /// Keeps everything as a file that can be loaded later.
    ///
    /// - Throws: A ``SimulatorServiceError`` when there is no data folder, or an `SQLiteError`.
    func save(as name: String) throws {
        try save()
        let path = try savePath(name)
        if FileManager.default.fileExists(atPath: path) { try FileManager.default.removeItem(atPath: path) }
        try history.connection.execute("VACUUM INTO \(path)")
    }

    /// Goes back to what was kept under a name.
    ///
    /// - Throws: A ``SimulatorServiceError`` when there is no such save or the clock is being turned, a
    ///   `SimulatorError` when the save's numbers make no sense, or an `SQLiteError`; nothing has changed then.
    func load(_ name: String) throws {
        try checkClockIsStopped()
        let path = try savePath(name)
        guard FileManager.default.fileExists(atPath: path) else {
            throw SimulatorServiceError(.unknownSave, "Nothing was saved as \(name).")
        }
        let connection = history.connection
        try connection.execute("ATTACH \(path) AS saved")
        defer { _ = try? connection.execute("DETACH saved") }
        let other = try history.transaction {
            for table in HistoryDatabase.tables {
                try connection.execute("DELETE FROM main.\(name: table)")
                // What an older simulator saved may lack a table that came later.
                guard
                    try connection.first("SELECT 1 FROM saved.sqlite_master WHERE name = \(table)", as: Int.self) != nil
                else { continue }
                try connection.execute("INSERT INTO main.\(name: table) SELECT * FROM saved.\(name: table)")
            }
            guard let restored = try history.restore() else {
                throw SimulatorServiceError(.unusableData, "The save \(name) holds no state.")
            }
            try restored.checkNumbers()
            return restored
        }
        try history.countRevisions()
        start(with: other)
    }

    private func checkClockIsStopped() throws {
        guard !isTurning else {
            throw SimulatorServiceError(.clockBusy, "The clock is being turned. Wait until that has ended.")
        }
    }

    /// Goes on with another store; what is being sent belongs to the one before.
    private func start(with other: SimulatedAppStore) {
        generation += 1
        delivering?.cancel()
        delivering = nil
        store = other
        resetClock()
    }

    private func savePath(_ name: String) throws -> String {
        guard let folder = configuration.dataDirectory else {
            throw SimulatorServiceError(
                .noDataFolder,
                "Without a data folder nothing can be saved. Start with --data DIR."
            )
        }
        let isPlain =
            (1...64).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x61...0x7a).contains(byte | 0x20) || byte == 0x2d || byte == 0x5f
            }
        guard isPlain else {
            throw SimulatorServiceError(
                .unknownSave,
                "Name a save with up to 64 letters, digits, dashes and underscores."
            )
        }
        return "\(folder)/save-\(name).sqlite"
    }
}
