// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData

/// The rule that something broke, or nothing when it was accepted; other errors have no rule.
func refusal(_ body: () throws -> Void) -> VerificationError.Code? {
    do {
        try body()
        return nil
    } catch {
        return (error as? VerificationError)?.code ?? VerificationError.Code(rawValue: "\(type(of: error))")
    }
}
