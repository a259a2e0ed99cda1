// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// What the rules about a document's content need to know of it.
public struct DocumentClaims: Hashable, Sendable {
    /// The kind of document.
    public var kind: DocumentKind

    /// The app it says it is about.
    public var bundleID: BundleID?

    /// The number of the app it says it is about.
    public var appAppleID: AppAppleID?

    /// The environment it says it was made in.
    public var environment: Environment?

    /// The instant at which it says it was signed.
    public var effectiveDate: Date?

    /// Whether it may leave out its app and environment.
    public var mayOmitApp: Bool

    /// Joins claims.
    public init(
        kind: DocumentKind,
        bundleID: BundleID?,
        appAppleID: AppAppleID?,
        environment: Environment?,
        effectiveDate: Date?,
        mayOmitApp: Bool = false
    ) {
        self.kind = kind
        self.bundleID = bundleID
        self.appAppleID = appAppleID
        self.environment = environment
        self.effectiveDate = effectiveDate
        self.mayOmitApp = mayOmitApp
    }

    /// Reads the claims of a document.
    public init<Document: SignedDocument>(_ document: Document) {
        kind = Document.kind
        bundleID = document.documentBundleID
        appAppleID = document.documentAppAppleID
        environment = document.documentEnvironment
        effectiveDate = document.effectiveDate
        mayOmitApp = document.mayOmitApp
    }
}

/// One rule about a document's content.
public protocol DocumentPolicy: Sendable {
    /// Refuses a document that breaks the rule.
    func check(_ claims: DocumentClaims) throws(VerificationError)
}
