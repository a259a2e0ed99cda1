// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import FuzzSupport

enum Target: FuzzTarget {
    static var seeds: [Data] { Seeds.receiptAnswers }

    static func test(_ input: [UInt8]) {
        survive(
            VerifyReceiptResponse.self,
            VerifyReceiptRequest.self,
            in: Data(input)
        )
    }
}
