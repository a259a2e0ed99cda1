// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce

extension ServerEvent {
    /// Gives the other events about a purchase, which follow from the same change, the trace of its order.
    static func shareTraces(among events: inout [(event: ServerEvent, isSentEachTime: Bool)]) {
        let traces = events.compactMap { sent in
            sent.event.traceParent.flatMap { trace in sent.event.originalTransaction.map { ($0, trace) } }
        }
        guard !traces.isEmpty else { return }
        let byPurchase = Dictionary(traces) { first, _ in first }
        for place in events.indices where events[place].event.traceParent == nil {
            events[place].event.traceParent = events[place].event.originalTransaction.flatMap { byPurchase[$0] }
        }
    }
}
