// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Foundation
import FuzzSupport

enum Target: FuzzTarget {
    static var seeds: [Data] {
        [try? Material.shared.documents.leaf.key.pem, try? Material.shared.receipts.leaf.key.pem].compactMap {
            $0.map { Data($0.utf8) }
        }
    }

    static func test(_ input: [UInt8]) {
        let text = String(decoding: input, as: UTF8.self)
        _ = try? PrivateKey(pem: text)
        _ = try? PublicKey(pem: text)
        _ = try? PublicKey(subjectPublicKeyInfo: Data(input))
    }
}
