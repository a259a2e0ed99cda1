// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import PackageDescription

// MARK: - Settings

/// Warnings as errors, for this package's own scripts, which set the variable.
///
/// A package that depends on this one is not broken by a newer compiler's new warning.
let strictness: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .treatWarning("DeprecatedDeclaration", as: .warning),
]

/// The settings that every Swift target of this package is built with.
let settings: [SwiftSetting] =
    [
        // SE-0335: existential types are spelled with `any`.
        .enableUpcomingFeature("ExistentialAny"),
        // SE-0409: an `import` is internal unless it says otherwise.
        .enableUpcomingFeature("InternalImportsByDefault"),
        // SE-0444: a member is visible only where its module is imported.
        .enableUpcomingFeature("MemberImportVisibility"),
        // SE-0461: a nonisolated async function runs where its caller runs.
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        // SE-0470: a conformance of an isolated type is isolated too.
        .enableUpcomingFeature("InferIsolatedConformances"),
        // SE-0481: `weak let`.
        .enableUpcomingFeature("ImmutableWeakCaptures"),
    ] + (Context.environment["PURSER_WARNINGS_AS_ERRORS"] == "1" ? strictness : [])

/// The targets that call C libraries: there every unsafe use is spelled out (SE-0458).
let strictlySafe: Set<String> = [
    "AppStoreSignedData", "HTTPService", "PersistencePostgreSQL", "PersistenceSQLite",
]

/// Dated tables of prices, storefronts and taxes, compiled into the library.
let commerceData = [
    "commission-shares.tsv", "disclosure-en.txt", "disclosure-ja.txt", "disclosure-zh-Hans.txt",
    "disclosure-zh-Hant.txt", "exchange-rates-example.tsv", "price-levels-2022.tsv", "price-steps-2026.tsv",
    "storefronts-2026.tsv", "taxes-by-date.tsv",
].map { "Money/Data/" + $0 }

/// The texts of the console in other languages than English, its styles and its script, compiled into the library.
let consoleData =
    ["zh-Hans.json"].map { "Localization/" + $0 } + ["guide-en.txt", "guide-zh.txt"].map { "Guide/" + $0 }
    + ["charts.css", "console.js", "customer.css", "frame.css", "icon.svg", "screens.css"].map { "Assets/" + $0 }

// MARK: - Layers

// Nothing imports upwards: a target may import any target of a lower layer.

let cLibraries: [Target] = [
    library("CCurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev", brew: "curl"),
    library("CMicroHTTPD", pkgConfig: "libmicrohttpd", apt: "libmicrohttpd-dev", brew: "libmicrohttpd"),
    library("COpenSSL", pkgConfig: "openssl", apt: "libssl-dev", brew: "openssl@3"),
    library("CPostgreSQL", pkgConfig: "libpq", apt: "libpq-dev", brew: "libpq"),
    library("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev", brew: "sqlite3"),
    library("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev", brew: "zlib"),
]

let sources: [Target] = [
    // 1 the wire
    target("AppStoreTypes"),

    // 2
    target("AppStoreSignedData", ["AppStoreTypes", "COpenSSL"]),
    target("Commerce", ["AppStoreTypes"], data: commerceData),
    target("Gzip", ["CZlib"]),
    target("HTML"),
    target("HTTPClient", ["CCurl"]),
    target("SQLite", ["CSQLite"]),

    // 3
    target("AppStoreAPI", ["AppStoreSignedData", "AppStoreTypes", "Gzip", "HTTPClient"]),
    target("HTTPService", ["CMicroHTTPD"]),
    target("Persistence", ["AppStoreTypes", "CZlib", "Commerce"]),

    // 4 parts
    target("AppStoreSimulator", ["AppStoreSignedData", "AppStoreTypes"]),
    target("Console", ["HTML"], data: consoleData),
    target("PersistencePostgreSQL", ["AppStoreTypes", "CPostgreSQL", "Commerce", "Persistence"]),
    target("PersistenceSQLite", ["AppStoreTypes", "CSQLite", "Commerce", "Persistence", "SQLite"]),

    // 5 products
    target("Conformance", ["AppStoreSignedData", "AppStoreSimulator", "AppStoreTypes", "HTML"]),
    target(
        "AppStoreSimulatorServer",
        [
            "AppStoreSignedData", "AppStoreSimulator", "AppStoreTypes", "Gzip", "HTTPClient", "HTTPService",
            "SQLite",
        ]
    ),
    target(
        "PurserServer",
        [
            "AppStoreAPI", "AppStoreSignedData", "AppStoreTypes", "Commerce", "Console", "Gzip", "HTML", "HTTPClient",
            "HTTPService", "Persistence",
        ]
    ),

    // 6 program
    executable(
        "purser",
        [
            "AppStoreAPI", "AppStoreSignedData", "AppStoreSimulator", "AppStoreSimulatorServer", "AppStoreTypes",
            "Commerce", "Conformance", "Console", "HTTPClient", "HTTPService", "Persistence", "PersistencePostgreSQL",
            "PersistenceSQLite", "PurserServer",
        ]
    ),

    // The whole system in one process, by a seed.
    target(
        "SystemSimulation",
        [
            "AppStoreSignedData", "AppStoreSimulator", "AppStoreSimulatorServer", "AppStoreTypes", "Commerce",
            "HTTPClient", "HTTPService", "Persistence", "PersistenceSQLite", "PurserServer", "SQLite",
        ]
    ),

    // What tests share.
    target("TestSupport", ["AppStoreSignedData", "AppStoreTypes", "CSQLite", "Commerce"]),
]

