// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import StoreKit

extension View {
    /// Loads a product while the view is on the screen.
    ///
    /// - Parameters:
    ///   - id: The product.
    ///   - priority: How urgent it is.
    ///   - action: Gets each state, beginning with `loading`.
    /// - Returns: The view with the task.
    public func storeProductTask(
        for id: Product.ID,
        priority: TaskPriority = .medium,
        action: @escaping @MainActor (Product.TaskState) async -> Void
    ) -> some View {
        TaskView(content: self, id: id, priority: priority) { _ in
            await action(.loading)
            let state: Product.TaskState
            do {
                state = try await Product.products(for: [id]).first.map { .success($0) } ?? .unavailable
            } catch {
                state = .failure(error)
            }
            if !Task.isCancelled { await action(state) }
        }
    }

    /// Loads products while the view is on the screen.
    ///
    /// - Parameters:
    ///   - ids: The products.
    ///   - priority: How urgent it is.
    ///   - action: Gets each state, beginning with `loading`.
    /// - Returns: The view with the task.
    public func storeProductsTask(
        for ids: some Collection<Product.ID> & Equatable & Sendable,
        priority: TaskPriority = .medium,
        action: @escaping @MainActor (Product.CollectionTaskState) async -> Void
    ) -> some View {
        let ids = Array(ids)
        return TaskView(content: self, id: ids, priority: priority) { _ in
            await action(.loading)
            let state = await Product.CollectionTaskState(loading: ids)
            if !Task.isCancelled { await action(state) }
        }
    }

    /// Reads the statuses of a subscription group while the view is on the screen: at once, and after each change.
    ///
    /// - Parameters:
    ///   - groupID: The group.
    ///   - priority: How urgent it is.
    ///   - action: Gets each state, beginning with `loading`.
    /// - Returns: The view with the task.
    public func subscriptionStatusTask(
        for groupID: String,
        priority: TaskPriority = .medium,
        action: @escaping @MainActor (EntitlementTaskState<[Product.SubscriptionInfo.Status]>) async -> Void
    ) -> some View {
        TaskView(content: self, id: groupID, priority: priority) { work in
            await StoreChanges.follow(work, action) {
                try await Product.SubscriptionInfo.status(for: groupID)
            }
        }
    }

    /// Reads what entitles the customer to a product while the view is on the screen: at once, and after each change.
    ///
    /// - Parameters:
    ///   - productID: The product.
    ///   - priority: How urgent it is.
    ///   - action: Gets each state, beginning with `loading`.
    /// - Returns: The view with the task.
    public func currentEntitlementTask(
        for productID: Product.ID,
        priority: TaskPriority = .medium,
        action: @escaping @MainActor (EntitlementTaskState<VerificationResult<StoreKit.Transaction>?>) async -> Void
    ) -> some View {
        TaskView(content: self, id: productID, priority: priority) { work in
            await StoreChanges.follow(work, action) {
                await StoreKit.Transaction.currentEntitlement(for: productID)
            }
        }
    }
}

extension Product.CollectionTaskState {
    /// Loads products, in the order of their identifiers.
    init(loading ids: [Product.ID]) async {
        do {
            let found = try await Product.products(for: ids)
            let products = ids.compactMap { id in found.first { $0.id == id } }
            self = .success(products, unavailable: ids.filter { id in !found.contains { $0.id == id } })
        } catch {
            self = .failure(error)
        }
    }
}

/// What makes a view read an entitlement again.
@MainActor
enum StoreChanges {
    private static var listeners: [UUID: AsyncStream<Void>.Continuation] = [:]

    /// Says that the customer bought something in a view.
    static func notify() { for listener in listeners.values { listener.yield() } }

    /// Reads a value now and after each change, until the view goes.
    static func follow<Value: Sendable>(
        _ work: ScreenWork,
        _ action: @MainActor (EntitlementTaskState<Value>) async -> Void,
        _ read: @MainActor () async throws -> Value
    ) async {
        // One change that waits is enough: what is read is the newest.
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let id = UUID()
        listeners[id] = continuation
        let transactions = Task { for await _ in StoreKit.Transaction.updates { continuation.yield() } }
        let statuses = Task { for await _ in Product.SubscriptionInfo.Status.updates { continuation.yield() } }
        defer {
            listeners[id] = nil
            transactions.cancel()
            statuses.cancel()
        }
        await action(.loading)
        await action(await state(of: read))
        work.answer()
        for await _ in changes {
            let state = await state(of: read)
            // A canceled task reads nothing, which is not an answer.
            guard !Task.isCancelled else { return }
            await action(state)
        }
    }

    private static func state<Value: Sendable>(
        of read: @MainActor () async throws -> Value
    ) async -> EntitlementTaskState<Value> {
        do { return .success(try await read()) } catch { return .failure(error) }
    }
}
