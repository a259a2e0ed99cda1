// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

/// A notification that was verified and is durable, and whose consequences are still to be drawn.
///
/// What was verified is not believed because it lies in the database: it is verified once more when it is processed.
struct QueuedNotification: Hashable, Sendable {
    /// What Apple posted.
    var signed: SignedPayload
    /// The environment whose address it came to.
    var environment: Environment
    /// When it came.
    var received: Date

    /// The jobs that hold them.
    static let queue = "notifications"
    /// The one job that says which instance processes them.
    static let turnQueue = "notifications-turn"

    init(signed: SignedPayload, environment: Environment, received: Date) {
        (self.signed, self.environment, self.received) = (signed, environment, received)
    }

    /// Reads what a job holds; nothing when it is something else.
    init?(_ body: Data) {
        guard let end = body.firstIndex(of: Self.newline) else { return nil }
        let head = String(decoding: body[..<end], as: UTF8.self).split(separator: " ")
        guard head.count == 2, let milliseconds = Int64(head[1]) else { return nil }
        self.init(
            signed: SignedPayload(rawValue: String(decoding: body[(end + 1)...], as: UTF8.self)),
            environment: Environment(rawValue: String(head[0])),
            received: Date(millisecondsSince1970: milliseconds)
        )
    }

    /// What a job holds: a line with the environment and the instant, and the document as it came.
    var body: Data {
        var bytes = Data()
        bytes.reserveCapacity(signed.rawValue.utf8.count + 40)
        bytes.append(contentsOf: "\(environment) \(received.millisecondsSince1970)\n".utf8)
        bytes.append(contentsOf: signed.rawValue.utf8)
        return bytes
    }

    private static let newline = UInt8(ascii: "\n")
}
