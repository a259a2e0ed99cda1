// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Foundation

/// Verifies notifications under Apple's roots and the roots of the options.
struct NotificationChecks: Sendable {
    private let verifiers: [(name: String, verifier: SignedDataVerifier)]

    /// Reads the roots that the options name, and the root of `purser trigger`.
    init(_ arguments: Arguments, _ terminal: Terminal) throws {
        let own = (arguments.value("data") ?? TriggerKeys.defaultFolder) + "/root.pem"
        let paths = arguments.all("root") + (FileManager.default.fileExists(atPath: own) ? [own] : [])
        var anchors = [("Apple", TrustAnchors.apple)]
        for path in paths {
            let bytes = try terminal.read(path)
            do {
                anchors.append((path, TrustAnchors(certificates: [try Certificate(contentsOf: bytes)])))
            } catch {
                throw Failure("\(path) holds no certificate in DER or PEM")
            }
        }
        verifiers = try anchors.map { name, anchors in
            let configuration = SignedDataVerifier.Configuration(anchors: anchors, apps: nil, environments: nil)
            return (name, try SignedDataVerifier(configuration))
        }
    }

    /// The root that a notification's signature leads to, or the reason why it is not genuine.
    func verdict(on document: SignedPayload, now: Date) -> String {
        var reason = "no root"
        for (name, verifier) in verifiers {
            do {
                _ = try verifier.verifyNotification(document, asOf: now)
                return "signed by \(name)"
            } catch {
                reason = (error as? VerificationError)?.message ?? error.plainMessage
            }
        }
        return "NOT VERIFIED: \(reason)"
    }
}
