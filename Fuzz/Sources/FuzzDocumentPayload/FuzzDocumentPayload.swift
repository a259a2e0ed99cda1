// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import FuzzSupport

enum Target: FuzzTarget {
    static var seeds: [Data] { Seeds.documents }

    static func test(_ input: [UInt8]) {
        agree(
            TransactionPayload.self,
            RenewalInfoPayload.self,
            AppTransactionPayload.self,
            NotificationPayload.self,
            RealtimeRequestPayload.self,
            in: Data(input)
        )
    }
}
