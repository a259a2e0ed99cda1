// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension Sequence {
    /// The elements in ascending order of a key; those with equal keys keep their order.
    func sorted(on key: (Element) -> some Comparable) -> [Element] {
        sorted { key($0) < key($1) }
    }

    /// The elements in ascending order of a key, and of a second one where the first is equal.
    func sorted(on first: (Element) -> some Comparable, _ second: (Element) -> some Comparable) -> [Element] {
        sorted { (first($0), second($0)) < (first($1), second($1)) }
    }
}
