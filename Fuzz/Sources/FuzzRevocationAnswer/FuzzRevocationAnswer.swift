// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Foundation
import FuzzSupport

enum Target: FuzzTarget {
    static var seeds: [Data] { Material.shared.revocationExchanges().map(\.answer) }

    static func test(_ input: [UInt8]) {
        let material = Material.shared
        let checker = RevocationChecker(failureMode: .hard) { _ in (200, Data(input)) }
        wait {
            let read = try? await material.verifier.verify(
                material.transaction,
                as: TransactionPayload.self,
                asOf: material.now,
                checking: checker
            )
            // One answer cannot be about two certificates, so no input is ever enough.
            check(read == nil, "an unsigned response was accepted")
        }
    }
}
