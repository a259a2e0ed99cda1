// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import FoundationEssentials
import HTTPService
import Persistence

/// Whether it runs, and what it serves.
struct ServiceFeature: Sendable {
    let anchors: TrustAnchors
    let apps: Apps
    let database: any Database

    /// The routes, the last of which describes all others too.
    ///
    /// - Parameter others: The routes of everything else.
    /// - Returns: The service's own routes.
    func routes(beside others: [Route]) -> [Route] { [health, readiness, contract(of: others)] }

    private var health: Route {
        Route(
            method: .get,
            path: "/healthz",
            name: "getHealth",
            summary: "Returns whether the process answers.",
            group: .service,
            access: .open,
            answers: [.json(HealthBody.self, "The process answers.")]
        ) { _ in
            try .json(HealthBody(status: "ok"))
        }
    }

    private var readiness: Route {
        Route(
            method: .get,
            path: "/readyz",
            name: "getReadiness",
            summary: "Returns whether the database can be read, and which roots are trusted.",
            group: .service,
            access: .open,
            answers: [.json(ReadinessBody.self, "The server is ready.")]
        ) { [self] _ in
            _ = try await database.read { try $0.scopes() }
            return try .json(
                ReadinessBody(
                    status: "ready",
                    trust: anchors.trustName,
                    roots: anchors.fingerprints.map(Hexadecimal.encode).sorted(),
                    apps: apps.configuration.apps.map {
                        ReadinessBody.App(
                            bundleID: $0.bundleID,
                            environments: $0.acceptedEnvironments.map(\.rawValue).sorted()
                        )
                    }
                )
            )
        }
    }

    private func contract(of others: [Route]) -> Route {
        Route(
            method: .get,
            path: "/openapi.json",
            name: "getContract",
            summary: "Returns this contract.",
            group: .service,
            access: .open,
            answers: [.init(status: 200, summary: "An OpenAPI 3.1 document.", schema: .object([:]))]
        ) { [self] _ in
            try .json(
                OpenAPIDocument(routes: routes(beside: others) + others, serverURL: apps.configuration.publicURL).json
            )
        }
    }
}

extension TrustAnchors {
    /// `apple` when these are Apple's roots, `simulator` when they are others.
    var trustName: String { self == .apple ? "apple" : "simulator" }
}

struct ReadinessBody: Codable, Sendable, SchemaDescribed {
    struct App: Codable, Sendable {
        var bundleID: BundleID
        var environments: [String]

        private enum CodingKeys: String, CodingKey {
            case environments
            case bundleID = "bundleId"
        }
    }

    var status: String
    /// `apple`, or `simulator`.
    var trust: String
    /// The SHA-256 fingerprints of the trusted roots.
    var roots: [String]
    var apps: [App]

    static let schemaName = "Readiness"
    static let schema = Schema.object([
        "status": .string, "trust": .oneOf(["apple", "simulator"]), "roots": .array(of: .string),
        "apps": .array(of: .object(["bundleId": .string, "environments": .array(of: .string)])),
    ])
}
