// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Foundation

extension Publisher {
    /// Sends everything on from a run loop; only the main one can be reached from elsewhere.
    public func receive(on runLoop: RunLoop) -> AnyPublisher<Output, Failure> {
        receive(on: DispatchQueue.main)
    }
}
