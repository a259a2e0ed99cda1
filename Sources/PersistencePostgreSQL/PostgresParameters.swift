// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import CPostgreSQL
import Persistence

/// The values of a statement as libpq takes them: texts as they are, the rest in binary form.
struct PostgresParameters {
    /// All values one after another; a text needs a zero at its end.
    private var bytes: [CChar] = []
    private var offsets: [Int?] = []
    private var lengths: [Int32] = []
    private var formats: [Int32] = []

    init(_ values: [StoredValue]) {
        for value in values {
            offsets.append(value == .null ? nil : bytes.count)
            let start = bytes.count
            switch value {
            case .null: break
            case .integer(let number):
                for shift in stride(from: 56, through: 0, by: -8) {
                    bytes.append(CChar(truncatingIfNeeded: number >> Int64(shift)))
                }
            case .text(let text): for byte in text.utf8 { bytes.append(CChar(bitPattern: byte)) }
            case .bytes(let blob): for byte in blob { bytes.append(CChar(bitPattern: byte)) }
            }
            lengths.append(Int32(bytes.count - start))
            formats.append(1)
            bytes.append(0)
        }
    }

    /// Runs a body with what libpq needs.
    func withPointers<Value>(
        _ body: (
            UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?
        ) -> Value
    ) -> Value {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            let pointers = unsafe offsets.map { offset in
                unsafe offset.flatMap { offset in unsafe buffer.baseAddress.map { unsafe $0 + offset } }
            }
            return unsafe pointers.withUnsafeBufferPointer { pointers in
                unsafe lengths.withUnsafeBufferPointer { lengths in
                    unsafe formats.withUnsafeBufferPointer { formats in
                        unsafe body(pointers.baseAddress, lengths.baseAddress, formats.baseAddress)
                    }
                }
            }
        }
    }

    /// PostgreSQL's number for the type of a value; zero lets it find out.
    static func type(of value: StoredValue) -> Oid {
        switch value {
        case .null: 0
        case .integer: 20
        case .text: 25
        case .bytes: 17
        }
    }
}
