// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Synchronization

/// A request of the original interface.
///
/// <https://developer.apple.com/documentation/storekit/skrequest>
open class SKRequest: NSObject, @unchecked Sendable {
    /// The one who is notified of the answer; not retained.
    @_disfavoredOverload
    open weak var delegate: (any SKRequestDelegate)? {
        get { state.withLock { Unchecked($0.value.delegate) }.value }
        set {
            let delegate = Unchecked(newValue)
            state.withLock { $0.value.delegate = delegate.value }
        }
    }

    struct State {
        weak var delegate: (any SKRequestDelegate)?
        var task: Task<Void, Never>?
        var isCancelled = false
    }

    private let state = Mutex(Unchecked(State()))

    /// Makes a request.
    override public init() {
        super.init()
    }

    /// Sends the request; it stays alive until it is answered.
    open func start() {
        let task = Task {
            do {
                let answer = try await self.perform()
                self.finish { delegate in
                    answer()
                    delegate?.requestDidFinish(self)
                }
            } catch {
                let reason = SKError(reason: error)
                self.finish { $0?.request(self, didFailWithError: reason) }
            }
        }
        state.withLock { state in
            state.value.isCancelled = false
            state.value.task = task
        }
    }

    /// Gives the request up: nothing is reported any more.
    open func cancel() {
        let task = state.withLock { state in
            state.value.isCancelled = true
            return state.value.task
        }
        task?.cancel()
    }

    /// Asks the store and returns the first callback for the delegate.
    func perform() async throws -> @Sendable () -> Void { {} }

    private func finish(_ body: @escaping @Sendable ((any SKRequestDelegate)?) -> Void) {
        SKPaymentQueue.shared.onMain {
            let state = self.state.withLock { state in
                state.value.task = nil
                return Unchecked((state.value.isCancelled, state.value.delegate))
            }
            if !state.value.0 { body(state.value.1) }
        }
    }
}

/// The one who is notified of a request's answer.
public protocol SKRequestDelegate: NSObjectProtocol {
    /// The request was answered.
    func requestDidFinish(_ request: SKRequest)

    /// The request failed.
    func request(_ request: SKRequest, didFailWithError error: any Error)
}

extension SKRequestDelegate {
    /// Does nothing.
    public func requestDidFinish(_ request: SKRequest) {}

    /// Does nothing.
    public func request(_ request: SKRequest, didFailWithError error: any Error) {}
}
