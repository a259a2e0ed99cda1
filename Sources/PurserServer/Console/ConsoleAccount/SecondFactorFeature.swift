// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import Console
import FoundationEssentials
import Persistence

/// Turns second factors on and off, and checks their codes.
struct SecondFactorFeature: Sendable {
    let database: any Database

    /// Remembers that a person's password was right.
    ///
    /// - Returns: The cookie of the sign-in that waits for its code.
    func begin(_ user: ConsoleUser, now: Date) async throws -> String {
        let cookie = Base64URL.encode(SecureRandom.bytes(32))
        let challenge = SignInChallenge(user: user.name, generation: user.generation, began: now)
        let end = now.addingTimeInterval(-SignInChallenge.lifetime)
        try await database.write { writer in
            _ = try writer.removeRecords(in: SignInChallenge.records, updatedBefore: end)
            let count = try writer.records(in: SignInChallenge.records, limit: SignInChallenge.maximumCount).count
            if count >= SignInChallenge.maximumCount {
                try writer.removeOldestRecords(in: SignInChallenge.records, limit: 1)
            }
            try writer.upsert(
                challenge,
                as: ConsoleSession.name(of: cookie),
                in: SignInChallenge.records,
                now: now
            )
        }
        return cookie
    }

    /// The person of a sign-in that waits for its code; `nil` when it is over.
    func person(_ cookie: String?, now: Date) async throws -> ConsoleUser? {
        guard let cookie else { return nil }
        return try await database.read { reader in
            guard let challenge = try reader.value(ConsoleSession.name(of: cookie), in: SignInChallenge.records),
                now.timeIntervalSince(challenge.began) < SignInChallenge.lifetime,
                let user = try reader.consoleUser(challenge.user), user.generation == challenge.generation,
                user.secondFactor != nil
            else { return nil }
            return user
        }
    }

    /// Checks a code once; a sign-in with five wrong codes is over.
    func finish(_ cookie: String, code: String, now: Date) async throws -> ConsoleUser? {
        let name = ConsoleSession.name(of: cookie)
        return try await database.write { writer -> ConsoleUser? in
            guard var challenge = try writer.value(name, in: SignInChallenge.records),
                now.timeIntervalSince(challenge.began) < SignInChallenge.lifetime,
                var user = try writer.consoleUser(challenge.user), user.generation == challenge.generation,
                var factor = user.secondFactor
            else { return nil }
            guard factor.accept(code, at: now) else {
                challenge.failures += 1
                if challenge.failures >= SignInChallenge.maximumFailures {
                    try writer.removeRecord(name, in: SignInChallenge.records)
                } else {
                    try writer.upsert(challenge, as: name, in: SignInChallenge.records, now: challenge.began)
                }
                return nil
            }
            user.secondFactor = factor
            try writer.upsert(user, as: user.name, in: ConsoleUser.records, now: now)
            try writer.removeRecord(name, in: SignInChallenge.records)
            return user
        }
    }

    /// Turns a second factor on, once its first code was right.
    ///
    /// - Returns: The recovery codes; `nil` when the code was wrong.
    func enable(_ secret: Data, code: String, of name: String, now: Date, audit: AuditRecord) async throws -> [String]?
    {
        guard let step = OneTimePassword(secret: Array(secret)).step(of: code, at: now, after: 0) else { return nil }
        let (codes, hashes) = SecondFactor.makeRecoveryCodes()
        try await database.write { writer in
            guard var user = try writer.consoleUser(name) else { throw ServiceProblem.notFound("person") }
            user.secondFactor = SecondFactor(secret: secret, lastStep: step, recovery: hashes, enabled: now)
            try writer.upsert(user, as: name, in: ConsoleUser.records, now: now)
            try writer.record(audit)
        }
        return codes
    }

    /// Turns a second factor off; by the person with a code, by an administrator without.
    func disable(of name: String, code: String?, now: Date, audit: AuditRecord) async throws {
        try await database.write { writer in
            guard var user = try writer.consoleUser(name) else { throw ServiceProblem.notFound("person") }
            if let code {
                guard var factor = user.secondFactor, factor.accept(code, at: now) else {
                    throw ServiceProblem(.invalidParameter, "The code is wrong or was used. Wait for the next one.")
                }
            }
            user.secondFactor = nil
            try writer.upsert(user, as: name, in: ConsoleUser.records, now: now)
            try writer.record(audit)
        }
    }
}
