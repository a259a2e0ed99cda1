// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Console
import Foundation
import HTTPService
import Testing

@testable import PurserServer

/// The question mark in the bar.
@Suite struct ConsoleGuideTests {
    private static let documentation = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Documentation")

    private static func document(_ language: ConsoleLanguage) throws -> String {
        let name = language == .english ? "Console.md" : "Console.zh-CN.md"
        return try String(contentsOf: documentation.appending(path: name), encoding: .utf8)
    }

    @Test(arguments: ConsoleLanguage.allCases)
    func `the guide is the documentation, and has a heading for each page`(language: ConsoleLanguage) throws {
        let text = try Self.document(language)
        #expect(Guide.markdown(language) == text)
        let anchors = text.split(separator: "\n").filter { $0.hasPrefix("##") }
            .map { Guide.anchor(of: $0.drop { $0 == "#" }.dropFirst()) }
        #expect(Set(anchors).count == anchors.count)
        for place in Page.NavigationItem.allCases {
            let heading = Self.frame(language).name(of: place)
            #expect(anchors.contains(Guide.anchor(of: heading)), "\(heading)")
        }
    }

    @Test(arguments: ConsoleLanguage.allCases)
    func `the question mark of every page leads to an anchor of the guide`(language: ConsoleLanguage) async throws {
        let shop = try await TestShop()
        _ = try await shop.order(TestShop.beans, customer: "anna")
        let visit = try await ConsoleVisit.signedIn(.admin, at: shop)
        try await visit.post("/console/language", ["language": language.rawValue, "back": "/console"])
        let guide = try await visit.get("/console/guide").text
        #expect(guide.contains("lang=\"\(language.rawValue)\""))
        let paths =
            Page.NavigationItem.allCases.map(\.path) + [
                "/console/customers/anna", "/console/search?q=absent", "/console/account", "/console/guide",
                "/console/nowhere",
            ]
        var anchors: Set<String> = []
        for path in paths {
            let page = try await visit.get(path).text
            let links = page.matches(of: /href="\/console\/guide[^"#]*#([^"]+)" target="_blank"/)
            let link = try #require(links.first, "\(path)")
            let anchor = try #require(String(link.1).removingPercentEncoding)
            #expect(guide.contains("id=\"\(anchor)\""), "\(path) leads to \(anchor)")
            anchors.insert(anchor)
        }
        #expect(anchors.count > Page.NavigationItem.allCases.count)
    }

    private static func frame(_ language: ConsoleLanguage) -> PageContext {
        let scope = PageContext.Scope(app: "a", name: "A", environment: "Production")
        return PageContext(
            language: language,
            user: "anna",
            role: .admin,
            csrf: "",
            scopes: [scope],
            scope: scope,
            trustsSimulator: false,
            now: Date(timeIntervalSince1970: 0),
            path: "/console"
        )
    }
}
