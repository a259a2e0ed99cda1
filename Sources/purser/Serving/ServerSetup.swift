// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Foundation
import HTTPClient
import Persistence
import PurserServer

/// A server as the command line puts it together: the one place that reads the clock.
struct ServerSetup: Sendable {
    let service: PurserService
    let database: any Database

    /// Opens the database and makes the service over it.
    static func make(
        _ configuration: ServiceConfiguration,
        database: DatabaseAddress,
        replicas: ReplicaAddresses = .none,
        anchors: TrustAnchors,
        transport: (any HTTPTransport)? = nil,
        clock: @escaping @Sendable () -> Date,
        log: ServiceLog
    ) async throws -> ServerSetup {
        let store = try await database.open(replicas: replicas)
        let service = try PurserService(
            configuration: configuration,
            database: store,
            anchors: anchors,
            transport: try transport ?? CurlTransport(),
            clock: clock,
            sessionClock: { Date() },
            version: Program.version,
            log: { log.write($0) }
        )
        return ServerSetup(service: service, database: store)
    }
}
