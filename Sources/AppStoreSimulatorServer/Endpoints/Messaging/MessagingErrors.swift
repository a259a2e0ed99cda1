// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The errors of the Retention Messaging API.
enum MessagingErrors {
    static let invalidImage = ServerAPIError(code: 4_000_161, message: "The image is invalid.")
    static let headerTooLong = ServerAPIError(code: 4_000_162, message: "The header is too long.")
    static let bodyTooLong = ServerAPIError(code: 4_000_163, message: "The body is too long.")
    static let invalidLocale = ServerAPIError(code: 4_000_164, message: "The locale is invalid.")
    static let altTextTooLong = ServerAPIError(code: 4_000_175, message: "The alternative text is too long.")
    static let invalidPerformanceTest = ServerAPIError(
        code: 4_000_211,
        message: "The performance test request is invalid."
    )
    static let invalidRequestID = ServerAPIError(code: 4_000_212, message: "The request id is invalid.")
    static let existingTestRun = ServerAPIError(code: 4_000_213, message: "A performance test is running already.")
    static let noPassingTest = ServerAPIError(
        code: 4_030_026,
        message: "Passing a performance test is required before setting a production URL."
    )
    static let performanceTestNotFound = ServerAPIError(code: 4_040_018, message: "Performance test run not found.")
    static let badRealtimeURL = ServerAPIError(code: 4_000_215, message: "The real-time URL is invalid.")
    static let badImageSize = ServerAPIError(code: 4_000_216, message: "The image size is invalid.")
    static let tooManyBulletPoints = ServerAPIError(code: 4_000_218, message: "There are too many bullet points.")
    static let bulletPointTooLong = ServerAPIError(code: 4_000_219, message: "A bullet point's text is too long.")
    static let aboveImageRequiresImage = ServerAPIError(
        code: 4_000_224,
        message: "A header above the image requires an image."
    )
    static let tooManyImages = ServerAPIError(code: 4_030_014, message: "The maximum number of images is reached.")
    static let tooManyMessages = ServerAPIError(code: 4_030_016, message: "The maximum number of messages is reached.")
    static let messageNotApproved = ServerAPIError(code: 4_030_017, message: "The message is not approved.")
    static let imageInUse = ServerAPIError(code: 4_030_019, message: "The image is in use by a message.")
    static let imageNotFound = ServerAPIError(code: 4_040_014, message: "Image not found.")
    static let messageNotFound = ServerAPIError(code: 4_040_015, message: "Message not found.")
    static let defaultNotFound = ServerAPIError(code: 4_040_020, message: "Default message not found.")
    static let realtimeURLNotFound = ServerAPIError(code: 4_040_021, message: "Real-time URL not found.")
    static let imageExists = ServerAPIError(code: 4_090_000, message: "An image with this identifier exists.")
    static let messageExists = ServerAPIError(code: 4_090_001, message: "A message with this identifier exists.")
}
