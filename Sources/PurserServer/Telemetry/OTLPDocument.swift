// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials

/// Spans and metrics in the JSON encoding of the OpenTelemetry protocol.
///
/// Identifiers are hexadecimal and 64-bit numbers are text, as the protocol's JSON has them.
///
/// <https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding>
struct OTLPDocument: Sendable {
    /// The name of this process among the team's servers.
    var instance: String

    func traces(_ spans: [TraceSpan]) -> JSONValue {
        ["resourceSpans": [["resource": resource, "scopeSpans": [scoped("spans", spans.map(span))]]]]
    }

    /// Counts since an instant, as they are at another.
    func metrics(_ families: [any MetricFamily], since start: Date, at now: Date) -> JSONValue {
        let times = (start: Self.nanoseconds(start), now: Self.nanoseconds(now))
        let metrics = families.compactMap { Self.metric($0, times) }
        return ["resourceMetrics": [["resource": resource, "scopeMetrics": [scoped("metrics", metrics)]]]]
    }

    private var resource: JSONValue {
        ["attributes": Self.attributes(["service.name": "purser", "service.instance.id": instance])]
    }

    private func scoped(_ name: String, _ elements: [JSONValue]) -> JSONValue {
        .object(["scope": ["name": "purser"], name: .array(elements)])
    }

    private func span(_ span: TraceSpan) -> JSONValue {
        let start = span.start.millisecondsSince1970 * 1_000_000
        let end = start + Int64(span.seconds * 1_000_000_000)
        let attributes = span.attributes.sorted { $0.key < $1.key }.map { name, value -> JSONValue in
            switch value {
            case .text(let text): Self.attribute(name, text)
            case .number(let number): ["key": .string(name), "value": ["intValue": .string(String(number))]]
            }
        }
        let json: JSONValue = [
            "traceId": .string(span.context.trace), "spanId": .string(span.context.span), "name": .string(span.name),
            "kind": .integer(span.kind.rawValue), "startTimeUnixNano": .string(String(start)),
            "endTimeUnixNano": .string(String(end)), "attributes": .array(attributes),
            "status": span.isError ? ["code": 2] : [:],
        ]
        return json.with("parentSpanId", span.parent.map(JSONValue.string))
    }

    // MARK: - Metrics

    private static func metric(_ family: any MetricFamily, _ times: (start: String, now: String)) -> JSONValue? {
        let head = family.head
        let samples = family.points().filter(\.number.isFinite)
        guard !samples.isEmpty else { return nil }
        let metric: JSONValue = [
            "name": .string(head.name), "description": .string(head.help), "unit": .string(unit(of: head.name)),
        ]
        switch head.kind {
        case .gauge:
            return metric.with("gauge", ["dataPoints": .array(samples.map { point($0, head, times.now, nil) })])
        case .counter:
            let points = samples.map { point($0, head, times.now, times.start) }
            return metric.with(
                "sum",
                ["aggregationTemporality": cumulative, "isMonotonic": true, "dataPoints": .array(points)]
            )
        case .histogram:
            let points = series(samples).map { histogram($0, head, times) }
            return metric.with("histogram", ["aggregationTemporality": cumulative, "dataPoints": .array(points)])
        }
    }

    /// Every value is a sum since the start of the process.
    private static let cumulative: JSONValue = 2

    private static func point(
        _ sample: MetricSample,
        _ head: MetricDescriptor,
        _ now: String,
        _ start: String?
    ) -> JSONValue {
        let json: JSONValue = [
            "attributes": labels(head, sample.values), "timeUnixNano": .string(now), "asDouble": number(sample.number),
        ]
        return json.with("startTimeUnixNano", start.map(JSONValue.string))
    }

    /// A histogram's samples by the values of its labels, in their order.
    private static func series(_ samples: [MetricSample]) -> [[MetricSample]] {
        var found: [[MetricSample]] = []
        for sample in samples {
            if found.last?.first?.values == sample.values {
                found[found.count - 1].append(sample)
            } else {
                found.append([sample])
            }
        }
        return found
    }

    private static func histogram(
        _ samples: [MetricSample],
        _ head: MetricDescriptor,
        _ times: (start: String, now: String)
    ) -> JSONValue {
        // Prometheus counts what is below each bound; here each bucket has its own.
        var below = 0.0
        var bounds: [JSONValue] = []
        var counts: [JSONValue] = []
        for sample in samples where sample.suffix == "_bucket" {
            counts.append(.string(String(Int64(sample.number - below))))
            below = sample.number
            if let bound = sample.bound.flatMap(Double.init), bound.isFinite { bounds.append(number(bound)) }
        }
        let sum = samples.first { $0.suffix == "_sum" }?.number ?? 0
        let count = samples.first { $0.suffix == "_count" }?.number ?? 0
        return [
            "attributes": labels(head, samples.first?.values ?? []), "startTimeUnixNano": .string(times.start),
            "timeUnixNano": .string(times.now), "count": .string(String(Int64(count))), "sum": number(sum),
            "bucketCounts": .array(counts), "explicitBounds": .array(bounds),
        ]
    }

    private static func labels(_ head: MetricDescriptor, _ values: [String]) -> JSONValue {
        .array(zip(head.labels, values).map { attribute($0, $1) })
    }

    private static func attributes(_ texts: [String: String]) -> JSONValue {
        .array(texts.sorted { $0.key < $1.key }.map { attribute($0.key, $0.value) })
    }

    private static func attribute(_ name: String, _ text: String) -> JSONValue {
        ["key": .string(name), "value": ["stringValue": .string(text)]]
    }

    private static func unit(of name: String) -> String {
        name.contains("_seconds") ? "s" : name.contains("_bytes") ? "By" : "1"
    }

    private static func number(_ value: Double) -> JSONValue {
        if let whole = Int64(exactly: value) { return .integer(whole) }
        return Decimal(string: "\(value)").map(JSONValue.decimal) ?? .integer(0)
    }

    private static func nanoseconds(_ date: Date) -> String {
        String(date.millisecondsSince1970 * 1_000_000)
    }
}
