// swift-tools-version: 6.1
// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import PackageDescription

// An app's manifest: PurserClient everywhere, StoreKit from Purser on Linux only.

let package = Package(
    name: "CoffeeShop",
    platforms: [.iOS(.v15), .macOS(.v15)],
    dependencies: [.package(name: "purser", path: "../..")],
    targets: [
        .executableTarget(
            name: "CoffeeShop",
            dependencies: [.product(name: "PurserClient", package: "purser")]
        ),
        .testTarget(name: "CoffeeShopTests", dependencies: ["CoffeeShop"]),
    ],
    swiftLanguageModes: [.v6]
)

#if os(Linux)
for target in package.targets {
    target.dependencies.append(.product(name: "StoreKit", package: "purser"))
    if target.isTest { target.dependencies.append(.product(name: "StoreKitTest", package: "purser")) }
}
#endif
