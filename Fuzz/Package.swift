// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import PackageDescription

// A package of its own: its programs have no main of their own and build only with `--sanitize=fuzzer`.
let targets = [
    "Base64URL", "Certificate", "PrivateKey", "SignedDocument", "DocumentHeader", "DocumentPayload", "AppReceipt",
    "AppReceiptContent", "TransactionReceipt", "RevocationRequest", "RevocationAnswer", "Token",
]

let package = Package(
    name: "purser-fuzz",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "purser", path: "..")],
    targets: [
        .target(
            name: "FuzzSupport",
            dependencies: [
                .product(name: "AppStoreSignedData", package: "purser"),
                .product(name: "AppStoreTypes", package: "purser"),
            ]
        )
    ]
        + targets.map { name in
            .executableTarget(
                name: "Fuzz" + name,
                dependencies: [
                    "FuzzSupport",
                    .product(name: "AppStoreSignedData", package: "purser"),
                    .product(name: "AppStoreTypes", package: "purser"),
                ],
                swiftSettings: [.unsafeFlags(["-parse-as-library"])]
            )
        },
    swiftLanguageModes: [.v6]
)
