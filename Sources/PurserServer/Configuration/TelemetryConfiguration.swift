// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials

/// Where traces and metrics go by the OpenTelemetry protocol; without an endpoint they go nowhere.
///
/// <https://opentelemetry.io/docs/specs/otlp/#otlphttp>
public struct TelemetryConfiguration: Sendable, Codable, Hashable {
    /// The collector's address, such as `http://127.0.0.1:4318`; `/v1/traces` and `/v1/metrics` are below it.
    public var endpoint: String?

    /// Header fields of each request, such as `api-key=…`, several separated by commas; a secret.
    public var headers: String?

    /// How often metrics are sent, in seconds.
    public var metricsIntervalSeconds: Int

    /// The share of requests without a trace of the caller's that are recorded, from 0 to 1.
    public var sampleRatio: Double

    /// Makes a configuration.
    public init(
        endpoint: String? = nil,
        headers: String? = nil,
        metricsIntervalSeconds: Int = 60,
        sampleRatio: Double = 0.1
    ) {
        self.endpoint = endpoint
        self.headers = headers
        self.metricsIntervalSeconds = metricsIntervalSeconds
        self.sampleRatio = sampleRatio
    }

    /// Decodes a configuration; every key may be absent.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let standard = TelemetryConfiguration()
        endpoint = try values.decodeIfPresent(String.self, forKey: .endpoint)
        headers = try values.decodeIfPresent(String.self, forKey: .headers)
        metricsIntervalSeconds = try values.value(.metricsIntervalSeconds, or: standard.metricsIntervalSeconds)
        sampleRatio = try values.value(.sampleRatio, or: standard.sampleRatio)
    }

    /// The header fields by name; `nil` when the text is not a list of `name=value`.
    package var headerFields: [(name: String, value: String)]? {
        var fields: [(name: String, value: String)] = []
        for pair in (headers ?? "").split(separator: ",") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { return nil }
            let name = String(parts[0].filter { $0 != " " })
            let isToken = !name.isEmpty && name.utf8.allSatisfy(Self.isTokenByte)
            guard isToken, !parts[1].contains(where: \.isNewline) else { return nil }
            fields.append((name, String(parts[1])))
        }
        return fields
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}
