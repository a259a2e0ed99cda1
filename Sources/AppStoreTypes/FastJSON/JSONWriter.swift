// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials

/// A value that writes itself as JSON without the detour of an encoder: what is stored with every purchase.
///
/// It writes the very bytes that the ordinary encoder would, its members in alphabetical order.
package protocol DirectJSONEncodable: Encodable {
    /// Writes the members of its object.
    func write(to json: inout JSONWriter)
}

/// JSON that is being written: no spaces, nothing absent, the names in the order of the calls.
package struct JSONWriter {
    private var bytes: [UInt8]
    private var isFirst = true
    private var isCanonical = true

    private init(capacity: Int) {
        bytes = []
        bytes.reserveCapacity(capacity)
    }

    /// The JSON of a value; nothing when it holds a text with characters that need escapes.
    package static func bytes(of value: some DirectJSONEncodable) -> [UInt8]? {
        var json = JSONWriter(capacity: 768)
        json.object(value)
        return json.isCanonical ? json.bytes : nil
    }

    private mutating func begin(_ name: StaticString) {
        if isFirst { isFirst = false } else { bytes.append(UInt8(ascii: ",")) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }

    private mutating func object(_ value: some DirectJSONEncodable) {
        bytes.append(UInt8(ascii: "{"))
        isFirst = true
        value.write(to: &self)
        bytes.append(UInt8(ascii: "}"))
        isFirst = false
    }

    /// Writes a text.
    package mutating func member(_ name: StaticString, _ text: String?) {
        guard let text else { return }
        begin(name)
        write(text)
    }

    /// Writes an identifier or a member of an open set.
    package mutating func member(_ name: StaticString, _ value: (some WireString)?) {
        member(name, value?.rawValue)
    }

    /// Writes a number that is a member of an open set.
    package mutating func member(_ name: StaticString, _ value: (some WireInteger)?) {
        member(name, value.map { Int64($0.rawValue) })
    }

    /// Writes a number.
    package mutating func member(_ name: StaticString, _ number: Int64?) {
        guard let number else { return }
        begin(name)
        bytes.append(decimal: number)
    }

    /// Writes a number.
    package mutating func member(_ name: StaticString, _ number: Int?) {
        member(name, number.map { Int64($0) })
    }

    /// Writes an instant in milliseconds.
    package mutating func member(_ name: StaticString, _ date: Date?) {
        member(name, date?.millisecondsSince1970)
    }

    /// Writes a truth.
    package mutating func member(_ name: StaticString, _ isTrue: Bool?) {
        guard let isTrue else { return }
        begin(name)
        bytes += isTrue ? "true".utf8 : "false".utf8
    }

    /// Writes an object.
    package mutating func member(_ name: StaticString, _ value: (some DirectJSONEncodable)?) {
        guard let value else { return }
        begin(name)
        object(value)
    }

    /// Writes a list of objects.
    package mutating func member(_ name: StaticString, list: [some DirectJSONEncodable]) {
        begin(name)
        bytes.append(UInt8(ascii: "["))
        for (index, element) in list.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            object(element)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    /// Writes a list of identifiers.
    package mutating func member(_ name: StaticString, list: [some WireString]?) {
        guard let list else { return }
        begin(name)
        bytes.append(UInt8(ascii: "["))
        for (index, element) in list.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            write(element.rawValue)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private mutating func write(_ text: String) {
        if !bytes.append(plain: text) { isCanonical = false }
    }
}
