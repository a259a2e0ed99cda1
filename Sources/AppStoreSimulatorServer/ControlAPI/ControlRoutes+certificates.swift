// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import HTTPService

extension ControlRoutes {
    private struct KeyResponse: Encodable {
        var issuerId: String
        var keyId: String
        var bundleId: BundleID
        var privateKey: String
    }

    func addCertificates(to routes: inout Router) {
        let certificates: [String: Certificate] = [
            "root": authority.documents.root.certificate,
            "intermediate": authority.documents.intermediate.certificate,
            "leaf": authority.documents.leaf.certificate,
            "receipt-root": authority.receipts.root.certificate,
            "xcode": authority.xcode.certificate,
        ]
        for (name, certificate) in certificates {
            routes.on(.get, "/certificates/\(name).cer") { _ in
                HTTPResponse(headers: ["Content-Type": "application/pkix-cert"], body: .bytes(certificate.der))
            }
            routes.on(.get, "/certificates/\(name).pem") { _ in
                HTTPResponse(
                    headers: ["Content-Type": "application/x-pem-file"],
                    body: .bytes(Data(certificate.pem.utf8))
                )
            }
        }
        routes.on(.get, "/certificates") { _ in
            try .json(certificates.mapValues { ["subject": $0.subject, "sha256": $0.fingerprint] })
        }
        // The simulator's keys open nothing but the simulator.
        routes.on(.get, "/keys") { _ in
            try .json([
                "keys": keys.map {
                    KeyResponse(
                        issuerId: $0.issuerID,
                        keyId: $0.keyID,
                        bundleId: $0.bundleID,
                        privateKey: $0.privateKeyPEM
                    )
                }
            ])
        }
    }
}
