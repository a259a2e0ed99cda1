// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import PurserServer

/// The keys that the first start made, kept in a file that only the owner can read.
struct KeyFile: Codable, Sendable {
    var publicKey: String
    var secretKey: String

    /// Makes the keys of an app that has none and writes them; reads them back on later starts.
    ///
    /// - Returns: The keys, or nothing when the app has keys that were not kept here.
    static func prepare(_ path: String, service: PurserService, app: BundleID) async throws -> KeyFile? {
        if let keys = try await service.makeFirstKeys(of: app) {
            let file = KeyFile(publicKey: keys.publicKey, secretKey: keys.secretKey)
            try file.write(to: path)
            return file
        }
        guard let bytes = FileManager.default.contents(atPath: path) else { return nil }
        return try? JSONDecoder().decode(KeyFile.self, from: bytes)
    }

    private func write(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        // Where the database is no file nobody has made the folder yet.
        let folder = URL(filePath: path).deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw Failure("cannot make the folder \(folder.path) for the first keys: \(error.localizedDescription)")
        }
        let isWritten = FileManager.default.createFile(
            atPath: path,
            contents: try encoder.encode(self) + Data("\n".utf8),
            attributes: [.posixPermissions: 0o600]
        )
        guard isWritten else { throw Failure("cannot write the first keys to \(path)") }
    }
}
