// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Foundation
import FuzzSupport

enum Target: FuzzTarget {
    static var seeds: [Data] {
        [Material.shared.transactionReceipt, Material.shared.transactionReceipt.base64EncodedData()]
    }

    static func test(_ input: [UInt8]) {
        let material = Material.shared
        _ = try? ReceiptVerifier.decodeUnverifiedTransactionReceipt(Data(input))
        guard case .transaction(let read)? = try? material.receiptVerifier.verify(Data(input)) else { return }
        check(read.payload.productID == "gold", "an unsigned receipt was accepted")
    }
}
