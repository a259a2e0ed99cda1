// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// What goes wrong between the App Store, the app and the server.
package enum ConformanceFault: String, CaseIterable, Hashable, Sendable {
    /// Nothing.
    case none
    /// Everything arrives twice, and once more at the end.
    case repeated
    /// Apple's notifications arrive in reverse order.
    case reordered
    /// Every notification arrives one step late.
    case delayed
    /// No notification arrives; the app submits its history at the end.
    case lost
    /// Apple's notification arrives before the app submits the purchase.
    case notificationFirst = "notification-first"
    /// At the end the app submits its oldest copies again.
    case stale
    /// Apple's clock is four minutes ahead.
    case clockAhead = "clock-ahead"
    /// Apple's clock is four minutes behind.
    case clockBehind = "clock-behind"
    /// The server is killed and started after the first step and after the last one.
    case crash

    /// What happens, and what a correct server does.
    package var sentence: ConformanceText {
        switch self {
        case .none:
            ConformanceText("Everything arrives once, in order.", "一切按顺序到达一次。")
        case .repeated:
            ConformanceText(
                "Apple retries and apps submit again: a repeated document changes nothing.",
                "Apple 会重试，App 会重复提交：重复的文档不改变任何内容。"
            )
        case .reordered:
            ConformanceText(
                "Notifications can arrive in any order: signedDate decides, not the arrival.",
                "通知可能以任意顺序到达：由 signedDate 决定，而不是到达的先后。"
            )
        case .delayed:
            ConformanceText(
                "Notifications can be late: after the last one the state is the same.",
                "通知可能迟到：最后一条到达后，状态相同。"
            )
        case .lost:
            ConformanceText(
                "Without notifications, the transactions that the app submits are enough.",
                "没有通知时，App 提交的交易已足够。"
            )
        case .notificationFirst:
            ConformanceText(
                "Apple's notification can be faster than the app: the purchase counts once.",
                "Apple 的通知可能比 App 更快：购买只计一次。"
            )
        case .stale:
            ConformanceText(
                "StoreKit can return an older copy of a transaction: it does not undo what came later.",
                "StoreKit 可能返回交易的旧副本：旧副本不会撤销之后的变更。"
            )
        case .clockAhead:
            ConformanceText(
                "Signed dates can be ahead of the server's clock by minutes.",
                "签名日期可能比服务器时钟快几分钟。"
            )
        case .clockBehind:
            ConformanceText(
                "Signed dates can be behind the server's clock by minutes.",
                "签名日期可能比服务器时钟慢几分钟。"
            )
        case .crash:
            ConformanceText(
                "What the server accepted survives a crash.",
                "服务器已接受的内容在崩溃后仍然存在。"
            )
        }
    }

    /// How many seconds Apple's dates are ahead.
    package var skew: Int {
        switch self {
        case .clockAhead: 240
        case .clockBehind: -240
        default: 0
        }
    }

    /// Whether the server knows everything after each step, and not only at the end.
    package var isInOrder: Bool { ![.reordered, .delayed, .lost, .stale].contains(self) }
}
