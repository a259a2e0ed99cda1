// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

/// An app's retention messages in one environment.
struct MessagingState: Codable, Sendable {
    /// An image that was uploaded; its bytes are looked at and not kept.
    struct Image: Codable, Sendable {
        var size: String
        var date: Date
    }

    /// A message that was uploaded.
    struct Message: Codable, Sendable {
        var body: MessageBody
        var date: Date
    }

    var images: [String: Image] = [:]
    var messages: [String: Message] = [:]
    /// Message by product and locale, joined by a slash.
    var defaults: [String: String] = [:]
    var realtimeURL: String?
    var performanceTests: [PerformanceTest]?
}

/// A performance test of a real-time URL: what was sent so far, and how it was answered.
struct PerformanceTest: Codable, Sendable {
    var requestID: String
    var target: String
    var config: PerformanceTestConfig
    var times: [Int] = []
    var failures: [String: Int] = [:]

    var sent: Int { times.count + failures.values.reduce(0, +) }
    var total: Int { config.totalRequests ?? 0 }
    var isPending: Bool { sent < total }
    /// In hundredths.
    var successRate: Int { sent == 0 ? 0 : 100 * times.count / sent }

    /// The test when no one continues with it.
    var interrupted: PerformanceTest {
        var test = self
        if isPending { test.failures[SendAttemptResult.other.rawValue, default: 0] += total - sent }
        return test
    }

    var result: PerformanceTestStatus {
        if isPending { return .pending }
        return successRate >= config.successRateThreshold ?? 100 ? .pass : .fail
    }
}

/// A message as it is uploaded.
///
/// <https://developer.apple.com/documentation/retentionmessaging/uploadmessagerequestbody>
struct MessageBody: Codable, Sendable {
    struct Image: Codable, Sendable {
        var imageIdentifier: String
        var altText: String
    }

    struct BulletPoint: Codable, Sendable {
        var text: String
        var imageIdentifier: String?
        var altText: String?
    }

    var header: String
    var body: String
    var image: Image?
    var headerPosition: String?
    var bulletPoints: [BulletPoint]?
}
