// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import Foundation
import HTTPService
import Persistence
import Testing

@testable import PurserServer

/// Shadow mode in the console.
@Suite struct ShadowConsoleTests {
    /// Two customers of whom the provider is wrong about each in another way.
    private func wrong(_ world: ShadowWorld) async throws {
        try await world.add("anna", "ben")
        try await world.buy("forever", "anna")
        world.provider.plant("anna") { $0.entitlements = [:] }
        world.provider.plant("ben") { subscriber in
            subscriber.entitlements["club"] = ["expires_date": .null, "product_identifier": "monthly"]
        }
        try await world.start()
        try await world.compare(minutes: 80)
    }

    @Test func `the page is empty until shadow mode starts, and says how`() async throws {
        try await ShadowWorld.with { world in
            let visit = try await ConsoleVisit.signedIn(.viewer, world.shop.server, world.shop.client)
            let page = try await visit.get("/console/shadow").text
            #expect(page.contains("Shadow mode") && page.contains("PATCH /v1/shadow"))
            #expect(!page.contains("shadow-differences"))
        }
    }

    @Test func `the report, the classes and the differences are shown, narrowed, and one is explained`() async throws {
        try await ShadowWorld.with { world in
            try await wrong(world)
            let visit = try await ConsoleVisit.signedIn(.support, world.shop.server, world.shop.client)
            let page = try await visit.get("/console/shadow").text
            #expect(
                page.contains("No-go") && page.contains("Late at the provider") && page.contains("Unknown purchase")
            )
            #expect(page.contains("$49.99") && page.contains(">anna<") && page.contains(">ben<"))
            #expect(!page.contains("sk_foreign"))
            let narrowed = try await visit.get("/console/shadow?class=unknown-purchase&state=confirmed").text
            #expect(!narrowed.contains(">anna<") && narrowed.contains(">ben<"))
            let none = try await visit.get("/console/shadow?customer=unknown").text
            #expect(none.contains("No difference matches these filters."))
            let link = ConsoleVisit.link("/console/shadow/shd_", in: narrowed)
            let one = try await visit.get(link).text
            #expect(one.contains("Import it with a backfill") && one.contains("Why Purser answers so"))
            #expect(
                one.contains("It was never purchased.") && one.contains("/console/customers/ben/why/club")
            )
            let why = try await visit.get(ConsoleVisit.link("/console/customers/ben/why/", in: one))
            #expect(why.status == 200)
            _ = try await visit.get("/console/shadow?language=zh")
        }
    }

    @Test func `a person of support compares a customer at once, and a viewer cannot`() async throws {
        try await ShadowWorld.with { world in
            try await wrong(world)
            let support = try await ConsoleVisit.signedIn(.support, world.shop.server, world.shop.client)
            let form = ["scope": "com.example.coffee Production", "customer": "anna", "back": "/console/shadow"]
            let answer = try await support.post("/console/actions/shadow-check", form)
            #expect(answer.status == .seeOther)
            #expect(try await support.get("/console/shadow").text.contains("anna: 1 differences."))
            world.provider.repair("anna")
            _ = try await support.post("/console/actions/shadow-check", form)
            #expect(try await support.get("/console/shadow").text.contains("The two agree about anna."))
            let viewer = try await ConsoleVisit.signedIn(.viewer, world.shop.server, world.shop.client)
            #expect(try await viewer.post("/console/actions/shadow-check", form).status == .forbidden)
        }
    }

    @Test func `what does not fit the store is counted, and is a no-go`() async throws {
        try await ShadowWorld.with { world in
            try await world.add("anna")
            world.provider.plant("anna") { $0.entitlements["all"] = ["expires_date": .null] }
            try await world.start()
            let body: JSONValue = ["customers": ["anna"]]
            _ = try await world.shop.ask(.post, "/v1/shadow/check", body)
            let sample = try #require(
                try await world.shop.server.database.read {
                    try $0.shadowDifferences(of: "com.example.coffee", limit: 1).first
                }
            )
            try await world.shop.server.database.write { writer in
                for number in 1..<StoredShadowDifference.maximumCount {
                    var other = sample
                    (other.id, other.customer) = ("filler-\(number)", CustomerID(rawValue: "filler-\(number)"))
                    other.dueDate = sample.dueDate.addingTimeInterval(86_400 * 30)
                    try writer.upsert(other)
                }
            }
            try await world.know("ben")
            world.provider.plant("ben") { $0.entitlements["all"] = ["expires_date": .null] }
            try await world.compare(minutes: 5)
            #expect(try await world.differences("?customer=ben").isEmpty)
            #expect(try await world.report().obstacles.map(\.code).contains("too-many-differences"))
        }
    }
}
