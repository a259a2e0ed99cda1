// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension Money: DirectJSONEncodable, DirectJSONDecodable {
    package func write(to json: inout JSONWriter) {
        json.member("currency", currency)
        json.member("milliunits", milliunits)
    }

    package init(_ object: JSONReader) throws {
        let currency: Currency = try object.required(object.wire("currency"))
        self.init(milliunits: try object.required(object.integer("milliunits")), currency: currency)
    }
}
