// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension RandomAccessCollection where Index == Int {
    /// The first place whose element fulfills a condition that, once fulfilled, stays so; the end when none does.
    func firstPlace(where isFulfilled: (Element) -> Bool) -> Int {
        var low = startIndex
        var high = endIndex
        while low < high {
            let middle = (low + high) / 2
            if isFulfilled(self[middle]) {
                high = middle
            } else {
                low = middle + 1
            }
        }
        return low
    }
}
