// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials
import HTML

extension PurchasePage {
    /// What to tell a customer who wants the money back: only Apple gives it, by three ways, within its windows.
    func refundAdvice(_ f: Frame) -> HTML {
        guard let purchased, let transaction else { return .empty }
        let days = Int(f.now.timeIntervalSince(purchased) / 86_400)
        let (window, text) = Self.window(of: storefront, f)
        let isInside = days <= window
        let badge =
            isInside
            ? Parts.badge(f("within the window", "在期限内"), .good)
            : Parts.badge(f("past the window", "超过期限"), .warning)
        let routes: [HTML] = [
            "<li><a href=\"https://reportaproblem.apple.com\" rel=\"noreferrer\">reportaproblem.apple.com</a>: \(f("the customer signs in and asks", "顾客登录后申请"))</li>\n",
            "<li>\(f("Apple's support by chat or telephone", "Apple 客服在线或电话"))</li>\n",
            "<li>\(f("the card's issuer, last of all: Apple may close the account", "最后才找发卡行：Apple 可能停用账户"))</li>\n",
        ]
        let text2 = f(
            "Money comes back after 36 hours up to 15 working days. Give the customer the transaction \(transaction).",
            "退款到账需 36 小时至 15 个工作日。请把交易号 \(transaction) 告诉顾客。"
        )
        return Parts.section(
            f("Refund advice", "退款建议"),
            id: "refund-advice",
            """
            <p>\(badge) \(f("Bought \(days) days ago.", "购买于 \(days) 天前。")) \(text)</p>
            <p>\(f("Only Apple gives money back; there are three ways:", "只有 Apple 能退款，有三种途径："))</p>
            <ol>\(routes)</ol>
            <p class="soft">\(text2)</p>
            """
        )
    }

    private static let union: Set<String> = [
        "AUT", "BEL", "BGR", "HRV", "CYP", "CZE", "DNK", "EST", "FIN", "FRA", "DEU", "GRC", "HUN", "IRL", "ITA", "LVA",
        "LTU", "LUX", "MLT", "NLD", "POL", "PRT", "ROU", "SVK", "SVN", "ESP", "SWE",
    ]

    /// How many days a refund can be asked for, and on which terms.
    private static func window(of storefront: String?, _ f: Frame) -> (days: Int, text: String) {
        switch storefront {
        case .some(let country) where union.contains(country):
            (
                14,
                f(
                    "In the European Union: 14 days without a reason; afterwards on conditions, up to 90.",
                    "欧盟：14 天内无理由；之后 90 天内有条件。"
                )
            )
        case "TWN":
            (7, f("In Taiwan: 7 days without a reason; afterwards on conditions, up to 90.", "台湾：7 天内无理由；之后 90 天内有条件。"))
        case "CHN":
            (
                90,
                f(
                    "In mainland China: within 90 days; once without conditions, twice a year on conditions, a third time hardly.",
                    "中国大陆：90 天内；一次无条件，一年两次有条件，第三次很难。"
                )
            )
        default: (90, f("On conditions within 90 days.", "90 天内有条件退款。"))
        }
    }
}
