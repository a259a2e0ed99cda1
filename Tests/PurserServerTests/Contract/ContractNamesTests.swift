// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Testing

@testable import PurserServer

/// Names that generators of clients can use as they are; `Scripts/languages-check` generates five and compiles them.
@Suite struct ContractNamesTests {
    /// What generators put behind an operation's name for functions beside the operation's own.
    private static let suffixes = [
        "request", "withhttpinfo", "withhttpinfoasync", "async", "asyncwithhttpinfo", "execute", "raw", "requestopts",
        "withoutpreloadcontent", "call", "validatebeforecall",
    ]

    /// The types that generated clients have themselves.
    private static let types: Set<String> = [
        "apikey", "apiclient", "apiexception", "apierror", "apiresponse", "basicauth", "configuration",
        "serverconfiguration",
        "servervariable", "error", "object", "string", "date", "map", "list", "array", "response", "request", "json",
    ]

    @Test func `no operation has the name of a function that is generated for another one`() async throws {
        let names = Set(try await TestShop().service.routes.map { $0.name.lowercased() })
        let generated = names.flatMap { name in Self.suffixes.map { name + $0 } }
        #expect(names.intersection(generated).isEmpty)
    }

    @Test func `no type has the name of a type of every client, or of another type but for case`() async throws {
        let document = OpenAPIDocument(routes: try await TestShop().service.routes).json
        let names = try #require(document["components"]?["schemas"]?.members?.keys.map { $0.lowercased() })
        #expect(names.count == Set(names).count)
        #expect(Self.types.intersection(names).isEmpty)
    }
}
