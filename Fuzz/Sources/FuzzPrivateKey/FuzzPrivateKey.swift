// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Foundation
import FuzzSupport

enum Target: FuzzTarget {
    static var seeds: [Data] {
        [Material.shared.documents, Material.shared.receipts].flatMap { hierarchy in
            let key = hierarchy.leaf.key
            return [try? key.pem, key.publicKey.pem].compactMap { $0.map { Data($0.utf8) } }
                + [key.publicKey.subjectPublicKeyInfo]
        }
    }

    static func test(_ input: [UInt8]) {
        // A key in DER is a sequence; a text is none, and reading it as one would cost most of the time and reach nothing.
        guard input.first != 0x30 else {
            _ = try? PublicKey(subjectPublicKeyInfo: Data(input))
            return
        }
        let text = String(decoding: input, as: UTF8.self)
        // Half of the texts are read as what their label says, half as the other kind.
        if text.contains("PUBLIC") == input.count.isMultiple(of: 2) {
            _ = try? PublicKey(pem: text)
        } else {
            _ = try? PrivateKey(pem: text)
        }
    }
}
