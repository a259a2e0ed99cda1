// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials

/// An event in the structured mode of CloudEvents 1.0.
///
/// <https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/formats/json-format.md>
struct CloudEvent: Sendable {
    static let mediaType = "application/cloudevents+json"

    private let event: ServerEvent

    init(_ event: ServerEvent) {
        self.event = event
    }

    /// The whole body of a delivery; `data` is the event as Purser writes it.
    func body() throws -> JSONValue {
        var members: [String: JSONValue] = [
            "specversion": "1.0",
            "id": .string(event.id.rawValue),
            "source": .string("/apps/\(event.app.rawValue)/\(event.environment.rawValue)"),
            "type": .string("purser." + event.type.rawValue),
            "time": .string(event.occurred.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))),
            "datacontenttype": "application/json",
            "data": try ServiceJSON.decode(from: try ServiceJSON.encode(event)),
        ]
        if let customer = event.customer { members["subject"] = .string(customer.rawValue) }
        // The extension of distributed tracing.
        if let trace = event.traceParent { members["traceparent"] = .string(trace.rawValue) }
        return .object(members)
    }
}