let tests: [Target] = [
    test(
        "AppStoreAPITests",
        ["AppStoreAPI", "AppStoreSignedData", "AppStoreTypes", "Gzip", "HTTPClient", "HTTPService"]
    ),
    test("AppStoreSignedDataTests", ["AppStoreSignedData", "AppStoreTypes", "COpenSSL"], fixtures: true),
    test(
        "AppStoreSimulatorServerTests",
        [
            "AppStoreAPI", "AppStoreSignedData", "AppStoreSimulator", "AppStoreSimulatorServer", "AppStoreTypes",
            "HTTPClient", "HTTPService",
        ],
        fixtures: true
    ),
    test("AppStoreSimulatorTests", ["AppStoreSignedData", "AppStoreSimulator", "AppStoreTypes"]),
    test("AppStoreTypesTests", ["AppStoreTypes"], fixtures: true),
    test("ConformanceTests", ["AppStoreSimulator", "AppStoreTypes", "Conformance"]),
    test("ConsoleTests", ["Console", "HTML"]),
    test(
        "CommerceTests",
        ["AppStoreSimulator", "AppStoreTypes", "Commerce"],
        // `make mutants` reads it.
        exclude: ["surviving-mutants.tsv"]
    ),
    test(
        "EndToEndTests",
        [
            "AppStoreSignedData", "AppStoreSimulator", "AppStoreSimulatorServer", "AppStoreTypes", "Commerce",
            "HTTPClient", "HTTPService", "Persistence", "PersistencePostgreSQL", "PersistenceSQLite", "PurserServer",
            "SQLite", "purser",
        ],
        fixtures: true
    ),
    test("GzipTests", ["Gzip"]),
    test("HTMLTests", ["HTML"]),
    test("HTTPClientTests", ["HTTPClient", "HTTPService"], fixtures: true),
    test("HTTPServiceTests", ["HTTPClient", "HTTPService"], fixtures: true),
    test(
        "PersistenceTests",
        [
            "AppStoreTypes", "CSQLite", "Commerce", "Persistence", "PersistencePostgreSQL", "PersistenceSQLite",
            "SQLite",
        ],
        fixtures: true
    ),
    test(
        "PurserClientTests",
        [
            "AppStoreSignedData", "AppStoreSimulator", "AppStoreSimulatorServer", "AppStoreTypes", "Commerce",
            "HTTPClient", "HTTPService", "Persistence", "PersistenceSQLite", "PurserClient", "PurserObjC",
            "PurserServer", "StoreKit", "StoreKitTest",
        ]
    ),
    test(
        "PurserServerTests",
        [
            "AppStoreSignedData", "AppStoreSimulator", "AppStoreSimulatorServer", "AppStoreTypes", "Commerce",
            "Console", "Gzip", "HTTPClient", "HTTPService", "Persistence", "PersistencePostgreSQL",
            "PersistenceSQLite", "PurserServer", "SQLite",
        ],
        fixtures: true
    ),
    test("SQLiteTests", ["SQLite"]),
    test(
        "StoreKitTests",
        [
            "AppStoreSignedData", "AppStoreSimulator", "AppStoreSimulatorServer", "AppStoreTypes", "HTTPClient",
            "HTTPService", "StoreKit", "StoreKitCombine", "StoreKitCrypto", "StoreKitTest",
        ],
        fixtures: true
    ),
    test("SystemSimulationTests", ["SystemSimulation"]),
    test(
        "purserTests",
        [
            "AppStoreAPI", "AppStoreSignedData", "AppStoreSimulator", "AppStoreSimulatorServer", "AppStoreTypes",
            "Commerce", "Conformance", "HTTPClient", "HTTPService", "Persistence", "PersistencePostgreSQL",
            "PersistenceSQLite", "PurserServer", "purser",
        ],
        fixtures: true
    ),
]

