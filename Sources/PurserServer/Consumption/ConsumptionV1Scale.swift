// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials

/// The steps in which the first version of Apple's consumption request wants its answers.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/consumptionrequestv1>
enum ConsumptionV1Scale {
    private static let day: TimeInterval = 86_400
    private static let hour: TimeInterval = 3600

    /// How old the account is: 1 up to three days … 7 over a year; 0 is undeclared.
    static func accountTenure(_ age: TimeInterval?) -> Int {
        step(age, limits: [3 * day, 10 * day, 30 * day, 90 * day, 180 * day, 365 * day])
    }

    /// How long the app was used: 1 up to five minutes … 7 over 16 days; 0 is undeclared.
    static func playTime(_ time: TimeInterval?) -> Int {
        step(time, limits: [300, hour, 6 * hour, 24 * hour, 4 * day, 16 * day])
    }

    /// How much money: 1 is nothing, 2 up to 49.99 dollars … 7 from 2000 dollars on; 0 is undeclared.
    static func dollars(_ thousandths: Int64?) -> Int {
        guard let thousandths else { return 0 }
        guard thousandths > 0 else { return 1 }
        let limits: [Int64] = [50_000, 100_000, 500_000, 1_000_000, 2_000_000]
        return 2 + limits.count { thousandths >= $0 }
    }

    /// How much was used: 1 nothing, 2 a part, 3 all; 0 is undeclared.
    static func consumption(_ percentage: Int?) -> Int {
        switch percentage {
        case nil: 0
        case .some(...0): 1
        case .some(100_000...): 3
        default: 2
        }
    }

    /// The account's state: 1 active, 2 suspended, 3 terminated, 4 limited; 0 is undeclared.
    static func accountState(_ state: String?) -> Int {
        ["active": 1, "suspended": 2, "terminated": 3, "limited": 4][state ?? ""] ?? 0
    }

    /// What the team prefers: 1 grant, 2 decline, 3 no preference; 0 is undeclared.
    static func preference(_ preference: String?) -> Int {
        ["GRANT_FULL": 1, "GRANT_PRORATED": 1, "DECLINE": 2][preference ?? ""] ?? 0
    }

    private static func step(_ value: TimeInterval?, limits: [TimeInterval]) -> Int {
        guard let value, value >= 0 else { return 0 }
        return 1 + limits.count { value >= $0 }
    }
}
