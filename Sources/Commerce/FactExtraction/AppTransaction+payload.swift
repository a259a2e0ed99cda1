// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes

extension AppTransaction {
    /// What a signed app transaction says, in our spelling.
    package init(_ payload: AppTransactionPayload) {
        self.init(
            id: payload.appTransactionId,
            appVersion: payload.applicationVersion,
            originalPurchaseDate: payload.originalPurchaseDate,
            originalAppVersion: payload.originalApplicationVersion,
            originalPlatform: payload.originalPlatform?.rawValue,
            preorderDate: payload.preorderDate
        )
    }
}