// MARK: - Package

let package = Package(
    name: "purser",
    platforms: [.macOS(.v15), .iOS(.v15), .tvOS(.v15), .watchOS(.v8), .visionOS(.v1)],
    products: [
        // Its clients are given a transport, and reports come packed.
        product("AppStoreAPI", with: ["Gzip", "HTTPClient"]),
        product("AppStoreSignedData"),
        product("AppStoreSimulator", with: ["AppStoreSimulatorServer"]),
        product("AppStoreTypes"),
        product("Commerce"),
    ],
    traits: [
        .trait(
            name: "SeatPurchases",
            description: "PurserClient sells seats: for apps that are built with the SDK of iOS 27.3 or newer."
        )
    ],
    targets: cLibraries + sources + tests,
    swiftLanguageModes: [.v6]
)

#if os(Linux)
// On Apple's systems these names belong to the SDK.
package.products += [
    product("StoreKit"),
    product("StoreKitPlatform", with: ["StoreKitCombine", "StoreKitCrypto"]),
    product("StoreKitTest"),
]
package.targets += [
    target(
        "StoreKit",
        [
            "AppStoreSignedData", "AppStoreSimulator", "AppStoreTypes", "HTTPClient", "StoreKitCombine",
            "StoreKitCrypto", "StoreKitPlatform",
        ]
    ),
    // The names of other Apple modules that StoreKit's surface needs, under names that no `canImport` asks for.
    target("StoreKitCombine"),
    target("StoreKitCrypto", ["AppStoreSignedData", "COpenSSL"]),
    target("StoreKitPlatform"),
    target("StoreKitTest", ["AppStoreSimulator", "AppStoreTypes", "StoreKit"]),
]
#endif

#if os(Linux)
let appStore = ["StoreKit", "StoreKitCrypto"]
#else
let appStore: [String] = []
#endif
package.products.append(product("PurserClient"))
package.products.append(product("PurserObjC"))
package.targets += [
    target("PurserClient", appStore, exclude: ["README.md", "README.zh-CN.md"]),
    // The two Objective-C tools over the SDK.
    target("PurserObjC", ["PurserClient"] + appStore.filter { $0 == "StoreKit" }),
]

#if !os(Linux)
// SwiftUI is there on Apple's systems alone. `Examples/CoffeeApp` builds the views on Linux with the companion SwiftUI, and
// tests them.
package.products.append(product("PurserUI"))
package.targets.append(target("PurserUI", ["PurserClient"]))
#endif

// `PURSER_TESTS=CommerceTests,HTMLTests swift test` builds only those test targets: a short loop while editing.
if let chosen = Context.environment["PURSER_TESTS"] {
    let names = Set(chosen.split(separator: ",").map(String.init))
    package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
}

// MARK: - Shorthand

func library(_ name: String, pkgConfig: String, apt: String, brew: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt]), .brew([brew])])
}

func target(
    _ name: String,
    _ dependencies: [String] = [],
    data: [String] = [],
    exclude: [String] = []
) -> Target {
    .target(
        name: name,
        dependencies: dependencies.map { .byName(name: $0) },
        exclude: exclude,
        resources: data.map { .embedInCode($0) },
        swiftSettings: settings + (strictlySafe.contains(name) ? [.strictMemorySafety()] : [])
    )
}

func executable(_ name: String, _ dependencies: [String]) -> Target {
    .executableTarget(name: name, dependencies: dependencies.map { .byName(name: $0) }, swiftSettings: settings)
}

func test(
    _ name: String,
    _ dependencies: [String],
    fixtures: Bool = false,
    exclude: [String] = []
) -> Target {
    .testTarget(
        name: name,
        dependencies: (dependencies + ["TestSupport"]).map { .byName(name: $0) },
        // Tests read them by their place beside the sources.
        exclude: (fixtures ? ["Fixtures"] : []) + exclude,
        swiftSettings: settings
    )
}

func product(_ name: String, with others: [String] = []) -> Product {
    .library(name: name, targets: [name] + others)
}
