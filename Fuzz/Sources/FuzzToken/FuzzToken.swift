// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Foundation
import FuzzSupport

enum Target: FuzzTarget {
    static var seeds: [Data] { [Data(Material.shared.token.utf8)] }

    static func test(_ input: [UInt8]) {
        let material = Material.shared
        let key = material.documents.leaf.key.publicKey
        let text = String(decoding: input, as: UTF8.self)
        let token = try? ServerAPIToken(verifying: text, asOf: material.now) { _ in key }
        check(token == nil || text == material.token, "an unsigned token was accepted")
        check((try? InAppRequest(verifying: text) { _ in key }) == nil, "a request was accepted")
    }
}
