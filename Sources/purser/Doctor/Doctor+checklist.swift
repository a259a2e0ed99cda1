// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import PurserServer

/// A point of the launch checklist that a person must see to.
struct ChecklistItem: Hashable, Sendable {
    var name: String
    var what: LocalizedText
    var place: LocalizedText

    /// Every point.
    static let all: [ChecklistItem] = [
        ChecklistItem(
            name: "paid-apps-agreement",
            what: LocalizedText("the Paid Apps Agreement is in force", "“付费 App 协议”已生效"),
            place: LocalizedText("App Store Connect: Business, Agreements", "App Store Connect：商务 › 协议")
        ),
        ChecklistItem(
            name: "bank-and-tax",
            what: LocalizedText("bank account and tax forms are accepted", "银行账户与税务表格已通过"),
            place: LocalizedText(
                "App Store Connect: Business, Bank Accounts and Tax Forms",
                "App Store Connect：商务 › 银行账户、税务表格"
            )
        ),
        ChecklistItem(
            name: "roles",
            what: LocalizedText("those on duty have the roles they need, and no more", "值班人员具有所需且仅所需的角色"),
            place: LocalizedText("App Store Connect: Users and Access", "App Store Connect：用户和访问")
        ),
        ChecklistItem(
            name: "product-metadata",
            what: LocalizedText(
                "each product has name, description, price and a screenshot for review",
                "每个商品都有名称、描述、价格与审核截图"
            ),
            place: LocalizedText(
                "App Store Connect: the app, In-App Purchases and Subscriptions",
                "App Store Connect：该 App › App 内购买项目、订阅"
            )
        ),
        ChecklistItem(
            name: "first-products-with-version",
            what: LocalizedText("the first products are submitted together with an app version", "首批商品随 App 版本一同提交审核"),
            place: LocalizedText(
                "App Store Connect: the version, In-App Purchases and Subscriptions",
                "App Store Connect：版本页面 › App 内购买项目和订阅"
            )
        ),
        ChecklistItem(
            name: "manual-release",
            what: LocalizedText("the version is released manually, until its products are approved", "版本手动发布，直到商品通过审核"),
            place: LocalizedText(
                "App Store Connect: the version, App Store Version Release",
                "App Store Connect：版本页面 › 版本发布"
            )
        ),
        ChecklistItem(
            name: "no-other-payment",
            what: LocalizedText(
                "nothing in the app hints at other ways to pay, where that is not allowed",
                "App 内没有其他支付方式的提示（当地允许者除外）"
            ),
            place: LocalizedText("App Review Guidelines 3.1.1", "App Store 审核指南 3.1.1")
        ),
        ChecklistItem(
            name: "disclosure",
            what: LocalizedText(
                "price, period, renewal and links to terms and privacy are in app and description",
                "App 与描述中写明价格、周期、续期说明及条款、隐私链接"
            ),
            place: LocalizedText("purser disclosure writes the text", "purser disclosure 可生成文案")
        ),
        ChecklistItem(
            name: "notification-urls",
            what: LocalizedText("both notification URLs are set, version 2", "正式与沙盒通知 URL 均已填写，版本 2"),
            place: LocalizedText(
                "App Store Connect: the app, App Information; then purser doctor --test-notification",
                "App Store Connect：该 App › App 信息；再运行 purser doctor --test-notification"
            )
        ),
        ChecklistItem(
            name: "backups",
            what: LocalizedText("backups are taken, and one was restored for trial", "已安排备份，并演练过恢复"),
            place: LocalizedText("Documentation/Operations.md", "Documentation/Operations.md")
        ),
    ]
}

extension Doctor {
    /// The points that no program can see: who saw to them, as the configuration's `checklist` says.
    func checklist() -> [Diagnostic] {
        let points = ChecklistItem.all.map { point -> Diagnostic in
            guard let who = configuration.launchChecklist[point.name], !who.isEmpty else {
                return .warning(
                    "checklist",
                    LocalizedText("not seen to: \(point.what.english)", "未确认：\(point.what.chinese)"),
                    fix: LocalizedText(
                        "\(point.place.english); then write launchChecklist: { \"\(point.name)\": \"DAY NAME\" }",
                        "\(point.place.chinese)；然后写入 launchChecklist: { \"\(point.name)\": \"日期 姓名\" }"
                    )
                )
            }
            return .ok("checklist", LocalizedText("\(point.what.english) (\(who))", "\(point.what.chinese)（\(who)）"))
        }
        let known = Set(ChecklistItem.all.map(\.name))
        let strange = configuration.launchChecklist.keys.filter { !known.contains($0) }.sorted()
        return points
            + strange.map { name in
                .warning(
                    "checklist",
                    LocalizedText("'\(name)' is not a point of the checklist", "“\(name)”不是清单中的条目"),
                    fix: LocalizedText(
                        "there are \(known.sorted().joined(separator: ", "))",
                        "可用条目：\(known.sorted().joined(separator: "、"))"
                    )
                )
            }
    }
}
