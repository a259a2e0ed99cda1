// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials

/// A value that reads itself from JSON as ``DirectlyWritten`` ones write it, without the detour of a decoder.
package protocol DirectlyRead: Decodable {
    /// Reads the members of its object.
    ///
    /// - Throws: When the object is written otherwise; an ordinary decoder reads it then.
    init(_ object: DirectObject) throws
}

/// An object of a JSON text, whose members are asked for by name; best in the order in which they stand.
package struct DirectObject {
    private let tokens: UsualTokens
    private let index: Int

    private init(_ tokens: UsualTokens, _ index: Int) throws(NotUsual) {
        guard tokens.tokens[index].kind == .object else { throw NotUsual() }
        self.tokens = tokens
        self.index = index
    }

    static func value<Value: DirectlyRead>(_ type: Value.Type, from json: Data) -> Value? {
        json.withUnsafeBytes { bytes in
            guard let tokens = try? UsualTokens(bytes) else { return nil }
            return try? Value(DirectObject(tokens, 0))
        }
    }

    private func place(_ name: StaticString) -> Int? {
        let name = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        guard let place = tokens.value(of: name, in: index), tokens.tokens[place].kind != .null else { return nil }
        return place
    }

    /// A member that must be there.
    package func required<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw NotUsual() }
        return value
    }

    /// A text.
    package func text(_ name: StaticString) throws -> String? {
        try place(name).map { place throws(NotUsual) in try tokens.text(place) }
    }

    /// An identifier or a member of an open set.
    package func wire<Value: WireString>(_ name: StaticString) throws -> Value? {
        try text(name).map(Value.init(rawValue:))
    }

    /// A number.
    package func integer(_ name: StaticString) throws -> Int64? {
        try place(name).map { place throws(NotUsual) in try tokens.number(place) }
    }

    /// A truth.
    package func boolean(_ name: StaticString) throws -> Bool? {
        try place(name).map { place throws(NotUsual) in try tokens.isTrue(place) }
    }

    /// An instant.
    package func date(_ name: StaticString) throws -> Date? {
        // The same arithmetic as the ordinary decoder's, so that the instants are equal to the last bit.
        try integer(name).map { Date(timeIntervalSince1970: Double($0) / 1000) }
    }

    /// An object.
    package func object(_ name: StaticString) throws -> DirectObject? {
        try place(name).map { place throws(NotUsual) in try DirectObject(tokens, place) }
    }

    /// A value that is an object.
    package func value<Value: DirectlyRead>(_ name: StaticString) throws -> Value? {
        try object(name).map { try Value($0) }
    }

    /// A list of objects, which must be there.
    package func list<Value: DirectlyRead>(_ name: StaticString) throws -> [Value] {
        guard let list = place(name), tokens.tokens[list].kind == .list else { throw NotUsual() }
        var values: [Value] = []
        var element = list + 1
        while element < tokens.tokens[list].next {
            values.append(try Value(DirectObject(tokens, element)))
            element = tokens.tokens[element].next
        }
        return values
    }
}
