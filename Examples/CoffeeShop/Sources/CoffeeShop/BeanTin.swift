// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import StoreKit

/// The beans that a customer has, each purchase put in once.
actor BeanTin {
    private struct Contents: Codable {
        var beans = 0
        var purchases: Set<String> = []
    }

    private var contents = Contents()
    private let file: URL?

    /// Opens a tin.
    ///
    /// - Parameter file: Where it is kept; in memory when absent.
    init(file: URL? = nil) {
        self.file = file
        guard let file, let data = try? Data(contentsOf: file) else { return }
        contents = (try? JSONDecoder().decode(Contents.self, from: data)) ?? Contents()
    }

    var beans: Int { contents.beans }

    /// Puts beans in, and keeps the tin before it answers; a purchase that was put in already changes nothing.
    func fill(_ count: Int, purchase: String) throws {
        guard contents.purchases.insert(purchase).inserted else { return }
        contents.beans += count
        try keep()
    }

    /// Takes beans out; false when there are too few.
    func take(_ count: Int) throws -> Bool {
        guard contents.beans >= count else { return false }
        contents.beans -= count
        try keep()
        return true
    }

    private func keep() throws {
        guard let file else { return }
        try JSONEncoder().encode(contents).write(to: file, options: .atomic)
    }
}
