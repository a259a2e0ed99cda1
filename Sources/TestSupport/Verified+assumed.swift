// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

@_spi(Verification) package import AppStoreTypes

extension Verified {
    /// A document that no one verified, for tests of what follows from it.
    package static func assumed(_ payload: Payload, _ signed: SignedPayload) -> Verified<Payload> {
        Verified(payload: payload, signedPayload: signed)
    }
}
