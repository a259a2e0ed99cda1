// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Goes over a JSON text once and checks each value against its rule; it builds nothing of what it reads.
///
/// What it accepts is decoded afterward, so it need not find every fault of the text's form, but it must find each
/// value. The bytes must outlive it.
struct BodyScanner {
    private let bytes: UnsafeRawBufferPointer
    private var position = 0

    /// A text between its quotation marks.
    private struct Text {
        var range: Range<Int>
        var hasEscapes: Bool
    }

    /// Checks a whole body.
    static func check(_ bytes: UnsafeRawBufferPointer, _ rule: BodyRule) throws(ContractBreach) {
        var scanner = BodyScanner(bytes: bytes)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { scanner.position = 3 }
        try scanner.read(rule, isOptional: false)
        scanner.skipSpaces()
        guard scanner.position == bytes.count else { throw ContractBreach(.notJSON) }
    }

    private init(bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    private var next: UInt8 { position < bytes.count ? bytes[position] : 0 }

    private mutating func skipSpaces() {
        while position < bytes.count, case let byte = bytes[position], byte <= 0x20,
            byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
        {
            position += 1
        }
    }

    // MARK: - Values

    private mutating func read(_ rule: BodyRule, isOptional: Bool) throws(ContractBreach) {
        skipSpaces()
        if next == UInt8(ascii: "n") {
            try literal("null")
            // A member that may be absent may be null, too.
            guard isOptional || rule.acceptsNull else { throw ContractBreach(.null(rule)) }
            return
        }
        switch rule {
        case .anything: try skip()
        case .orNull(let inner): try read(inner, isOptional: false)
        case .text(let text): try readText(text, rule)
        case .whole(let range): try readWhole(range, rule)
        case .instant: try readInstant(rule)
        case .number: _ = try number(rule)
        case .flag: try readFlag(rule)
        case .list(let element, let limit): try readList(element, limit, rule)
        case .map(let value, let limit): try readMap(value, limit, rule)
        case .members(let members): try readMembers(members, rule)
        }
    }

    private mutating func readText(_ rule: TextRule, _ whole: BodyRule) throws(ContractBreach) {
        guard next == UInt8(ascii: "\"") else {
            if rule.isLoose { return try skip() }
            throw try wrongType(whole)
        }
        let text = try text()
        // No text has more characters than bytes, or fewer than a sixth.
        if text.range.count > rule.maximumLength || rule.least > 0 {
            let count = count(text)
            guard rule.least <= count, count <= rule.maximumLength else {
                throw ContractBreach(.wrongLength(shown: shown(text), count: count, rule))
            }
        }
        guard !rule.choices.isEmpty else { return }
        let isKnown = text.hasEscapes ? rule.knows(try plain(text).utf8) : rule.knows(bytes[text.range])
        guard isKnown else { throw ContractBreach(.unknownValue(shown: shown(text), rule)) }
    }

    private mutating func readWhole(_ range: ClosedRange<Int64>, _ rule: BodyRule) throws(ContractBreach) {
        let text = try number(rule)
        // 1.0 and 1e3 are whole numbers, too, as JSON Schema has it.
        guard let value = Int64(text) ?? Double(text).flatMap({ Int64(exactly: $0) }) else {
            let isFraction = Double(text).map { $0.isFinite && $0.rounded() != $0 } ?? false
            let shown = Shown.text(text)
            throw ContractBreach(isFraction ? .wrongType(shown: shown, rule) : .outOfRange(shown: shown, rule))
        }
        guard range.contains(value) else { throw ContractBreach(.outOfRange(shown: Shown.text(text), rule)) }
    }

    private mutating func readInstant(_ rule: BodyRule) throws(ContractBreach) {
        let text = try number(rule)
        guard let value = Double(text).flatMap({ Int64(exactly: $0.rounded()) }), ServiceJSON.instants.contains(value)
        else { throw ContractBreach(.notInstant(shown: Shown.text(text))) }
    }

    private mutating func readFlag(_ rule: BodyRule) throws(ContractBreach) {
        switch next {
        case UInt8(ascii: "t"): try literal("true")
        case UInt8(ascii: "f"): try literal("false")
        default: throw try wrongType(rule)
        }
    }

    private mutating func readList(_ element: BodyRule, _ limit: Int, _ rule: BodyRule) throws(ContractBreach) {
        guard next == UInt8(ascii: "[") else { throw try wrongType(rule) }
        position += 1
        skipSpaces()
        if consume(UInt8(ascii: "]")) { return }
        var index = 0
        repeat {
            guard index < limit else { throw ContractBreach(.tooMany(rule)) }
            do throws(ContractBreach) { try read(element, isOptional: false) } catch {
                throw error.inside(element: index)
            }
            index += 1
            skipSpaces()
        } while consume(UInt8(ascii: ","))
        guard consume(UInt8(ascii: "]")) else { throw ContractBreach(.notJSON) }
    }

    private mutating func readMap(_ value: BodyRule, _ limit: Int, _ rule: BodyRule) throws(ContractBreach) {
        guard next == UInt8(ascii: "{") else { throw try wrongType(rule) }
        position += 1
        skipSpaces()
        if consume(UInt8(ascii: "}")) { return }
        var index = 0
        repeat {
            guard index < limit else { throw ContractBreach(.tooMany(rule)) }
            let name = try name()
            let length = count(name)
            guard (TextRule.names.least...TextRule.names.maximumLength).contains(length) else {
                throw ContractBreach(.wrongLength(shown: shown(name), count: length, .names))
            }
            do throws(ContractBreach) { try read(value, isOptional: false) } catch {
                throw error.inside(member: shown(name))
            }
            index += 1
            skipSpaces()
        } while consume(UInt8(ascii: ","))
        guard consume(UInt8(ascii: "}")) else { throw ContractBreach(.notJSON) }
    }

    private mutating func readMembers(_ rules: MemberRules, _ rule: BodyRule) throws(ContractBreach) {
        guard next == UInt8(ascii: "{") else { throw try wrongType(rule) }
        position += 1
        skipSpaces()
        var seen: UInt64 = 0
        if !consume(UInt8(ascii: "}")) {
            repeat { try readMember(rules, &seen) } while consume(UInt8(ascii: ","))
            guard consume(UInt8(ascii: "}")) else { throw ContractBreach(.notJSON) }
        }
        let absent = rules.required & ~seen
        guard absent == 0 else {
            throw ContractBreach(.missing).inside(member: rules.members[absent.trailingZeroBitCount].name)
        }
    }

    private mutating func readMember(_ rules: MemberRules, _ seen: inout UInt64) throws(ContractBreach) {
        let name = try name()
        guard let index = try index(of: name, in: rules) else {
            guard rules.allowsOthers else {
                throw ContractBreach(.unknown(name: shown(name), known: rules.members.map(\.name)))
            }
            try skip()
            skipSpaces()
            return
        }
        seen |= 1 << UInt64(index)
        let member = rules.members[index]
        do throws(ContractBreach) { try read(member.rule, isOptional: !member.isRequired) } catch {
            throw error.inside(member: member.name)
        }
        skipSpaces()
    }

    private func index(of name: Text, in rules: MemberRules) throws(ContractBreach) -> Int? {
        if name.hasEscapes {
            let plain = Array(try plain(name).utf8)
            return rules.members.firstIndex { $0.bytes == plain }
        }
        guard let base = bytes.baseAddress else { return nil }
        return rules.members.firstIndex { member in
            member.bytes.count == name.range.count
                && memcmp(member.bytes, base + name.range.lowerBound, name.range.count) == 0
        }
    }

    // MARK: - Tokens

    private mutating func consume(_ byte: UInt8) -> Bool {
        guard next == byte, position < bytes.count else { return false }
        position += 1
        return true
    }

    private mutating func literal(_ word: StaticString) throws(ContractBreach) {
        let count = word.utf8CodeUnitCount
        guard position + count <= bytes.count, let base = bytes.baseAddress,
            memcmp(base + position, word.utf8Start, count) == 0
        else { throw ContractBreach(.notJSON) }
        position += count
    }

    /// A member's name with its colon.
    private mutating func name() throws(ContractBreach) -> Text {
        skipSpaces()
        guard next == UInt8(ascii: "\"") else { throw ContractBreach(.notJSON) }
        let name = try text()
        skipSpaces()
        guard consume(UInt8(ascii: ":")) else { throw ContractBreach(.notJSON) }
        return name
    }

    private mutating func text() throws(ContractBreach) -> Text {
        guard let base = bytes.baseAddress else { throw ContractBreach(.notJSON) }
        let start = position + 1
        var end = start
        var hasEscapes = false
        while true {
            guard let place = memchr(base + end, Int32(UInt8(ascii: "\"")), bytes.count - end) else {
                throw ContractBreach(.notJSON)
            }
            let quote = UnsafeRawPointer(place) - base
            var backslashes = 0
            while quote - backslashes > start, bytes[quote - backslashes - 1] == UInt8(ascii: "\\") { backslashes += 1 }
            end = quote
            if backslashes % 2 == 0 { break }
            hasEscapes = true
            end += 1
        }
        if !hasEscapes { hasEscapes = memchr(base + start, Int32(UInt8(ascii: "\\")), end - start) != nil }
        position = end + 1
        return Text(range: start..<end, hasEscapes: hasEscapes)
    }

    private mutating func number(_ rule: BodyRule) throws(ContractBreach) -> String {
        let start = position
        guard next == UInt8(ascii: "-") || (0x30...0x39).contains(next) else { throw try wrongType(rule) }
        while position < bytes.count, isOfNumber(bytes[position]) { position += 1 }
        // No number that anybody means has as many digits.
        guard position - start <= 64 else {
            throw ContractBreach(.outOfRange(shown: Shown.text(string(start..<position)), rule))
        }
        return string(start..<position)
    }

    private func isOfNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "e"),
            UInt8(ascii: "E"):
            true
        default: false
        }
    }

    /// Passes over any value, however deep it is, without a call for each level.
    private mutating func skip() throws(ContractBreach) {
        skipSpaces()
        var depth = 0
        repeat {
            switch next {
            case UInt8(ascii: "\""): _ = try text()
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                position += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                position += 1
                guard depth >= 0 else { throw ContractBreach(.notJSON) }
            case UInt8(ascii: ","), UInt8(ascii: ":"):
                guard depth > 0 else { throw ContractBreach(.notJSON) }
                position += 1
            default: try skipLiteral()
            }
            skipSpaces()
        } while depth > 0
    }

    private mutating func skipLiteral() throws(ContractBreach) {
        let start = position
        while position < bytes.count, case let byte = bytes[position],
            isOfNumber(byte) || (0x61...0x7A).contains(byte)
        {
            position += 1
        }
        guard position > start else { throw ContractBreach(.notJSON) }
    }

    // MARK: - For the problem

    private mutating func wrongType(_ rule: BodyRule) throws(ContractBreach) -> ContractBreach {
        let start = position
        try skip()
        if case .text(let text) = rule, text.isSecret { return ContractBreach(.wrongType(shown: "not a text", rule)) }
        let shown = string(start..<min(position, start + 200))
        return ContractBreach(.wrongType(shown: Shown.text(shown), rule))
    }

    private func string(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    private func shown(_ text: Text) -> String {
        // Enough bytes for what is shown, whatever characters they are.
        let start = string(text.range.lowerBound..<min(text.range.upperBound, text.range.lowerBound + 400))
        return Shown.text(start)
    }

    /// The characters of a text with escapes.
    private func plain(_ text: Text) throws(ContractBreach) -> String {
        // No name and no choice is as long.
        guard text.range.count <= 2000 else { return "" }
        let token = Data(bytes[(text.range.lowerBound - 1)..<(text.range.upperBound + 1)])
        guard let plain = try? JSONDecoder().decode(String.self, from: token) else { throw ContractBreach(.notJSON) }
        return plain
    }

    /// How many Unicode characters a text has.
    private func count(_ text: Text) -> Int {
        var count = 0
        var index = text.range.lowerBound
        while index < text.range.upperBound {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\\") {
                let isUnicode = bytes[index + 1] == UInt8(ascii: "u")
                count += isUnicode && isLowSurrogate(index + 2) ? 0 : 1
                index += isUnicode ? 6 : 2
            } else {
                count += byte & 0xC0 == 0x80 ? 0 : 1
                index += 1
            }
        }
        return count
    }

    /// Whether an escape is the second half of a character.
    private func isLowSurrogate(_ index: Int) -> Bool {
        guard index + 1 < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "d") else { return false }
        return switch bytes[index + 1] | 0x20 {
        case UInt8(ascii: "c"), UInt8(ascii: "d"), UInt8(ascii: "e"), UInt8(ascii: "f"): true
        default: false
        }
    }
}

extension TextRule {
    /// The names of a map's members.
    fileprivate static let names = TextRule(Schema.identifier.json, isLoose: false)
}
