// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Foundation
import HTTPClient
import Persistence
import PersistenceSQLite
import PurserServer

/// A server as the command line puts it together: the one place that picks a driver and reads the clock.
struct ServerSetup: Sendable {
    let service: PurserService
    let store: any Store

    /// Opens the database and makes the service over it.
    static func make(
        _ configuration: ServiceConfiguration,
        database: DatabaseAddress,
        anchors: TrustAnchors,
        transport: (any HTTPTransport)? = nil,
        clock: @escaping @Sendable () -> Date,
        terminal: Terminal
    ) async throws -> ServerSetup {
        let store = try await open(database)
        let service = try PurserService(
            configuration: configuration,
            store: store,
            anchors: anchors,
            transport: try transport ?? CurlTransport(),
            clock: clock,
            log: { entry in terminal.note("\(entry.kind.rawValue): \(entry.message)") }
        )
        return ServerSetup(service: service, store: store)
    }

    private static func open(_ database: DatabaseAddress) async throws -> any Store {
        switch database {
        case .sqlite(let path):
            let folder = URL(filePath: path).deletingLastPathComponent()
            do {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            } catch {
                throw Failure("cannot make the folder \(folder.path): \((error as NSError).localizedDescription)")
            }
            return try await SQLiteStore(SQLiteStore.Configuration(path: path))
        case .postgres:
            throw UsageError("--database postgres:// is not in this version yet; use sqlite:PATH")
        }
    }
}
