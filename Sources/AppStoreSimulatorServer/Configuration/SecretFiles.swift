// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials

/// The files of the data folder that hold private keys; only their owner may read them.
enum SecretFiles {
    /// Reads a value, or makes and keeps it when there is no file.
    ///
    /// - Throws: What making it throws, or a ``SimulatorServiceError`` when the folder or the file cannot be used.
    static func value<Value: Codable>(_ name: String, in folder: String?, make: () throws -> Value) throws -> Value {
        guard let folder else { return try make() }
        do {
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw SimulatorServiceError(
                .unusableData,
                "The folder \(folder) cannot be made. Choose one that may be written."
            )
        }
        let path = "\(folder)/\(name)"
        if let bytes = FileManager.default.contents(atPath: path) {
            do {
                return try AppStoreJSON.decode(Value.self, from: bytes)
            } catch {
                throw SimulatorServiceError(
                    .unusableData,
                    "\(path) cannot be read. Put back a good copy, or remove it to have new keys made."
                )
            }
        }
        let value = try make()
        let isWritten = FileManager.default.createFile(
            atPath: path,
            contents: try AppStoreJSON.encode(value),
            attributes: [.posixPermissions: 0o600]
        )
        guard isWritten else {
            throw SimulatorServiceError(.unusableData, "Cannot write \(path). Choose a folder that may be written.")
        }
        return value
    }
}
