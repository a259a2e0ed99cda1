// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The states of a download of hosted content.
@frozen
public enum SKDownloadState: Int, Sendable {
    /// Not begun.
    case waiting

    /// Running.
    case active

    /// Held back.
    case paused

    /// Done.
    case finished

    /// Failed.
    case failed

    /// Given up.
    case cancelled
}

/// The remaining time of a download of which no one knows it.
public let SKDownloadTimeRemainingUnknown: TimeInterval = -1

/// A download of hosted content: an empty shell, because Apple ended hosting and the simulator never began.
///
/// <https://developer.apple.com/documentation/storekit/skdownload>
open class SKDownload: NSObject, @unchecked Sendable {
    /// The content; empty.
    open var contentIdentifier: String { "" }

    /// The content's size; zero.
    open var contentLength: Int64 { 0 }

    /// The content's size; zero.
    open var expectedContentLength: Int64 { 0 }

    /// Where the content is; nowhere.
    open var contentURL: URL? { nil }

    /// The content's version; empty.
    open var contentVersion: String { "" }

    /// Where it stands.
    open var state: SKDownloadState { .cancelled }

    /// Where it stands.
    open var downloadState: SKDownloadState { state }

    /// Why it failed; it never began.
    open var error: (any Error)? { nil }

    /// How much is done.
    open var progress: Float { 0 }

    /// How long it will take.
    open var timeRemaining: TimeInterval { SKDownloadTimeRemainingUnknown }

    /// The transaction it belongs to.
    open var transaction: SKPaymentTransaction { SKPaymentTransaction() }

    /// Where a product's content is; nowhere.
    open class func contentURL(forProductID productID: String) -> URL? { nil }

    /// Removes a product's content; there is none.
    open class func deleteContent(forProductID productID: String) {}
}
