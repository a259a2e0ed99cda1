// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

extension Sequence<Fact> {
    /// The facts that were known at an instant: what an answer then rested on.
    ///
    /// "What was the state" asks all facts about an instant; "what did we think" asks these.
    public func known(at instant: Date) -> [Fact] {
        filter { $0.order.instant <= instant }
    }
}
