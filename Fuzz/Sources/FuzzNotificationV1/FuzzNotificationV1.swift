// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import FuzzSupport

enum Target: FuzzTarget {
    static var seeds: [Data] { Seeds.notificationsV1 }

    static func test(_ input: [UInt8]) {
        survive(
            NotificationV1.self,
            UnifiedReceipt.self,
            in: Data(input)
        )
    }
}
