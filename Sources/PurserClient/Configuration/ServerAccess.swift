// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Foundation

/// How the team's Purser server is reached.
public struct ServerAccess: Sendable {
    /// The server's address.
    public var url: URL

    /// The app's publishable key.
    public var key: String

    /// The keys that sign snapshots, as the server's `/v1/snapshot-keys` lists them; asked of the server when absent.
    ///
    /// Keys that are built into the app cannot be exchanged by who changes the app's files.
    public var snapshotKeys: Data?

    /// Sends requests; URLSession when absent.
    public var transport: (any PurserTransport)?

    /// Gives the app's place in a distributed trace, as W3C Trace Context writes it:
    /// `00-<32 digits>-<16 digits>-<2 digits>`, all of them lowercase hexadecimal.
    ///
    /// Asked before each request, in the task that makes it, so a value local to the task that buys is seen. The server
    /// keeps it with the order, and sends it on with the events and webhooks that follow. What is not valid is not sent.
    public var traceParent: (@Sendable () -> String?)?

    /// Describes a server.
    ///
    /// - Parameters:
    ///   - url: The server's address.
    ///   - key: The app's publishable key.
    public init(url: URL, key: String) {
        self.url = url
        self.key = key
    }
}
