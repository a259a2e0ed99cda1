// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import StoreKit

extension PurserEnvironment {
    /// Asks the store's signed document of the download, where there is one, and looks at the build.
    static func detected() async -> PurserEnvironment {
        var signs = EnvironmentIndicators(
            receiptName: Bundle.main.appStoreReceiptURL?.lastPathComponent,
            hasProvisioningProfile: Bundle.main.path(forResource: "embedded", ofType: "mobileprovision") != nil
        )
        #if targetEnvironment(simulator)
        signs.isDeviceSimulator = true
        #endif
        if #available(iOS 16, macOS 13, tvOS 16, watchOS 9, *) {
            // Without an answer the build's own signs decide.
            if let app = try? await AppTransaction.shared {
                signs.document = app.unsafePayloadValue.environment.rawValue
            }
        }
        return PurserEnvironment(signs)
    }
}
