// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials

/// A value that reads itself from JSON as ``DirectJSONEncodable`` ones write it, without the detour of a decoder.
package protocol DirectJSONDecodable: Decodable {
    /// Reads the members of its object.
    ///
    /// - Throws: When the object is written otherwise; an ordinary decoder reads it then.
    init(_ object: JSONReader) throws
}

/// An object of a JSON text, whose members are asked for by name; best in the order in which they stand.
package struct JSONReader {
    private let tokens: CanonicalJSONTokens
    private let index: Int

    private init(_ tokens: CanonicalJSONTokens, _ index: Int) throws(FastPathUnavailable) {
        guard tokens.tokens[index].kind == .object else { throw FastPathUnavailable() }
        self.tokens = tokens
        self.index = index
    }

    static func value<Value: DirectJSONDecodable>(_ type: Value.Type, from json: Data) -> Value? {
        json.withUnsafeBytes { bytes in
            guard let tokens = try? CanonicalJSONTokens(bytes) else { return nil }
            return try? Value(JSONReader(tokens, 0))
        }
    }

    private func place(_ name: StaticString) -> Int? {
        let name = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        guard let place = tokens.value(of: name, in: index), tokens.tokens[place].kind != .null else { return nil }
        return place
    }

    /// A member that must be there.
    package func required<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw FastPathUnavailable() }
        return value
    }

    /// A text.
    package func text(_ name: StaticString) throws -> String? {
        try place(name).map { place throws(FastPathUnavailable) in try tokens.text(place) }
    }

    /// An identifier or a member of an open set.
    package func wire<Value: WireString>(_ name: StaticString) throws -> Value? {
        try text(name).map(Value.init(rawValue:))
    }

    /// A number.
    package func integer(_ name: StaticString) throws -> Int64? {
        try place(name).map { place throws(FastPathUnavailable) in try tokens.number(place) }
    }

    /// A truth.
    package func boolean(_ name: StaticString) throws -> Bool? {
        try place(name).map { place throws(FastPathUnavailable) in try tokens.isTrue(place) }
    }

    /// An instant.
    package func date(_ name: StaticString) throws -> Date? {
        // The same arithmetic as the ordinary decoder's, so that the instants are equal to the last bit.
        try integer(name).map { Date(timeIntervalSince1970: Double($0) / 1000) }
    }

    /// An object.
    package func object(_ name: StaticString) throws -> JSONReader? {
        try place(name).map { place throws(FastPathUnavailable) in try JSONReader(tokens, place) }
    }

    /// A value that is an object.
    package func value<Value: DirectJSONDecodable>(_ name: StaticString) throws -> Value? {
        try object(name).map { try Value($0) }
    }

    /// A list of objects, which must be there.
    package func list<Value: DirectJSONDecodable>(_ name: StaticString) throws -> [Value] {
        guard let list = place(name), tokens.tokens[list].kind == .list else { throw FastPathUnavailable() }
        var values: [Value] = []
        var element = list + 1
        while element < tokens.tokens[list].next {
            values.append(try Value(JSONReader(tokens, element)))
            element = tokens.tokens[element].next
        }
        return values
    }
}
