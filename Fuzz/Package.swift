// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import PackageDescription

// A package of its own: its programs have no main of their own and build only with `--sanitize=fuzzer`.
let targets = [
    "Base64URL", "Certificate", "PrivateKey", "SignedDocument", "DocumentHeader", "DocumentPayload", "AppReceipt",
    "AppReceiptContent", "TransactionReceipt", "RevocationRequest", "RevocationAnswer", "Token", "NotificationV1",
    "ReceiptAnswer", "ServerAnswer", "CommerceJSON", "ConnectAnswer", "Report", "Gzip", "StoreKitFile", "Tokens",
]

let libraries: [Target.Dependency] = ["AppStoreAPI", "AppStoreSignedData", "AppStoreTypes"].map {
    .product(name: $0, package: "purser")
}

let package = Package(
    name: "purser-fuzz",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "purser", path: "..")],
    targets: [
        .target(name: "FuzzSupport", dependencies: libraries, exclude: ["Entry"])
    ]
        + targets.map { name in
            .executableTarget(
                name: "Fuzz" + name,
                dependencies: ["FuzzSupport"] + libraries,
                swiftSettings: [.unsafeFlags(["-parse-as-library"])]
            )
        },
    swiftLanguageModes: [.v6]
)
