// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// A payload that Apple signs: what a verifier needs to know of it.
public protocol SignedDocument: Codable, Sendable {
    /// The kind of document.
    static var kind: DocumentKind { get }

    /// The instant at which Apple signed it, when the document says so.
    var effectiveDate: Date? { get }

    /// The app it is about, when the document says so.
    var documentBundleID: BundleID? { get }

    /// The app's number, when the document says so; absent in the sandbox.
    var documentAppAppleID: AppAppleID? { get }

    /// The environment it was made in, when the document says so.
    var documentEnvironment: Environment? { get }

    /// Whether a document with this content may leave out its app and environment.
    var mayOmitApp: Bool { get }

    /// Decodes the payload from the JSON that was signed.
    ///
    /// - Throws: A `DecodingError` that names the field.
    static func decode(_ json: Data) throws -> Self
}

extension SignedDocument {
    /// False: the kind of document decides alone.
    public var mayOmitApp: Bool { false }

    /// Decodes the payload as Apple's JSON.
    public static func decode(_ json: Data) throws -> Self {
        try AppStoreJSON.decode(Self.self, from: json)
    }
}
