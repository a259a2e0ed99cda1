// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData

extension VerificationError {
    /// The refusal that a client is notified of, with the purchase check that failed.
    var serviceProblem: ServiceProblem {
        switch code {
        case .size: ServiceProblem(.bodyTooLarge, message, check: .format)
        case .format, .header, .payload: ServiceProblem(.malformedDocument, message, check: .format)
        case .signature, .algorithm: ServiceProblem(.signatureInvalid, message, check: .signature)
        case .bundleID: ServiceProblem(.wrongBundleID, message, check: .bundleID)
        case .appAppleID: ServiceProblem(.wrongAppAppleID, message, check: .appAppleID)
        case .environment: ServiceProblem(.wrongEnvironment, message, check: .environment)
        case .nestedDocument: ServiceProblem(.signatureInvalid, message, check: .signature)
        case .revocationUnavailable:
            ServiceProblem(.appStoreUnavailable, message, check: .chain, retryAfterSeconds: 30)
        case .configuration:
            ServiceProblem(.internalError, "The server's configuration is wrong. Its log gives the reason.")
        default: ServiceProblem(.chainInvalid, message, check: .chain)
        }
    }
}
