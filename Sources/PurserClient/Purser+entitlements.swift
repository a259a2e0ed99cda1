// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

extension Purser {
    /// What the customer may use: at once what is known, then each change.
    public nonisolated var entitlements: AsyncStream<EntitlementChange> { changes.stream() }

    /// What the customer may use at this moment, as far as is known without asking anybody.
    ///
    /// A right is left out once it has ended, may have ended, or was not asked about for three days. The server is
    /// asked then, at most once a minute, and readers of ``entitlements`` are notified; ``status(of:)`` waits for the
    /// answer. In an app without a server this is what the store said when it was last asked.
    public var currentEntitlements: Entitlements {
        guard let holding else { return current }
        let known = reliable(holding)
        if known != current || holding.isUncertain(asOf: now(), lastSeen: latestSeen) { refresh() }
        return known
    }

    /// What may still be relied on of what was reported last.
    private func reliable(_ holding: CachedEntitlements) -> Entitlements {
        let now = now()
        var known = current
        known.active.removeAll { holding.status(of: $0.id, asOf: now, lastSeen: latestSeen) != .active }
        return known
    }

    /// Asks again because what is known is too old; not with each look.
    private func refresh() {
        let now = now()
        guard abs(now.timeIntervalSince(askedAgain ?? .distantPast)) >= 60 else { return }
        askedAgain = now
        later { [weak self] in
            guard let self, await !self.refreshEntitlements() else { return }
            await self.emitReliableEntitlements()
        }
    }

    /// Tells readers, too, that what was open can no longer be relied on.
    private func emitReliableEntitlements() {
        if let holding { apply(reliable(holding)) }
    }

    /// Whether the customer may use something; without a network what the server signed decides.
    ///
    /// - Parameter entitlement: The right's name.
    /// - Returns: Whether it is open.
    public func isEntitled(to entitlement: String) async -> Bool {
        await status(of: entitlement) == .active
    }

    /// What is known of one entitlement; the server is asked when what is known is too old.
    ///
    /// - Parameter entitlement: The right's name.
    /// - Returns: What is known.
    public func status(of entitlement: String) async -> EntitlementStatus {
        if server == nil {
            await refreshEntitlements()
            return current[entitlement] == nil ? .inactive : .active
        }
        guard customer != nil else { return .inactive }
        let known = known(entitlement)
        if let known, known == .active || known == .inactive { return known }
        if known == .clockSetBack { emit(.clockSetBack) }
        guard await refreshEntitlements() else {
            emitReliableEntitlements()
            return known ?? .stale
        }
        return self.known(entitlement) ?? .stale
    }

    private func known(_ entitlement: String) -> EntitlementStatus? {
        let now = now()
        let status = holding?.status(of: entitlement, asOf: now, lastSeen: latestSeen)
        if status != .clockSetBack { see(now) }
        return status
    }

    /// Remembers how late it is; on the disk no more than once a minute.
    private func see(_ now: Date) {
        guard now > latestSeen ?? .distantPast else { return }
        latestSeen = now
        guard now.timeIntervalSince(savedSeen ?? .distantPast) >= 60 else { return }
        savedSeen = now
        let vault = vault
        later {
            // What is lost is a minute of what is known.
            try? await vault.saveLastSeen(now)
        }
    }

    /// Asks what the customer may use: the server, or in an app without one the store's verified transactions.
    ///
    /// - Returns: Whether there was an answer.
    @discardableResult
    public func refreshEntitlements() async -> Bool {
        guard let server else {
            apply(Entitlements(customer: customer, active: await deviceEntitlements(), source: .device))
            return true
        }
        guard let customer else { return false }
        asked += 1
        let turn = asked
        do {
            let environment = await knownEnvironment()
            let document = try await server.snapshot(of: customer, environment: environment).snapshot
            let claims = try await read(document, of: customer, server)
            guard customer == self.customer else { return false }
            guard hasNewInformation(claims, turn: turn) else { return true }
            (heldTurn, heldIssue) = (asked, claims.issuedDate)
            let now = now()
            hold(claims, received: now, source: .server)
            // The server's answer is what is right, also after a clock that was ahead.
            (latestSeen, savedSeen) = (now, now)
            try await vault.save(PurchaseStorage.StoredSnapshot(document: document, received: now), of: customer)
            try await vault.saveLastSeen(now)
            return true
        } catch {
            emit(.entitlementsUnavailable) { $0.text = "\(error)" }
            return false
        }
    }

