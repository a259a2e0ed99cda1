// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension DecodingError {
    /// What is wrong with a file of JSON, for people: which member, and no more.
    var message: String {
        let context: Context? =
            switch self {
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context): context
            case .keyNotFound(let key, let context):
                Context(codingPath: context.codingPath + [key], debugDescription: "")
            @unknown default: nil
            }
        let path = (context?.codingPath ?? []).map { $0.intValue.map(String.init) ?? $0.stringValue }
        return path.isEmpty
            ? "it is not JSON of that kind" : "the member \(path.joined(separator: ".")) is missing or wrong"
    }
}
