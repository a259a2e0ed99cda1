// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension JSONValue {
    /// Reads a value whose kind is known, where an unknown decoder has to be asked for one type after another.
    init(_ tokens: CanonicalJSONTokens, at index: Int) throws(FastPathUnavailable) {
        let token = tokens.tokens[index]
        switch token.kind {
        case .null: self = .null
        case .no: self = .bool(false)
        case .yes: self = .bool(true)
        case .number: self = .integer(token.number)
        case .text: self = .string(try tokens.text(index))
        case .list:
            var elements: [JSONValue] = []
            var place = index + 1
            while place < token.next {
                elements.append(try JSONValue(tokens, at: place))
                place = tokens.tokens[place].next
            }
            self = .array(elements)
        case .object:
            var members: [String: JSONValue] = [:]
            var place = index + 1
            while place < token.next {
                members[try tokens.text(place)] = try JSONValue(tokens, at: place + 1)
                place = tokens.tokens[place + 1].next
            }
            self = .object(members)
        }
    }
}
