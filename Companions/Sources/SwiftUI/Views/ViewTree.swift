// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import StoreKit

/// What is open on a screen: the views, and what they leave behind from one look to the next.
@MainActor
final class ViewTree {
    private let root: any View
    private var storage: [String: AnyObject] = [:]
    private var works: [String: ScreenWork] = [:]
    private var seen: Set<String> = []
    private var kept: Set<String> = []
    private var isLooking = false

    /// How often a look may change what it looks at, before it is taken for endless.
    private static let maximumLooks = 100
    private var needsUpdate = false
    private var begun: Task<Void, Never>?

    /// The texts of the last look.
    var texts: [String] = []

    /// The buttons of the last look.
    var buttons: [(title: String, action: @MainActor () -> Void)] = []

    /// The stores of the last look, in the order of the views.
    var stores: [StoreKitSimulator.ShownStore] = []

    /// Whether the screen is open: only then tasks begin.
    private(set) var isOpen = false

    init(_ root: any View) {
        self.root = root
    }

    /// Looks at all views, begins the tasks of those that came, and ends those of the ones that went.
    func look() {
        guard isOpen, !isLooking else {
            needsUpdate = isOpen
            return
        }
        isLooking = true
        for _ in 0..<Self.maximumLooks {
            needsUpdate = false
            (texts, buttons, stores, seen, kept) = ([], [], [], [], [])
            open(root, EnvironmentValues(), at: "")
            for path in works.keys where !seen.contains(path) { works.removeValue(forKey: path)?.cancel() }
            storage = storage.filter { kept.contains($0.key) }
            if !needsUpdate { break }
        }
        isLooking = false
    }

    func appear() {
        isOpen = true
        look()
    }

    func disappear() {
        isOpen = false
        for work in works.values { work.cancel() }
        works = [:]
    }

    /// Looks again soon: a view's state changed.
    func setNeedsUpdate() { look() }

    /// Does what a button of a store begins.
    func start(_ body: @escaping @MainActor () async -> Void) {
        begun = Task { [begun] in
            await begun?.value
            await body()
        }
    }

    /// Waits until what buttons began is done.
    func settle() async { await begun?.value }

    /// Waits until each task has its first answer.
    func firstAnswers() async {
        for work in works.values { await work.firstAnswer() }
    }

    func open(_ view: any View, _ environment: EnvironmentValues, at path: String) {
        if let primitive = view as? any PrimitiveView { return primitive.open(on: self, environment, at: path) }
        openBody(of: view, environment, at: path)
    }

    private func openBody(of view: some View, _ environment: EnvironmentValues, at path: String) {
        for child in Mirror(reflecting: view).children {
            guard let property = child.value as? any ScreenProperty else { continue }
            property.connect(to: self, environment, at: "\(path)/\(child.label ?? "")")
        }
        open(view.body, environment, at: path + "/body")
    }

    /// What is kept for a place; made at the first look.
    func stored<Object: AnyObject>(at path: String, _ make: () -> Object) -> Object {
        kept.insert(path)
        if let object = storage[path] as? Object { return object }
        let object = make()
        storage[path] = object
        return object
    }

    /// Makes sure that a task runs for as long as its view is there.
    ///
    /// - Parameters:
    ///   - path: The place of the task's view.
    ///   - id: What the task depends on: another one begins it again.
    ///   - priority: How urgent it is.
    ///   - body: The task; it says when it has its first answer.
    func run(
        at path: String,
        id: AnyHashable = 0,
        priority: TaskPriority = .medium,
        _ body: @escaping @MainActor (ScreenWork) async -> Void
    ) {
        seen.insert(path)
        if let work = works[path] {
            if work.id == id { return }
            work.cancel()
        }
        works[path] = ScreenWork(id: id, priority: priority, body)
    }
}

/// A task of a view.
@MainActor
final class ScreenWork {
    let id: AnyHashable
    private var task: Task<Void, Never>?
    private var isAnswered = false
    private var waiters: [CheckedContinuation<Void, Never>] = []

    init(id: AnyHashable, priority: TaskPriority, _ body: @escaping @MainActor (ScreenWork) async -> Void) {
        self.id = id
        task = Task(priority: priority) {
            await body(self)
            answer()
        }
    }

    /// Says that the first answer is there.
    func answer() {
        isAnswered = true
        for waiter in waiters { waiter.resume() }
        waiters = []
    }

    func firstAnswer() async {
        guard !isAnswered else { return }
        await withCheckedContinuation { waiters.append($0) }
    }

    func cancel() {
        task?.cancel()
        answer()
    }
}
