// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Dispatch
import Foundation

/// Tells when the way to the network changes.
///
/// It looks once a second. A program without a network of its own, such as a test in a container, is told that there is no
/// way; `$NETWORK_PATH` set to `satisfied` or `unsatisfied` answers instead of the machine.
///
/// <https://developer.apple.com/documentation/network/nwpathmonitor>
public final class NWPathMonitor: @unchecked Sendable {
    // Guarded by the lock.
    private let lock = NSLock()
    private var handler: (@Sendable (NWPath) -> Void)?
    private var timer: (any DispatchSourceTimer)?
    private var last: NWPath?
    private let required: NWInterface.InterfaceType?
    private var prohibited: [NWInterface.InterfaceType] = []

    /// Watches all interfaces.
    public init() {
        required = nil
    }

    /// Watches the interfaces of a kind.
    public init(requiredInterfaceType: NWInterface.InterfaceType) {
        required = requiredInterfaceType
    }

    /// Watches all interfaces but those of some kinds.
    public init(prohibitedInterfaceTypes: [NWInterface.InterfaceType]) {
        required = nil
        prohibited = prohibitedInterfaceTypes
    }

    deinit {
        timer?.cancel()
    }

    /// Is told of the way when the monitor starts, and whenever it changes.
    public var pathUpdateHandler: (@Sendable (NWPath) -> Void)? {
        get { lock.withLock { handler } }
        set { lock.withLock { handler = newValue } }
    }

    /// The way now.
    public var currentPath: NWPath {
        let chosen = ProcessInfo.processInfo.environment["NETWORK_PATH"]
        if let chosen {
            return NWPath(status: chosen == "satisfied" ? .satisfied : .unsatisfied, availableInterfaces: [])
        }
        let path = NWPath.current()
        let usable = path.availableInterfaces.filter { interface in
            (required == nil || interface.type == required) && !prohibited.contains(interface.type)
        }
        return NWPath(status: usable.isEmpty ? .unsatisfied : .satisfied, availableInterfaces: usable)
    }

    /// Begins to watch.
    ///
    /// - Parameter queue: Where the handler is called.
    public func start(queue: DispatchQueue) {
        lock.withLock {
            guard timer == nil else { return }
            let timer = DispatchSource.makeTimerSource(queue: queue)
            timer.setEventHandler { [weak self] in self?.look() }
            timer.schedule(deadline: .now(), repeating: 1)
            self.timer = timer
            timer.resume()
        }
    }

    /// Stops watching.
    public func cancel() {
        lock.withLock {
            timer?.cancel()
            timer = nil
            last = nil
        }
    }

    private func look() {
        let path = currentPath
        let told = lock.withLock { () -> (@Sendable (NWPath) -> Void)? in
            guard timer != nil, path != last else { return nil }
            last = path
            return handler
        }
        told?(path)
    }
}
