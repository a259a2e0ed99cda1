// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import FuzzSupport
import Gzip

enum Target: FuzzTarget {
    static var seeds: [Data] { Seeds.packed }

    static func test(_ input: [UInt8]) {
        let packed = Data(input)
        let limit = 1 << 20
        guard let plain = try? Gzip.decompress(packed, maximumBytes: limit) else { return }
        check(plain.count <= limit, "more was unpacked than allowed")
        check(Gzip.isGzip(packed), "something else was unpacked")
    }
}
