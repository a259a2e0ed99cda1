// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator

extension ConformanceScenario {
    /// Every forgery in every kind of message.
    static let forgeries: [ConformanceScenario] = Forgery.allCases.flatMap { forgery in
        ForgedMessage.allCases.map { message in scenario(forgery, message) }
    }

    private static func scenario(_ forgery: Forgery, _ message: ForgedMessage) -> ConformanceScenario {
        let name = "forged-\(message.rawValue)-\(forgery.rawValue.kebab)"
        let (english, chinese) = (forgery.title.english, forgery.title.chinese)
        switch message {
        case .purchase:
            return ConformanceScenario(
                name,
                .forgeries,
                "A submitted purchase gives nothing, because \(english).",
                "提交的购买不给任何权益，因为\(chinese)。",
                ends: ["ann": [.monthly], "mallory": []],
                [.buy("ann", .monthly), .forge(forgery, message)]
            )
        case .renewal:
            return ConformanceScenario(
                name,
                .forgeries,
                "A notification of a renewal does not reopen an expired subscription, because \(english).",
                "续期通知不会重新开启已到期的订阅，因为\(chinese)。",
                ends: ["ann": []],
                [
                    .buy("ann", .weekly), .renewal("ann", .weekly, on: false), .days(10),
                    .forge(forgery, message),
                ]
            )
        case .refund:
            return ConformanceScenario(
                name,
                .forgeries,
                "A notification of a refund does not end a paid entitlement, because \(english).",
                "退款通知不会终止已付费的权益，因为\(chinese)。",
                ends: ["ann": [.lifetime]],
                [.buy("ann", .lifetime), .days(1), .forge(forgery, message)]
            )
        }
    }
}
