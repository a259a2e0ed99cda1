// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import PackageDescription

// A package of its own, so that users of Purser do not build its measurements.
let package = Package(
    name: "purser-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "purser", path: "..")],
    targets: [
        .executableTarget(
            name: "RulesBenchmark",
            dependencies: [
                .product(name: "AppStoreTypes", package: "purser"),
                .product(name: "Commerce", package: "purser"),
            ]
        ),
        .systemLibrary(
            name: "CLibCrypto",
            pkgConfig: "libcrypto",
            providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]
        ),
        .executableTarget(
            name: "SimulatorBenchmark",
            dependencies: [
                .product(name: "AppStoreSimulator", package: "purser"),
                .product(name: "AppStoreTypes", package: "purser"),
            ]
        ),
        .executableTarget(
            name: "VerificationBenchmark",
            dependencies: [
                "CLibCrypto",
                .product(name: "AppStoreSignedData", package: "purser"),
                .product(name: "AppStoreTypes", package: "purser"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

#if os(Linux)
// The same app without and with the SDK; `sdk_cost.py` compares them.
for (name, others) in [("BareShop", []), ("SDKShop", ["PurserClient"])] {
    package.targets.append(
        .executableTarget(
            name: name,
            dependencies: (["StoreKit"] + others).map { .product(name: $0, package: "purser") }
        )
    )
}
#endif
