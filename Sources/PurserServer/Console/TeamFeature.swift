// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Console
package import FoundationEssentials
import Persistence

/// The first person of the console, shown once.
package struct InitialAdministrator: Hashable, Sendable {
    /// The name to sign in with.
    package var name: String

    /// The password, which is kept nowhere as it is.
    package var password: String
}

/// A person who can sign in to the console.
package struct TeamMember: Hashable, Sendable {
    /// The name.
    package var name: String
    /// The role.
    package var role: String
    /// The date the person was added.
    package var created: Date
    /// Whether signing in needs a code.
    package var hasSecondFactor: Bool
}

/// The people who may sign in to the console.
struct TeamFeature: Sendable {
    let clock: @Sendable () -> Date
    let consoleState: ConsoleState
    let random: RandomSource
    let database: any Database

    /// Makes the console's first person, an administrator with a random password, when there is no one.
    func createInitialAdministrator() async throws -> InitialAdministrator? {
        guard try await database.read({ try $0.consoleUsers().isEmpty }) else { return nil }
        // 120 random bits cannot be guessed.
        let person = InitialAdministrator(name: "admin", password: random.readable(24))
        let isNew = try await saveTeamMember(
            person.name,
            role: .admin,
            password: person.password,
            actor: "first start",
            onlyFirst: true
        )
        return isNew ? person : nil
    }

    /// Makes a person, or changes the role, the password, or both.
    ///
    /// - Returns: Whether anything was changed.
    @discardableResult
    func saveTeamMember(
        _ name: String,
        role: ConsoleRole?,
        password: String?,
        actor: String,
        onlyFirst: Bool = false
    ) async throws -> Bool {
        guard ConsoleUser.isName(name) else {
            throw ServiceProblem.invalid("name", "1 to 64 letters, digits and . - _ @")
        }
        guard password.map(ConsoleUser.isPassword) ?? true else {
            throw ServiceProblem.invalid("password", "12 to 200 characters, at most 1024 bytes")
        }
        var hashed: (salt: Data, hash: Data, cost: Scrypt)?
        if let password { hashed = try await consoleState.passwords.hash(password) }
        let (fresh, now) = (hashed, clock())
        // No one of that name before had it: what began under a removed person stays over.
        let generation = random.number()
        return try await database.write { writer in
            let members = try writer.consoleUsers()
            guard !onlyFirst || members.isEmpty else { return false }
            let known = members.first { $0.name == name }
            let new = fresh.map { ConsoleUser($0, name: name, generation: generation, now: now) }
            guard var user = known ?? new else {
                throw ServiceProblem(.invalidParameter, "A new person needs a password.")
            }
            if let role {
                let isLastAdmin = known?.role == .admin && !members.contains { $0.role == .admin && $0.name != name }
                guard !(isLastAdmin && role != .admin) else {
                    throw ServiceProblem(.invalidParameter, "Somebody must be left who is an administrator.")
                }
                user.role = role
            }
            if let fresh, known != nil {
                (user.salt, user.hash, user.cost) = fresh
                user.generation += 1
            }
            guard known != nil || members.count < 500 else {
                throw ServiceProblem(.invalidParameter, "There are 500 people already; remove some first.")
            }
            try writer.upsert(user, as: user.name, in: ConsoleUser.records, now: now)
            try writer.record(
                AuditRecord(
                    actor: actor,
                    action: "team_member.update",
                    target: name,
                    instant: now,
                    detail: user.role.rawValue + (fresh == nil ? "" : ", password")
                )
            )
            return true
        }
    }

    /// Gives a person a random password, and ends the person's sessions.
    ///
    /// - Returns: The password; `nil` when there is no one of this name.
    func resetPassword(of name: String, turnsSecondFactorOff: Bool, actor: String) async throws -> String? {
        guard try await database.read({ try $0.consoleUser(name) }) != nil else { return nil }
        let password = random.readable(24)
        try await saveTeamMember(name, role: nil, password: password, actor: actor)
        guard turnsSecondFactorOff else { return password }
        let now = clock()
        try await SecondFactorFeature(database: database).disable(
            of: name,
            code: nil,
            now: now,
            audit: AuditRecord(actor: actor, action: "second_factor.reset", target: name, instant: now)
        )
        return password
    }

    /// Takes a person's way in; sessions end at once.
    func removePerson(_ name: String, actor: String) async throws {
        let now = clock()
        try await database.write { writer in
            let members = try writer.consoleUsers()
            guard let user = members.first(where: { $0.name == name }) else { throw ServiceProblem.notFound("person") }
            guard user.role != .admin || members.contains(where: { $0.role == .admin && $0.name != name }) else {
                throw ServiceProblem(.invalidParameter, "Somebody must be left who is an administrator.")
            }
            try writer.removeRecord(name, in: ConsoleUser.records)
            try writer.removeConsoleSessions(of: name)
            try writer.removePrivateViews(of: name)
            try writer.record(AuditRecord(actor: actor, action: "team_member.delete", target: name, instant: now))
        }
    }
}

extension ConsoleUser {
    fileprivate init(
        _ hashed: (salt: Data, hash: Data, cost: Scrypt),
        name: String,
        generation: Int,
        now: Date
    ) {
        self.init(
            name: name,
            role: .viewer,
            salt: hashed.salt,
            hash: hashed.hash,
            cost: hashed.cost,
            created: now,
            generation: generation
        )
    }
}
