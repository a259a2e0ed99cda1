// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Something that a person who runs the service should be able to look up; never with secrets in it.
package struct ServiceLogEntry: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
        case notice
        case warning
        case error = "failure"
    }

    package var kind: Kind
    package var message: String
    /// The request's id, when it is about one.
    package var request: String?

    package init(kind: Kind, message: String, request: String? = nil) {
        self.kind = kind
        self.message = message
        self.request = request
    }
}
