// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import HTTPService
import Testing

@testable import PurserServer

/// The documentation's table is the one that the tests go by; `RECORD=1 swift test --filter AccessPageTests` writes it.
@Suite struct AccessPageTests {
    /// A page of the documentation.
    enum Page: String, CaseIterable {
        case english = "Access.md"
        case chinese = "Access.zh-CN.md"
    }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Documentation")

    private static func chapters(of routes: [Route], in page: Page) -> String {
        let isChinese = page == .chinese
        let rows = Dictionary(AccessRow.all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        let names = AccessCaller.allCases.map { isChinese ? $0.chineseName : $0.rawValue }
        let head =
            "| \(isChinese ? "操作" : "operation") | " + names.joined(separator: " | ") + " |\n"
            + "|---|" + AccessCaller.allCases.map { _ in "---|" }.joined()
        return AccessRule.allCases.map { rule in
            let lines = routes.compactMap { route -> String? in
                guard let row = rows[route.name], row.rule == rule else { return nil }
                let cells = AccessCaller.allCases.map { caller in
                    isChinese ? row.answer(to: caller).chineseName : row.answer(to: caller).rawValue
                }
                return "| `\(route.method.rawValue) \(route.path)` | " + cells.joined(separator: " | ") + " |"
            }
            let reason = isChinese ? rule.chineseReason : rule.reason
            return "**\(reason)**\n\n\(head)\n\(lines.joined(separator: "\n"))\n"
        }
        .joined(separator: "\n")
    }

    private static let english = """
        # Access

        This page lists every operation of the API for every kind of caller, each requesting an object of a customer of one \
        app. A test sends each request with existing objects, compares the result with this table, and fails for an operation \
        without a row (`RECORD=1 swift test --filter AccessPageTests` writes the page). It also checks that no rejected \
        request stores anything. [中文](Access.zh-CN.md)

        - **yes**: the operation succeeds.
        - **own**: the response contains only the caller's own objects, or the content of the request. It has no order, token, \
        product, transaction, event, endpoint or key of the other party.
        - **401**, **403**, **404**, **409**: rejected. The response contains no data, and nothing is stored.

        The column of the app's key is for the default `requiresCustomerTokens: "reads"`. With `"always"`, that key gets 403 \
        where an order is created, changed or shown. With `"never"`, it reads and changes every customer whose ID the caller \
        knows.

        ## Several apps on one server

        - **Customers belong to the team.** The secret key of any app reads a customer's entitlements and snapshot, merged \
        over the apps, and reads and changes balances. An iOS and a macOS app therefore share their customers.
        - **Sales belong to the app.** Only that app's keys read and change its orders, purchases, events, webhooks, catalog, \
        content, keys, audit entries, offers and requests to Apple. Another app's key gets 404 for them, or a list of its own \
        objects.
        - **Reports belong to the vendor.** A key reads, imports and fetches the reports of its app's \
        `appStoreConnect.vendorNumber`, and reports that were imported without a number.
        - **Jobs and alerts serve all apps.** Every app's secret key reads and runs them. Failure reasons and reported \
        purchases that may name another app's objects are omitted; the server's log has the reasons.
        - **An administrator in the console, or a command on the server's machine, acts for every app.**

        ## Operations

        """

    private static let chinese = """
        # 访问权限

        本页列出 API 的每个操作和每种调用方，各调用方请求的都是某个 App 的某位用户的对象。测试用已有的对象发送每个请求，\
        把结果与此表比较；操作缺少对应的行时测试失败（`RECORD=1 swift test --filter \
        AccessPageTests` 会写出本页）。测试还检查被拒绝的请求不会保存任何数据。\
        [English](Access.md)

        - **是**：操作成功。
        - **自有**：响应只包含调用方自己的对象，或请求中的内容；不含对方的订单、令牌、商品、交易、事件、端点或密钥。
        - **401**、**403**、**404**、**409**：被拒绝。响应不含数据，也不保存任何数据。

        “公开密钥”一列适用于默认的 `requiresCustomerTokens: "reads"`。\
        设为 `"always"` 时，创建、改变或读取订单得到 403。设为 `"never"` 时，只要知道用户 ID，\
        公开密钥就可以读取和改变任何用户。

        ## 一台服务器上的多个 App

        - **用户属于团队。** 任何 App 的密钥都可以读取用户的权益和权益快照（合并各个 App），并读取和改变余额。\
        因此 iOS 和 macOS 的 App 共用用户。
        - **销售属于 App。** 只有该 App \
        的密钥可以读取和改变它的订单、购买、事件、Webhook、商品目录、内容、密钥、审计记录、优惠，以及对 Apple 的请求。\
        其他 App 的密钥得到 404，或自己的列表。
        - **报告属于供应商。** 密钥可以读取、导入和获取其 App 的 \
        `appStoreConnect.vendorNumber` 的报告，以及导入时没有编号的报告。
        - **任务和告警服务于所有 App。** 每个 App 的密钥都可以读取和运行。\
        可能涉及其他 App 的失败原因和上报购买会被省略；原因见服务器日志。
        - **控制台的管理员，或服务器上的命令，可以代表所有 App。**

        ## 操作

        """

    private static func text(_ page: Page, of routes: [Route]) -> String {
        (page == .english ? english : chinese) + "\n" + chapters(of: routes, in: page)
    }

    @Test(arguments: Page.allCases)
    func `the documentation's access table is the one that the tests go by`(page: Page) async throws {
        let path = Self.folder.appending(path: page.rawValue)
        let text = Self.text(page, of: try await TestShop().service.routes)
        if ProcessInfo.processInfo.environment["RECORD"] == "1" {
            try Data(text.utf8).write(to: path)
        }
        let written = try String(decoding: Data(contentsOf: path), as: UTF8.self)
        #expect(written == text, "\(page.rawValue) is out of date: RECORD=1 swift test --filter AccessPageTests")
    }
}
