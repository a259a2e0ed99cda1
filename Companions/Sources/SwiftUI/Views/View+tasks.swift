// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A view whose surroundings are changed.
struct EnvironmentView<Content: View>: PrimitiveView {
    let content: Content
    let change: @MainActor (inout EnvironmentValues) -> Void

    func open(on tree: ViewTree, _ environment: EnvironmentValues, at path: String) {
        var changed = environment
        change(&changed)
        tree.open(content, changed, at: path)
    }
}

/// A view with a task.
struct TaskView<Content: View>: PrimitiveView {
    let content: Content
    let id: AnyHashable
    let priority: TaskPriority
    let work: @MainActor (ScreenWork) async -> Void

    func open(on tree: ViewTree, _ environment: EnvironmentValues, at path: String) {
        tree.run(at: path + "~task", id: id, priority: priority, work)
        tree.open(content, environment, at: path + "~")
    }
}

/// A view over which a sheet is shown while a value is true.
struct SheetView<Content: View>: PrimitiveView {
    let content: Content
    let isPresented: Binding<Bool>
    let present: @MainActor () async -> Void

    func open(on tree: ViewTree, _ environment: EnvironmentValues, at path: String) {
        if isPresented.wrappedValue {
            tree.run(at: path + "~sheet") { _ in
                await present()
                isPresented.wrappedValue = false
                tree.setNeedsUpdate()
            }
        }
        tree.open(content, environment, at: path + "~")
    }
}

extension View {
    /// Changes a value that the view and those in it share.
    public func environment<Value>(_ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value) -> some View {
        EnvironmentView(content: self) { $0[keyPath: keyPath] = value }
    }

    /// Does something while the view is on the screen.
    ///
    /// - Parameters:
    ///   - priority: How urgent it is.
    ///   - action: What to do; canceled when the view goes.
    /// - Returns: The view with the task.
    public func task(
        priority: TaskPriority = .userInitiated,
        _ action: @escaping @MainActor () async -> Void
    ) -> some View {
        TaskView(content: self, id: 0, priority: priority) { work in
            // Such a task may last as long as its view.
            work.answer()
            await action()
        }
    }

    /// Does something while the view is on the screen, and again when a value changes.
    ///
    /// - Parameters:
    ///   - id: The value: another one cancels the task and begins it again.
    ///   - priority: How urgent it is.
    ///   - action: What to do; canceled when the view goes.
    /// - Returns: The view with the task.
    public func task<Value: Hashable>(
        id: Value,
        priority: TaskPriority = .userInitiated,
        _ action: @escaping @MainActor () async -> Void
    ) -> some View {
        TaskView(content: self, id: AnyHashable(id), priority: priority) { work in
            work.answer()
            await action()
        }
    }

    /// Does something when the view comes onto the screen.
    public func onAppear(perform action: (@MainActor () -> Void)? = nil) -> some View {
        TaskView(content: self, id: 0, priority: .userInitiated) { _ in action?() }
    }
}
