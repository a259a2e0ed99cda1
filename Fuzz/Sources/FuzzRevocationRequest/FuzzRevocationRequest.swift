// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Foundation
import FuzzSupport

enum Target: FuzzTarget {
    static var seeds: [Data] { Material.shared.revocationExchanges().map(\.request) }

    static func test(_ input: [UInt8]) {
        let material = Material.shared
        let responder = RevocationResponder(authorities: [material.documents.root, material.documents.intermediate])
        check((try? responder.respond(to: Data(input), asOf: material.now) { _ in .good }) != nil, "no answer was made")
    }
}
