// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Foundation
public import PurserClient

/// The purchase code of the app: one `Purser` for its whole life, and what the screens show of it.
///
/// It imports no user interface, so a test runs it as it is.
@MainActor
public final class PurchaseModel {
    /// Sells, restores, and knows what the customer may use.
    public let purser: Purser

    /// The address and the key that `purser serve` prints, and where the customer's tokens come from.
    public struct Server: Sendable {
        let url: URL
        let key: String

        /// Describes a server.
        public init(url: URL, key: String) {
            (self.url, self.key) = (url, key)
        }
    }

    /// Makes the model when the app is launched.
    ///
    /// - Parameters:
    ///   - server: The team's Purser server.
    ///   - change: Changes the configuration, such as the place where a test keeps purchases.
    public init(_ server: Server, change: (inout PurserConfiguration) -> Void = { _ in }) {
        var configuration = PurserConfiguration(server: server.url, key: server.key)
        // No one has to sign in to buy (App Review, 5.1.1).
        configuration.allowsAnonymousCustomers = true
        change(&configuration)
        purser = Purser(configuration)
    }

    /// Whether the customer may drink in the club.
    public func isClubMember() async -> Bool {
        await purser.currentEntitlements.names.contains { $0.contains("club") }
    }
}
