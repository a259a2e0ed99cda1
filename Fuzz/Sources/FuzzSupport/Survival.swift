// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import Foundation

/// Decodes a value; when that works it must encode, and what was written must read and write the same again.
public func survive<Value: Codable>(_ type: Value.Type, _ json: Data) {
    Cost.countReading()
    guard let value = try? AppStoreJSON.decode(type, from: json) else { return }
    guard let written = try? AppStoreJSON.encode(value), let again = try? AppStoreJSON.decode(type, from: written)
    else {
        check(false, "a \(type) that was read cannot be written and read again")
        return
    }
    check((try? AppStoreJSON.encode(again)) == written, "a \(type) changes each time it is written")
}

/// Decodes an input as each of several types.
public func survive<each Value: Codable>(_ types: repeat (each Value).Type, in json: Data) {
    repeat survive(each types, json)
}

/// Decodes an input as each of several signed documents' payloads, both ways.
public func agree<each Value: SignedDocument & Equatable>(_ types: repeat (each Value).Type, in json: Data) {
    repeat agree(each types, json)
}

/// Decodes a signed document's payload both ways; they must agree on whether it can be read and on what it says.
public func agree<Value: SignedDocument & Equatable>(_ type: Value.Type, _ json: Data) {
    let fast = try? Value.decode(json)
    let general = try? AppStoreJSON.decode(type, from: json)
    check(fast == general, "two ways to read a \(type) disagree")
    survive(type, json)
}
