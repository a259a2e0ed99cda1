// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Foundation
import FuzzSupport

enum Target: FuzzTarget {
    static var seeds: [Data] { [Material.shared.appReceipt] }

    static func test(_ input: [UInt8]) {
        let material = Material.shared
        guard let read = try? material.receiptVerifier.verifyAppReceipt(Data(input)) else { return }
        let good = try? material.receiptVerifier.verifyAppReceipt(material.appReceipt)
        check(read.payload == good?.payload, "an unsigned receipt was accepted")
    }
}
