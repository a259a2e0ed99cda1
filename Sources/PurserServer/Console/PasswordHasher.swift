// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import Dispatch
import FoundationEssentials
import Synchronization

/// Hashes passwords one after another on a thread of its own, so that guesses neither fill the memory nor hold up
/// others.
final class PasswordHasher: Sendable {
    private static let maximumWaiting = 32

    private let queue = DispatchQueue(label: "console-passwords")
    private let waiting = Mutex(0)

    /// The hash of a new password with a fresh salt.
    func hash(_ password: String) async throws -> (salt: Data, hash: Data, cost: Scrypt) {
        let salt = SecureRandom.bytes(16)
        let cost = Scrypt()
        guard let key = try await key(of: password, salt: salt, cost: cost) else {
            throw ServiceProblem(.internalError, "The password could not be hashed.")
        }
        return (Data(salt), Data(key), cost)
    }

    /// Whether a password is a person's; for a name that no one has it takes as long to say no.
    func verify(_ password: String, for user: ConsoleUser?) async throws -> Bool {
        let salt = user?.salt ?? Data(repeating: 7, count: 16)
        let key = try await key(of: password, salt: Array(salt), cost: user?.cost ?? Scrypt())
        guard let user, let key else { return false }
        return constantTimeEquals(key, Array(user.hash))
    }

    private func key(of password: String, salt: [UInt8], cost: Scrypt) async throws -> [UInt8]? {
        let isFull = waiting.withLock { waiting in
            guard waiting < Self.maximumWaiting else { return true }
            waiting += 1
            return false
        }
        guard !isFull else {
            throw ServiceProblem(.overloaded, "Too many people sign in at once; try again in a moment.")
        }
        return await withCheckedContinuation { continuation in
            queue.async { [self] in
                let key = cost.key(from: password, salt: salt)
                waiting.withLock { $0 -= 1 }
                continuation.resume(returning: key)
            }
        }
    }
}
