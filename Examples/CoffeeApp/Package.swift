// swift-tools-version: 6.1
// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import PackageDescription

// The sources of an iOS app. On Linux they are compiled with Purser's StoreKit and the companion SwiftUI, and tested.

let package = Package(
    name: "CoffeeApp",
    platforms: [.iOS(.v15), .macOS(.v15)],
    products: [.library(name: "CoffeeApp", targets: ["CoffeeApp"])],
    dependencies: [.package(name: "purser", path: "../..")],
    targets: [
        .target(name: "CoffeeApp", dependencies: [.product(name: "PurserClient", package: "purser")]),
        .testTarget(
            name: "CoffeeAppTests",
            dependencies: ["CoffeeApp", .product(name: "PurserClient", package: "purser")]
        ),
    ],
    swiftLanguageModes: [.v6]
)

#if os(Linux)
// The companion SwiftUI depends on Purser itself, so the views are built here from their sources.
package.dependencies.append(.package(name: "purser-companions", path: "../../Companions"))
package.targets.append(
    .target(name: "PurserUI", dependencies: [.product(name: "PurserClient", package: "purser")])
)
for target in package.targets {
    target.dependencies += [
        .product(name: "SwiftUI", package: "purser-companions"), .product(name: "StoreKit", package: "purser"),
    ]
    if target.name != "PurserUI" { target.dependencies.append("PurserUI") }
    if target.isTest { target.dependencies.append(.product(name: "StoreKitTest", package: "purser")) }
    target.swiftSettings = [
        .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("ExistentialAny"),
    ]
}
#else
for target in package.targets { target.dependencies.append(.product(name: "PurserUI", package: "purser")) }
#endif