    /// Whether a snapshot is not older than what is held: answers may overtake one another.
    ///
    /// One that was asked for after what is held came is newer, whatever the server's clock says. Of two that were
    /// in progress at once the server's instants decide, and what a purchase's own answer said is newer than both.
    private func hasNewInformation(_ claims: SnapshotReader.Claims, turn: Int) -> Bool {
        guard turn <= heldTurn else { return true }
        guard let heldIssue else { return false }
        return claims.issuedDate >= heldIssue
    }

    /// Forgets what is known of a customer, and what was asked about.
    func removeCached() {
        holding = nil
        (heldTurn, heldIssue) = (asked, nil)
    }

    /// Reads what the server signed; its keys are asked for when one is new.
    private func read(
        _ document: String,
        of customer: String,
        _ server: ServerClient
    ) async throws -> SnapshotReader.Claims {
        if let pinned = server.access.snapshotKeys {
            return try SnapshotReader(keys: pinned).read(document, of: customer)
        }
        if let stored = try await vault.snapshotKeys(), let reader = try? SnapshotReader(keys: stored),
            let claims = try? reader.read(document, of: customer)
        {
            return claims
        }
        let keys = try await server.snapshotKeys()
        let claims = try SnapshotReader(keys: keys).read(document, of: customer)
        try await vault.saveSnapshotKeys(keys)
        return claims
    }

    /// What an earlier run was sent, for as long as it may be relied on.
    func loadSnapshot() async {
        guard let server, let customer else { return }
        do {
            let seen = try await vault.lastSeen()
            latestSeen = [latestSeen, seen].compactMap { $0 }.max()
            guard let stored = try await vault.snapshots()[customer] else { return }
            let keys: Data?
            if let pinned = server.access.snapshotKeys { keys = pinned } else { keys = try await vault.snapshotKeys() }
            guard let keys else { return }
            let claims = try SnapshotReader(keys: keys).read(stored.document, of: customer)
            // A tester's build may have left it on this device.
            let environment = await knownEnvironment()
            guard customer == self.customer, holding == nil, claims.environment == environment else { return }
            hold(claims, received: stored.received, source: .snapshot)
        } catch {
            emit(.entitlementsUnavailable) { $0.text = "the snapshot could not be read: \(error)" }
        }
    }

    private func hold(_ claims: SnapshotReader.Claims, received: Date, source: Entitlements.Source) {
        let held = CachedEntitlements(
            items: claims.items,
            issued: claims.issuedDate,
            expires: claims.expirationDate,
            received: received
        )
        holding = held
        let open = held.open(asOf: now(), lastSeen: source == .server ? nil : latestSeen)
        apply(Entitlements(customer: customer, active: open, source: source))
    }

    /// What the server said with a verification.
    func cache(_ answer: ServerResponse.Purchase) async {
        do {
            try await vault.save(
                environment: answer.transaction.environment,
                ofBuild: await store.environment().documentName
            )
        } catch {
            configuration.onLog?("the environment could not be kept: \(error)")
        }
        guard let customer else { return }
        // Without the customer's token the answer is about the transaction alone: what else is held stays, and is asked
        // for.
        defer { later { [weak self] in _ = await self?.refreshEntitlements() } }
        guard answer.customer == customer else { return }
        let now = now()
        let active = answer.entitlements.filter(\.isActive)
        guard answer.entitlementsOf == "customer" else {
            addToHeld(active, of: customer, now: now)
            return
        }
        (heldTurn, heldIssue) = (asked, nil)
        holding = CachedEntitlements(
            items: active.map {
                CachedEntitlements.Item(entitlement: $0.id, endDate: $0.until, willRenew: $0.willRenew)
            },
            issued: now,
            // Until the next snapshot, which is asked for at once.
            expires: now.addingTimeInterval(86_400),
            received: now
        )
        let open = active.map {
            Entitlement(
                id: $0.id,
                expirationDate: $0.until,
                willRenew: $0.willRenew,
                product: $0.product,
                store: $0.store
            )
        }
        apply(Entitlements(customer: customer, active: open, source: .server))
    }

