// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Selling outside the App Store, after the notice that Apple requires.
///
/// There is no sheet on Linux: the notice is taken as read, and the token is one of this process alone.
///
/// <https://developer.apple.com/documentation/storekit/externalpurchase>
public enum ExternalPurchase: Sendable {
    /// How the notice ended.
    public enum NoticeResult: Hashable, Sendable {
        /// The customer went back.
        case cancelled

        /// The customer continued; the token is reported to Apple.
        case continuedWithExternalPurchaseToken(token: String)
    }

    /// Whether the notice can be shown.
    public static var canPresent: Bool {
        get async { StoreRuntime.shared.canMakePayments }
    }

    /// Shows the notice.
    ///
    /// - Returns: How it ended.
    /// - Throws: ``StoreKitError`` when the store does not answer.
    public static func presentNoticeSheet() async throws -> ExternalPurchase.NoticeResult {
        .continuedWithExternalPurchaseToken(token: try await StoreRuntime.shared.externalPurchaseToken())
    }
}

/// Selling outside the App Store through the app's own link.
public enum ExternalPurchaseCustomLink: Sendable {
    /// How the notice ended.
    public enum NoticeResult: Hashable, Sendable {
        /// The customer went back.
        case cancelled

        /// The customer continued.
        case continued
    }

    /// Where the customer goes after the notice.
    public enum NoticeType: Int, Hashable, Sendable {
        /// To a page inside the app.
        case withinApp

        /// To the browser.
        case browser
    }

    /// A token that is reported to Apple.
    public struct Token: Hashable, Sendable {
        /// The token's text.
        public let value: String
    }

    /// Whether the app may use its own link.
    public static var isEligible: Bool {
        get async { StoreRuntime.shared.canMakePayments }
    }

    /// Shows the notice; on Linux it is taken as read.
    public static func showNotice(
        type: ExternalPurchaseCustomLink.NoticeType
    ) async throws -> ExternalPurchaseCustomLink.NoticeResult { .continued }

    /// A token for what the customer may buy outside.
    ///
    /// - Parameter tokenType: Apple's kind of token, such as ACQUISITION or SERVICES.
    /// - Returns: The token.
    /// - Throws: ``StoreKitError`` when the store does not answer.
    public static func token(for tokenType: String) async throws -> ExternalPurchaseCustomLink.Token? {
        Token(value: try await StoreRuntime.shared.externalPurchaseToken())
    }
}

/// Selling outside the App Store through links in the app's property list; there are none on Linux.
public enum ExternalPurchaseLink: Sendable {
    /// Whether a link can be opened; never on Linux.
    public static var canOpen: Bool {
        get async { false }
    }

    /// The links that may be opened; none on Linux.
    public static var eligibleURLs: [URL]? {
        get async { nil }
    }

    /// Opens the only link.
    ///
    /// - Throws: ``StoreKitError/unsupported``, because there are no links on Linux.
    public static func open() async throws {
        throw StoreKitError.unsupported
    }

    /// Opens a link.
    ///
    /// - Parameter url: The link.
    /// - Throws: ``StoreKitError/unsupported``, because there are no links on Linux.
    public static func open(url: URL) async throws {
        throw StoreKitError.unsupported
    }
}

/// Managing an account outside the app; there is no link on Linux.
public enum ExternalLinkAccount: Sendable {
    /// Whether the link can be opened; never on Linux.
    public static var canOpen: Bool {
        get async { false }
    }

    /// Opens the link.
    ///
    /// - Throws: ``StoreKitError/unsupported``, because there is no link on Linux.
    public static func open() async throws {
        throw StoreKitError.unsupported
    }
}
