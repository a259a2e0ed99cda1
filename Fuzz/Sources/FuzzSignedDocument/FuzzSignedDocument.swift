// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Foundation
import FuzzSupport

enum Target: FuzzTarget {
    static var seeds: [Data] { [Data(Material.shared.transaction.rawValue.utf8)] }

    static func test(_ input: [UInt8]) {
        let signed = SignedPayload(rawValue: String(decoding: input, as: UTF8.self))
        let material = Material.shared
        guard (try? material.verifier.verify(signed, as: TransactionPayload.self, asOf: material.now)) != nil else {
            return
        }
        check(signed == material.transaction, "an unsigned document was accepted")
    }
}
