// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Foundation
import FuzzSupport

enum Target: FuzzTarget {
    static var seeds: [Data] {
        [Base64URL.decode(Material.shared.transaction.rawValue.prefix { $0 != "." })].compactMap { $0.map { Data($0) } }
    }

    static func test(_ input: [UInt8]) {
        let material = Material.shared
        let rest = material.transaction.rawValue.drop { $0 != "." }
        let signed = SignedPayload(rawValue: Base64URL.encode(input) + rest)
        guard (try? material.verifier.verify(signed, as: TransactionPayload.self, asOf: material.now)) != nil else {
            return
        }
        check(signed == material.transaction, "an unsigned header was accepted")
    }
}
