// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension Sequence<Fact> {
    /// The facts in their order; those that come in order already, as a store gives them, are not sorted again.
    var inOrder: [Fact] {
        let facts = Array(self)
        let isSorted = zip(facts.indices, facts.indices.dropFirst()).allSatisfy { facts[$0].order <= facts[$1].order }
        guard !isSorted else { return facts }
        // Facts are large: their places are sorted, and each fact is moved once.
        return facts.indices.sorted(on: { facts[$0].order }).map { facts[$0] }
    }
}
