// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

/// JSON as the server speaks it: instants are milliseconds since 1970.
enum ServerJSON {
    static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(Int64((date.timeIntervalSince1970 * 1000).rounded()))
        }
        encoder.outputFormatting = .sortedKeys
        return encoder
    }

    static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let milliseconds = try decoder.singleValueContainer().decode(Double.self)
            return Date(timeIntervalSince1970: milliseconds / 1000)
        }
        return decoder
    }
}
