// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A fault that `purser demo --inject-fault` puts into the story, so that its checks are seen to hold something.
enum DemoFault: String, CaseIterable, Sendable {
    /// The app hands in a transaction that another authority signed.
    case forgedDocument = "forged-document"

    /// Apple is notified that its notification arrived, but the server never saw it.
    case lostAcknowledgement = "lost-acknowledgement"

    /// The purchase is granted a second time behind the server's back.
    case secondGrant = "duplicate-grant"

    /// The fault of a name.
    init(named name: String) throws(UsageError) {
        guard let fault = DemoFault(rawValue: name) else {
            let names = DemoFault.allCases.map(\.rawValue).joined(separator: ", ")
            throw UsageError("--inject-fault takes \(names), not '\(name)'")
        }
        self = fault
    }
}
