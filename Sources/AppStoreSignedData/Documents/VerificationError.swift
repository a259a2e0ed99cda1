// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Why a document was not accepted.
///
/// Holds nothing of the document's content.
public struct VerificationError: Error, Sendable, CustomStringConvertible {
    /// The rule that the document broke.
    ///
    /// An open set: later versions may add members.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The rule's name.
        public let rawValue: String

        /// Makes a code from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }
    }

    /// The rule that the document broke.
    public let code: Code

    /// What was found and what to do.
    public let message: String

    /// Makes an error.
    public init(code: Code, message: String) {
        self.code = code
        self.message = message
    }

    /// Whether the same document may be accepted later: nothing is wrong with it, the check itself could not be made.
    public var isRetryable: Bool { code == .revocationUnavailable }

    /// The code and the message.
    public var description: String { "\(code.rawValue): \(message)" }
}

extension VerificationError: Hashable {
    /// Errors are equal when their codes are.
    public static func == (left: VerificationError, right: VerificationError) -> Bool {
        left.code == right.code
    }

    /// Hashes the code.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
    }
}

extension VerificationError.Code {
    /// The document is longer than the verifier allows.
    public static let size = Self(rawValue: "size")

    /// The text is not three canonical base64url segments, or the signature has the wrong length.
    public static let format = Self(rawValue: "format")

    /// The header cannot be read.
    public static let header = Self(rawValue: "header")

    /// The signature's algorithm is none that Apple uses.
    public static let algorithm = Self(rawValue: "algorithm")

    /// A certificate in the document cannot be read.
    public static let certificate = Self(rawValue: "certificate")

    /// The document carries too few or too many certificates.
    public static let chainLength = Self(rawValue: "chain-length")

    /// The certificates do not lead to a trusted root.
    public static let trustAnchor = Self(rawValue: "trust-anchor")

    /// The certificates do not form a path.
    public static let chainPath = Self(rawValue: "chain-path")

    /// A certificate lacks Apple's mark.
    public static let appleMarkers = Self(rawValue: "apple-markers")

    /// A certificate did not hold at the document's instant.
    public static let validity = Self(rawValue: "validity")

    /// The issuer withdrew a certificate.
    public static let revoked = Self(rawValue: "revoked")

    /// The issuer does not know a certificate, or no one can be asked about it.
    public static let revocationUnknown = Self(rawValue: "revocation-unknown")

    /// Whether a certificate is withdrawn could not be found out; try again.
    public static let revocationUnavailable = Self(rawValue: "revocation-unavailable")

    /// The signature is not the certificate's over these bytes.
    public static let signature = Self(rawValue: "signature")

    /// The payload is not the document it should be.
    public static let payload = Self(rawValue: "payload")

    /// The document is about another app.
    public static let bundleID = Self(rawValue: "bundle-id")

    /// The document is about an app with another number.
    public static let appAppleID = Self(rawValue: "app-apple-id")

    /// The document was made in another environment.
    public static let environment = Self(rawValue: "environment")

    /// A document within the document does not fit to it.
    public static let nestedDocument = Self(rawValue: "nested-document")

    /// A receipt's hash does not fit to the device.
    public static let deviceHash = Self(rawValue: "device-hash")

    /// The verifier itself is set up in a way that cannot be right.
    public static let configuration = Self(rawValue: "configuration")
}
