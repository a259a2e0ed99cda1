// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials
import HTTPService

extension PurserService {
    /// Takes a version 1 notification.
    func receiveLegacy(_ call: Call, environment: Environment) async throws -> HTTPResponse {
        throw ServiceProblem(.malformedBody, "signedPayload is missing.")
    }
}
