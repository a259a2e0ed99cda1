// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import CSQLite
import Foundation
import Synchronization

/// A disk that knows which writes were synced, so that a test can see what a power cut would leave of it, and that
/// can refuse calls.
///
/// It is a SQLite VFS over the system's own: files are real, only writes and syncs are watched.
package final class FaultyDisk: Sendable {
    /// A call that can be refused.
    package enum Call: Sendable {
        case write, sync, lock
    }

    /// What a power cut would leave: the contents of each file that is left at all, by its path.
    package typealias Image = [String: [UInt8]]

    private enum Change: Sendable {
        case write(offset: Int, bytes: [UInt8])
        case truncate(size: Int)
    }

    private struct File: Sendable {
        var durable: [UInt8]?
        var unsynced: [Change] = []
    }

    private struct State: Sendable {
        var files: [String: File] = [:]
        var calls = 0
        var refuse: @Sendable (Call, Int) -> Int32? = { _, _ in nil }
        var slow: @Sendable (Call, String) -> Void = { _, _ in }
        var watch: @Sendable (Int) -> Bool = { _ in false }
        var cut: @Sendable (Image) -> Void = { _ in }
        var generator: Chance
    }

    /// The name under which SQLite knows it.
    package let name: String

    private let state: Mutex<State>

    package init(seed: UInt64) {
        name = "faulty-\(UUID().uuidString)"
        state = Mutex(State(generator: Chance(seed: seed)))
        FaultyFileSystem.register(self)
    }

    /// Refuses the calls for which the function answers a code of SQLite's; it is given the call and how many writes
    /// and syncs came before.
    package func refuse(_ decide: @escaping @Sendable (Call, Int) -> Int32?) {
        state.withLock { $0.refuse = decide }
    }

    /// Does something before each write or sync of a file, on its thread, such as to let it wait.
    package func slow(_ wait: @escaping @Sendable (Call, _ path: String) -> Void) {
        state.withLock { $0.slow = wait }
    }

    /// Simulates a power cut before each write or sync whose number the function picks, and hands over what is left.
    ///
    /// The disk continues afterward, so that one run shows many cuts. No other thread's call is made while the function
    /// handles one, so what it sees acknowledged was synced before.
    package func cut(
        when pick: @escaping @Sendable (Int) -> Bool,
        _ handle: @escaping @Sendable (Image) -> Void
    ) {
        state.withLock { state in
            state.watch = pick
            state.cut = handle
        }
    }

    // MARK: - Called by the file system

    func willWrite(_ path: String, _ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int32? {
        change(path, .write(offset: offset, bytes: Array(bytes)))
    }

    func willTruncate(_ path: String, to size: Int) -> Int32? {
        change(path, .truncate(size: size))
    }

    func willSync(_ path: String) -> Int32? {
        begin(.sync, of: path) { state in
            var file = state.files[path] ?? File()
            file.durable = Self.contents(file, keeping: { _ in 1 })
            file.unsynced = []
            state.files[path] = file
        }
    }

    func willLock() -> Int32? {
        state.withLock { $0.refuse(.lock, $0.calls) }
    }

    func willDelete(_ path: String) {
        state.withLock { $0.files[path] = nil }
    }

    // MARK: - Private

    private func change(_ path: String, _ change: Change) -> Int32? {
        begin(.write, of: path) { $0.files[path, default: File()].unsynced.append(change) }
    }

    private func begin(_ call: Call, of path: String, _ body: (inout State) -> Void) -> Int32? {
        // Whoever waits holds up no one else.
        state.withLock(\.slow)(call, path)
        return state.withLock { state in
            state.calls += 1
            if state.watch(state.calls) { state.cut(Self.image(&state)) }
            let code = state.refuse(call, state.calls)
            if code == nil { body(&state) }
            return code
        }
    }

    /// What is left: all that was synced, and of the rest whatever the disk happened to have written, in any order
    /// and by whole sectors.
    private static func image(_ state: inout State) -> Image {
        var image: Image = [:]
        var generator = state.generator
        for (path, file) in state.files.sorted(by: { $0.key < $1.key }) {
            let luck = Int.random(in: 0...3, using: &generator)
            image[path] = contents(file) { size in
                switch luck {
                case 0: 0
                case 1: 1
                default: Double(Int.random(in: 0...4, using: &generator)) / 4 * (size > 512 ? 1 : 1.25)
                }
            }
        }
        state.generator = generator
        return image
    }

    /// The contents after the changes, of each of which a share made it.
    private static func contents(_ file: File, keeping share: (Int) -> Double) -> [UInt8]? {
        var bytes = file.durable
        for change in file.unsynced {
            switch change {
            case .write(let offset, let written):
                let stored = min(1, share(written.count)) * Double(written.count)
                let count = stored == Double(written.count) ? written.count : Int(stored) / 512 * 512
                guard count > 0 else { continue }
                var all = bytes ?? []
                if all.count < offset + count {
                    all += [UInt8](repeating: 0, count: offset + count - all.count)
                }
                all.replaceSubrange(offset..<(offset + count), with: written[..<count])
                bytes = all
            case .truncate(let size):
                guard share(0) > 0.5, let all = bytes, all.count > size else { continue }
                bytes = Array(all[..<size])
            }
        }
        return bytes
    }

    /// The same seed leaves the same sectors.
    private struct Chance: RandomNumberGenerator {
        private var state: UInt64

        init(seed: UInt64) { state = seed }

        mutating func next() -> UInt64 {
            state &+= 0x9e37_79b9_7f4a_7c15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
            return mixed ^ (mixed >> 31)
        }
    }
}
