// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreTypes
import Foundation

extension APICall {
    private static let root = "/inApps/v1/messaging"

    /// Calls about messages that keep subscribers.
    static let messaging: [APICall] = images + messages + defaults + realtime

    private static let images: [APICall] = [
        APICall("images", [], "GET \(root)/image/list", "List the images of retention messages.") { session in
            try session.print(try await session.server().images())
        },
        APICall(
            "upload-image",
            ["UUID", "FILE.png"],
            "PUT \(root)/image/{imageIdentifier}",
            "Upload an image for retention messages.",
            options: [Option("size", value: "SIZE", "full-size or bullet-point (default: full-size).")]
        ) { session in
            let png = try session.terminal.read(session.operands[1])
            let size: ImageSize = session.argument("size") ?? .fullSize
            try await session.server().uploadImage(png, as: try session.uuid(0), size: size)
            session.printNothing()
        },
        APICall("delete-image", ["UUID"], "DELETE \(root)/image/{imageIdentifier}", "Delete an image.") { session in
            try await session.server().deleteImage(try session.uuid(0))
            session.printNothing()
        },
    ]

    private static let messages: [APICall] = [
        APICall("messages", [], "GET \(root)/message/list", "List the retention messages.") { session in
            try session.print(try await session.server().messages())
        },
        APICall(
            "upload-message",
            ["UUID"],
            "PUT \(root)/message/{messageIdentifier}",
            "Upload a retention message.",
            options: [body],
            example: "upload-message 7e3fb204-2c5c-4d2e-9b3a-0d5a0c1f2e3d --body message.json"
        ) { session in
            let message = try session.body(UploadMessageRequestBody.self)
            try await session.server().uploadMessage(message, as: try session.uuid(0))
            session.printNothing()
        },
        APICall("delete-message", ["UUID"], "DELETE \(root)/message/{messageIdentifier}", "Delete a message.") {
            session in
            try await session.server().deleteMessage(try session.uuid(0))
            session.printNothing()
        },
    ]

    private static let defaults: [APICall] = [
        APICall(
            "default-message",
            ["PRODUCT-ID", "LOCALE"],
            "GET \(root)/default/{productId}/{locale}",
            "Show a product's default message in a language."
        ) { session in
            let product = ProductID(rawValue: session.operands[0])
            try session.print(try await session.server().defaultMessage(for: product, locale: session.operands[1]))
        },
        APICall(
            "set-default-message",
            ["PRODUCT-ID", "LOCALE", "UUID"],
            "PUT \(root)/default/{productId}/{locale}",
            "Set a product's default message in a language."
        ) { session in
            let product = ProductID(rawValue: session.operands[0])
            let choice = DefaultConfiguration(messageIdentifier: try session.uuid(2))
            try await session.server().setDefaultMessage(choice, for: product, locale: session.operands[1])
            session.printNothing()
        },
        APICall(
            "delete-default-message",
            ["PRODUCT-ID", "LOCALE"],
            "DELETE \(root)/default/{productId}/{locale}",
            "Delete a product's default message in a language."
        ) { session in
            let product = ProductID(rawValue: session.operands[0])
            try await session.server().deleteDefaultMessage(for: product, locale: session.operands[1])
            session.printNothing()
        },
    ]

    private static let realtime: [APICall] = [
        APICall("realtime-url", [], "GET \(root)/realtime/url", "Show your URL for realtime requests.") { session in
            try session.print(try await session.server().realtimeURL())
        },
        APICall("set-realtime-url", ["URL"], "PUT \(root)/realtime/url", "Set your URL for realtime requests.") {
            session in
            try await session.server().setRealtimeURL(RealtimeURL(realtimeURL: session.operands[0]))
            session.printNothing()
        },
        APICall("delete-realtime-url", [], "DELETE \(root)/realtime/url", "Delete your URL for realtime requests.") {
            session in
            try await session.server().deleteRealtimeURL()
            session.printNothing()
        },
        APICall(
            "performance-test",
            ["ORIGINAL-TRANSACTION-ID"],
            "POST \(root)/performanceTest",
            "Start a performance test of your realtime URL."
        ) { session in
            let request = PerformanceTestRequest(originalTransactionId: session.originalID)
            try session.print(try await session.server().startPerformanceTest(request))
        },
        APICall(
            "performance-test-result",
            ["REQUEST-ID"],
            "GET \(root)/performanceTest/result/{requestId}",
            "Show the result of a performance test."
        ) { session in
            try session.print(try await session.server().performanceTestResult(session.operands[0]))
        },
    ]
}
