// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import Persistence
import Testing

@testable import PersistenceSQLite

/// A database holds secrets and personal data: only its owner may read it, whatever the process's umask.
@Suite struct FileModeTests {
    private func mode(_ path: String) throws -> Int {
        try #require(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    @Test func `a new database, its log files and a backup can be read by the owner alone`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "modes-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "purser.sqlite").path
        let backup = folder.appending(path: "backup.sqlite").path
        let store = try await SQLiteDatabase(.init(path: path))
        _ = try await store.write { try $0.ensureCustomer("anna", now: Date(timeIntervalSince1970: 0)) }
        for file in [path, path + "-wal", path + "-shm"] { #expect(try mode(file) == 0o600, "\(file)") }
        await store.close()
        try await SQLiteDatabase.backUp(databaseAt: path, to: backup)
        #expect(try mode(backup) == 0o600)
        _ = try await SQLiteDatabase.restore(backup, to: path)
        for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            #expect(try mode(folder.appending(path: file).path) == 0o600, "\(file)")
        }
    }
}