    /// Adds what one transaction gives to what is known of the customer; it closes nothing.
    private func addToHeld(_ given: [ServerResponse.Purchase.Entitlement], of customer: String, now: Date) {
        guard !given.isEmpty else { return }
        // What may not be relied on any more does not become good by an answer about something else.
        var held = holding ?? CachedEntitlements(items: [], issued: now, expires: now, received: now)
        let serverNow = held.issued.addingTimeInterval(now.timeIntervalSince(held.received))
        if serverNow >= held.expires {
            held = CachedEntitlements(items: [], issued: now, expires: now.addingTimeInterval(86_400), received: now)
        }
        var open = current.customer == customer ? current.active : []
        for derived in given {
            let known = open.first { $0.id == derived.id }
            // The longer one counts; without an end it lasts.
            if let known, known.expirationDate.map({ $0 >= derived.until ?? .distantFuture }) ?? true { continue }
            open.removeAll { $0.id == derived.id }
            held.items.removeAll { $0.entitlement == derived.id }
            open.append(
                Entitlement(
                    id: derived.id,
                    expirationDate: derived.until,
                    willRenew: derived.willRenew,
                    product: derived.product,
                    store: derived.store
                )
            )
            held.items.append(
                CachedEntitlements.Item(entitlement: derived.id, endDate: derived.until, willRenew: derived.willRenew)
            )
        }
        (heldTurn, heldIssue) = (asked, nil)
        holding = held
        apply(Entitlements(customer: customer, active: open, source: .server))
    }

    func apply(_ new: Entitlements) {
        let old = current
        current = new
        let isSame = old.customer == new.customer && old.names == new.names && old.source != .nobody
        guard !isSame || old.active != new.active else { return }
        let (before, after) = (old.names, new.names)
        changes.send(
            EntitlementChange(
                current: new,
                added: after.subtracting(before),
                removed: before.subtracting(after)
            )
        )
    }

    /// The environment whose entitlements are asked for: what the last verified purchase said, or the build's signs.
    func knownEnvironment() async -> String {
        let build = await store.environment().documentName
        do {
            if let known = try await vault.environment(ofBuild: build) { return known }
        } catch {
            configuration.onLog?("the environment could not be read: \(error)")
        }
        return build
    }

    /// Entitlements from the store's verified transactions; time that was bought again begins when the earlier time
    /// ends.
    private func deviceEntitlements() async -> [Entitlement] {
        let map = configuration.entitlementMap
        var open: [String: Entitlement] = [:]
        var ends: [String: Date] = [:]
        let held = await store.held().filter { $0.isVerified == true && $0.revoked == nil && !$0.isUpgraded }
        for transaction in held.sorted(by: { ($0.date, $0.id) < ($1.date, $1.id) }) {
            guard let product = map.product(transaction.product) else { continue }
            for name in product.entitlements {
                var until = transaction.expires
                if transaction.kind == StoreProduct.nonRenewing {
                    let start = max(transaction.date, ends[name] ?? transaction.date)
                    until = product.end(ofTimeBoughtAt: start, quantity: transaction.quantity)
                    ends[name] = until
                    guard let until, until > now() else { continue }
                }
                let isForEver = transaction.kind == StoreProduct.nonConsumable
                if let known = open[name], known.expirationDate == nil { continue }
                open[name] = Entitlement(
                    id: name,
                    expirationDate: isForEver
                        ? nil : max(until ?? .distantPast, open[name]?.expirationDate ?? .distantPast),
                    willRenew: false,
                    product: transaction.product
                )
            }
        }
        return Array(open.values)
    }
}
