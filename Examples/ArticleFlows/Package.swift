// swift-tools-version: 6.1
// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import PackageDescription

// As an app's own manifest would be: on Apple's systems StoreKit belongs to the system, on Linux it comes from Purser.

let package = Package(
    name: "ArticleFlows",
    platforms: [.iOS(.v15), .macOS(.v13)],
    products: [.library(name: "ArticleFlows", targets: ["ArticleFlows"])],
    targets: [
        .target(name: "ArticleFlows"),
        .testTarget(name: "ArticleFlowsTests", dependencies: ["ArticleFlows"], exclude: ["Shop.storekit"]),
    ],
    swiftLanguageModes: [.v5]
)

#if os(Linux)
package.dependencies = [
    .package(name: "purser", path: "../.."),
    .package(name: "purser-companions", path: "../../Companions"),
]
for target in package.targets {
    target.dependencies.append(.product(name: "StoreKit", package: "purser"))
    target.dependencies.append(.product(name: "Security", package: "purser-companions"))
    if target.isTest { target.dependencies.append(.product(name: "StoreKitTest", package: "purser")) }
}
#endif
