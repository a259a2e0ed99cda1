// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Says on standard error what a developer should know and no call can return.
enum StoreLog {
    static func warn(_ message: String) {
        FileHandle.standardError.write(Data("StoreKit: \(message)\n".utf8))
    }
}
