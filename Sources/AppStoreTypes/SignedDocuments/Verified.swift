// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A document whose signature, certificates and claims were checked.
///
/// Only a verifier makes one: the initializer belongs to the verification interface.
public struct Verified<Payload: Sendable>: Sendable {
    /// What the document says.
    public let payload: Payload

    /// The document exactly as it came, so that no unknown field is lost and anyone can check it again.
    public let signedPayload: SignedPayload

    /// Makes a verified document; for verifiers only.
    @_spi(Verification)
    public init(payload: Payload, signedPayload: SignedPayload) {
        self.payload = payload
        self.signedPayload = signedPayload
    }
}
