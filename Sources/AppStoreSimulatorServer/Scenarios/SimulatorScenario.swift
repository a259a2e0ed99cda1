// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// A story with expectations: steps that customers and operators take, and what must be sent after each.
///
/// It is written in JSON5. Each step has one action and may say which notifications follow (`expect`: exactly those, in
/// that order), which refusal comes (`refuses`), and what customers may use afterward (`access`).
public struct SimulatorScenario: Sendable, Decodable {
    /// What the story is called.
    public var name: String

    /// The source of every identifier and chance.
    public var seed: UInt64?

    /// The clock's first instant, in ISO 8601.
    public var start: String?

    /// The environment of customers who are not made by a step of their own.
    public var environment: Environment?

    /// How the environment behaves, where it is not as usual.
    public var settings: JSONValue?

    /// The steps.
    public var steps: [Step]

    /// Reads a scenario.
    ///
    /// - Throws: A ``SimulatorServiceError`` that says where the file is wrong.
    public init(contents: Data) throws {
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        do {
            self = try decoder.decode(Self.self, from: contents)
        } catch {
            throw SimulatorServiceError(.invalidScenario, "The scenario cannot be read: \(Self.place(of: error)).")
        }
    }

    /// The start at which the scenario ends about `end`, so that a receiver sees no document from the future.
    public func start(endingAt end: Date) -> Date {
        let spans = steps.compactMap { step -> TimeSpan? in
            guard case .advance(let text) = step.action else { return nil }
            return TimeSpan(text)
        }
        let length = spans.reduce(end) { $1.added(to: $0) }.timeIntervalSince(end)
        return Date(millisecondsSince1970: end.addingTimeInterval(-length).millisecondsSince1970)
    }

    private static func place(of error: any Error) -> String {
        guard let error = error as? DecodingError else { return error.plainMessage }
        let (context, reason): (DecodingError.Context, String) =
            switch error {
            case .keyNotFound(let key, let context): (context, "\(key.stringValue) is missing")
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
                (context, context.debugDescription)
            @unknown default: (.init(codingPath: [], debugDescription: ""), "it has another structure")
            }
        let path = context.codingPath.map { $0.intValue.map { "\($0 + 1)" } ?? $0.stringValue }.joined(separator: " ")
        return path.isEmpty ? reason : "\(path): \(reason)"
    }
}
