// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Foundation
import FuzzSupport

enum Target: FuzzTarget {
    static var seeds: [Data] { [Data("__79".utf8), Data("-_A".utf8)] }

    static func test(_ input: [UInt8]) {
        let text = String(decoding: input, as: UTF8.self)
        guard let decoded = Base64URL.decode(text) else { return }
        check(Base64URL.encode(decoded) == text, "a text that is not canonical was decoded")
    }
}
