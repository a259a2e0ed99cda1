// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import HTTPService

@testable import PurserServer

/// The pages of the HTTP API, made from the routes and their contract.
struct HTTPReference {
    /// Every operation, in the order of paths.
    var routes: [Route]
    private let schemas: [String: JSONValue]

    init(routes: [Route]) {
        self.routes = routes.sorted { ($0.path, $0.method.rawValue) < ($1.path, $1.method.rawValue) }
        schemas = OpenAPIDocument(routes: routes).json["components"]?["schemas"]?.members ?? [:]
    }

    // MARK: - English

    var page: String {
        let chapters = RouteTag.allCases.map { tag in
            let group = routes.filter { $0.group == tag }
            return "## \(tag.rawValue)\n\n" + table(of: group) + "\n\n"
                + group.map(section).joined(separator: "\n\n")
        }
        return """
            # HTTP API

            Generated from the contract, which `GET /openapi.json` returns as OpenAPI 3.1; a test compares this page.
            [中文](HTTP.zh-CN.md)

            **Requests.** Bodies are JSON. Send a key as `Authorization: Bearer KEY`. An unknown member or parameter is an error.
            Dates are milliseconds since 1970, and amounts are in thousandths of the currency's unit (`milliunits`).

            **Access.** `pk`: an app's publishable key. `ct`: a customer's token. `sk`: a secret key. [Access](../Access.md) shows
            what each caller gets.

            **Errors.** An error is a problem in JSON with a `code`: [Error codes](ErrorCodes.md). Besides the codes of an
            operation, each one can return `invalid-parameter`, `too-many-requests`, `overloaded`, `database-unavailable`,
            `request-timeout`, `body-too-large`, `header-fields-too-large` and `internal-error`.

            \(chapters.joined(separator: "\n\n"))

            ## Schemas

            \(schemas.keys.sorted().map(schemaSection).joined(separator: "\n\n"))

            """
    }

    private func table(of group: [Route]) -> String {
        let rows = group.map { route in
            "| [`\(route.method.rawValue) \(route.path)`](#\(route.name.lowercased())) | \(access(route)) | "
                + "\(ReferencePage.cell(route.summary)) |"
        }
        return (["| Operation | Access | Meaning |", "|---|---|---|"] + rows).joined(separator: "\n")
    }

    private func access(_ route: Route) -> String {
        switch route.access {
        case .open: "open"
        case .appStore: "App Store"
        case .app: "pk, ct, sk"
        case .customer: "ct, sk"
        case .backend: "sk"
        }
    }

    private func section(_ route: Route) -> String {
        var parts = ["### \(route.name)", "`\(route.method.rawValue) \(route.path)`: \(route.summary)"]
        var lines = (route.query.map { ("query", $0) } + route.headers.map { ("header", $0) }).map { place, item in
            "- \(place) `\(item.name)`\(item.isRequired ? ", required" : "") (\(type(of: item.schema.json))): \(item.summary)"
        }
        if let body = route.body {
            lines.append(
                "- body\(body.isRequired ? "" : ", optional"): \(type(of: body.schema.json))\(media(body.mediaTypes))"
            )
        }
        for answer in route.answers {
            let content =
                answer.schema.map { ", \(type(of: $0.json))" + media([answer.mediaType] + answer.textTypes) } ?? ""
            lines.append("- \(answer.status)\(content): \(answer.summary)")
        }
        let codes = Set(route.problems.map(\.rawValue)).sorted().map { "`\($0)`" }
        if !codes.isEmpty { lines.append("- error codes: " + codes.joined(separator: ", ")) }
        parts.append(lines.joined(separator: "\n"))
        return parts.joined(separator: "\n\n")
    }

    /// The media types, where they are more than JSON.
    private func media(_ types: [String]) -> String {
        types == ["application/json"] ? "" : " as " + types.map { "`\($0)`" }.joined(separator: ", ")
    }

    private func schemaSection(_ name: String) -> String {
        let schema = schemas[name] ?? [:]
        guard let members = schema["properties"]?.members else { return "### \(name)\n\n\(type(of: schema))" }
        let required = Set(schema["required"]?.array?.compactMap(\.string) ?? [])
        let rows = members.keys.sorted().map { member in
            let value = members[member] ?? [:]
            let meaning = ReferencePage.cell(value["description"]?.string ?? "")
            return
                "| `\(member)`\(required.contains(member) ? "" : " (optional)") | \(ReferencePage.cell(type(of: value))) | "
                + "\(meaning) |"
        }
        return (["### \(name)", "", "| Member | Type | Meaning |", "|---|---|---|"] + rows).joined(separator: "\n")
    }

    /// What values a schema has, in few words, with links to other schemas.
    private func type(of schema: JSONValue) -> String {
        if let reference = schema["$ref"]?.string {
            let name = reference.split(separator: "/").last.map(String.init) ?? reference
            return "[\(name)](#\(name.lowercased()))"
        }
        if let choices = schema["anyOf"]?.array { return choices.map(type).joined(separator: " or ") }
        if let values = schema["enum"]?.array?.compactMap(\.string) {
            return values.map { "`\($0)`" }.joined(separator: ", ")
        }
        switch schema["type"]?.string {
        case "array": return "array of " + type(of: schema["items"] ?? [:])
        case "object":
            if let values = schema["additionalProperties"], values.members != nil {
                return "map of " + type(of: values)
            }
            guard let members = schema["properties"]?.members, !members.isEmpty else { return "object" }
            return "object of " + members.keys.sorted().map { "`\($0)`" }.joined(separator: ", ")
        case "string": return schema["format"]?.string.map { "string (\($0))" } ?? "string"
        case let kind?: return kind
        case nil: return "any value"
        }
    }

    // MARK: - Chinese

    var chinesePage: String {
        let chapters = RouteTag.allCases.map { tag in
            let rows = routes.filter { $0.group == tag }.map { route in
                "| [`\(route.method.rawValue) \(route.path)`](HTTP.md#\(route.name.lowercased())) | \(chineseAccess(route)) | "
                    + "\(OperationSummaries.chinese[route.name] ?? "") |"
            }
            return (["## \(OperationSummaries.chapters[tag] ?? "")", "", "| 操作 | 访问 | 含义 |", "|---|---|---|"] + rows)
                .joined(separator: "\n")
        }
        return """
            # HTTP API

            由接口契约生成，并由测试核对；`GET /openapi.json` 以 OpenAPI 3.1 返回该契约。每个操作的参数、请求体、响应和错误代码见\
            [英文页](HTTP.md)，点击操作即可跳转。

            **请求。** 请求体为 JSON，密钥放在 `Authorization: Bearer KEY` 中。未知的成员或参数视为错误。时间是自 1970 年起的毫秒数，\
            金额以货币单位的千分之一（`milliunits`）表示。

            **访问。** `pk`：App 的公开密钥；`ct`：用户令牌；`sk`：密钥。各调用方得到什么，见[访问权限](../Access.zh-CN.md)。

            **错误。** 错误是带有 `code` 的 JSON，见[错误代码](ErrorCodes.zh-CN.md)。

            \(chapters.joined(separator: "\n\n"))

            """
    }

    private func chineseAccess(_ route: Route) -> String {
        switch route.access {
        case .open: "公开"
        case .appStore: "App Store"
        case .app, .customer, .backend: access(route).replacing(", ", with: "、")
        }
    }
}
