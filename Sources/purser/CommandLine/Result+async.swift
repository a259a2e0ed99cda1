// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension Result where Failure == any Error {
    /// What an asynchronous body gives or throws.
    init(_ body: () async throws -> Success) async {
        do {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
