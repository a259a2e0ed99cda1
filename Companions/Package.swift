// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import PackageDescription

// Modules of Apple's systems that purchase code imports beside StoreKit, for Linux, each as small as such code needs.
// They are a package of their own because a target of such a name makes `canImport` true in a whole package graph:
// only who asks for one should see it.

let package = Package(
    name: "purser-companions",
    products: [
        "Combine", "CommonCrypto", "CryptoKit", "Network", "OSLog", "ObjectiveC", "Security", "SystemConfiguration",
        "WidgetKit", "os",
    ].map { name in .library(name: name, targets: [name]) }
        // A file that imports Swift Testing beside these gets the overlay, too.
        + ["SwiftUI", "UIKit"].map { name in .library(name: name, targets: [name, "_Testing_UIKit"]) },
    dependencies: [.package(name: "purser", path: "..")],
    targets: [
        .target(name: "Combine", dependencies: [.product(name: "StoreKitPlatform", package: "purser")]),
        .target(name: "CommonCrypto", dependencies: ["CryptoKit"]),
        .target(name: "CryptoKit", dependencies: [.product(name: "StoreKitPlatform", package: "purser")]),
        .target(name: "Network"),
        .target(name: "OSLog", dependencies: ["os"]),
        .target(
            name: "ObjectiveC",
            dependencies: ["CObjectiveCNames", .product(name: "StoreKitPlatform", package: "purser")]
        ),
        .target(name: "Security"),
        // StoreKit's views are in an overlay of both modules at Apple, which SwiftPM cannot build: here SwiftUI has them.
        .target(name: "SwiftUI", dependencies: ["Combine", "UIKit", .product(name: "StoreKit", package: "purser")]),
        .target(name: "SystemConfiguration", dependencies: ["Network"]),
        .target(name: "UIKit", dependencies: [.product(name: "StoreKitPlatform", package: "purser")]),
        .target(name: "WidgetKit"),
        .target(name: "_Testing_UIKit"),
        .target(
            name: "os",
            dependencies: ["COSNames", .product(name: "StoreKitPlatform", package: "purser")]
        ),
        // `import os.log` and `import ObjectiveC.runtime`: the names of parts that only a module map can give.
        .systemLibrary(name: "COSNames"),
        .systemLibrary(name: "CObjectiveCNames"),
        .testTarget(
            name: "CompanionsTests",
            dependencies: [
                "Combine", "CommonCrypto", "CryptoKit", "Network", "OSLog", "ObjectiveC", "Security", "SwiftUI",
                "SystemConfiguration", "UIKit", "WidgetKit", "_Testing_UIKit", "os",
                .product(name: "StoreKit", package: "purser"), .product(name: "StoreKitTest", package: "purser"),
            ],
            exclude: ["Fixtures"],
            // As an app's own targets are built: without this project's settings.
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
    ],
    swiftLanguageModes: [.v6]
)
