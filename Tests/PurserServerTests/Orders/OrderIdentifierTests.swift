// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce
import Foundation
import Testing

@testable import PurserServer

@Suite struct OrderIdentifierTests {
    @Test func `orders sort by when they were made, and what follows is never the same`() {
        let start = Date(timeIntervalSince1970: 1_767_225_600)
        let made = (0..<200).map { RandomSource.secure.orderID(at: start.addingTimeInterval(Double($0) * 2)).rawValue }
        #expect(made == made.sorted())
        let twins = (0..<200).map { _ in RandomSource.secure.orderID(at: start).rawValue }
        #expect(Set(twins).count == 200)
        #expect(Set(twins.map { $0.prefix(12) }).count == 1)
        #expect(twins.allSatisfy { $0.count == 32 && $0.wholeMatch(of: /ord_[0-9A-Za-z_-]+/) != nil })
    }

    @Test(arguments: [Date.distantPast, .distantFuture, Date(timeIntervalSince1970: -1)])
    func `a clock that is far off makes an order's identifier, too`(now: Date) {
        #expect(RandomSource.secure.orderID(at: now).rawValue.count == 32)
    }
}
