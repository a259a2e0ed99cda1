// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

#if canImport(Glibc)
package import Foundation
import Glibc
import Synchronization

/// A program that a test runs, with the members of Foundation's `Process` that tests use.
///
/// The tests have more than a thousand files open at times, and with so many that one reads behind the end of the list
/// of them (`findMaximumOpenFromProcSelfFD`, Swift 6.3): whether it dies of it depends on what lies behind. This one
/// reads no list; the system closes in the child whatever is not named.
package final class ChildProcess: @unchecked Sendable {
    /// The program.
    package var executableURL: URL?
    /// Its arguments, without its own name.
    package var arguments: [String] = []
    /// Its variables; those of the tests when absent.
    package var environment: [String: String]?
    /// Where it runs.
    package var currentDirectoryURL: URL?
    /// A `Pipe` or a `FileHandle`; the tests' own when absent.
    package var standardInput: Any?
    /// A `Pipe` or a `FileHandle`; the tests' own when absent.
    package var standardOutput: Any?
    /// A `Pipe` or a `FileHandle`; the tests' own when absent.
    package var standardError: Any?
    /// How long it may run before it is killed with its group (default: 900 seconds); `nil` for a server that a test
    /// stops.
    package var limit: Duration? = .seconds(900)

    private struct State {
        var number: pid_t = 0
        var status: Int32?
        var isLate = false
        var handler: (@Sendable (ChildProcess) -> Void)?
    }

    // What stands above is set before it runs, and by one thread.
    private let state = Mutex(State())
    private let ended = DispatchGroup()

    /// Makes one that does not run yet.
    package init() {}

    /// Told when it has ended.
    package var terminationHandler: (@Sendable (ChildProcess) -> Void)? {
        get { state.withLock(\.handler) }
        set { state.withLock { $0.handler = newValue } }
    }

    /// Its number; zero before it runs.
    package var processIdentifier: pid_t { state.withLock(\.number) }

    /// Whether it was started and has not ended.
    package var isRunning: Bool { state.withLock { $0.number != 0 && $0.status == nil } }

    /// Its exit code, or the number of the signal that ended it; zero until then.
    package var terminationStatus: Int32 { state.withLock(\.status) ?? 0 }

    /// Waits for its end.
    package func waitUntilExit() {
        ended.wait()
    }

    /// Starts it.
    ///
    /// - Throws: `POSIXError` when the program cannot be run.
    package func run() throws {
        guard let path = executableURL?.path else { throw POSIXError(.ENOENT) }
        var actions = posix_spawn_file_actions_t()
        try Self.check(posix_spawn_file_actions_init(&actions))
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, stream) in [standardInput, standardOutput, standardError].enumerated() {
            if let handle = stream as? FileHandle, handle === FileHandle.nullDevice {
                try Self.check(posix_spawn_file_actions_addopen(&actions, Int32(number), "/dev/null", O_RDWR, 0))
            } else if let descriptor = Self.descriptor(stream, isInput: number == 0) {
                try Self.check(posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number)))
            }
        }
        let closeFrom = try Self.call("posix_spawn_file_actions_addclosefrom_np", as: CloseFrom.self)
        try Self.check(closeFrom(&actions, 3))
        if let folder = currentDirectoryURL?.path {
            let changeFolder = try Self.call("posix_spawn_file_actions_addchdir_np", as: ChangeFolder.self)
            try Self.check(changeFolder(&actions, folder))
        }
        var attributes = posix_spawnattr_t()
        try Self.check(posix_spawnattr_init(&attributes))
        defer { posix_spawnattr_destroy(&attributes) }
        // A group of its own: what is typed at the terminal is not meant for it.
        // The threads of tests block signals, and a child would inherit that: SIGTERM would never reach one without a handler.
        var blocked = sigset_t()
        sigemptyset(&blocked)
        try Self.check(posix_spawnattr_setsigmask(&attributes, &blocked))
        let flags = Int16(POSIX_SPAWN_SETPGROUP) | Int16(POSIX_SPAWN_SETSIGMASK)
        try Self.check(posix_spawnattr_setflags(&attributes, flags))
        let variables = (environment ?? ProcessInfo.processInfo.environment).map { "\($0.key)=\($0.value)" }
        var parts = ([path] + arguments).map { strdup($0) } + [nil]
        var settings = variables.map { strdup($0) } + [nil]
        defer { for text in parts + settings { free(text) } }
        var number: pid_t = 0
        try Self.check(posix_spawn(&number, path, &actions, &attributes, &parts, &settings))
        state.withLock { $0.number = number }
        closeOurEnds()
        ended.enter()
        if let limit {
            let deadline = DispatchTime.now() + .milliseconds(limit.wholeMilliseconds)
            DispatchQueue.global().asyncAfter(deadline: deadline) { [weak self] in self?.endLate() }
        }
        Thread.detachNewThread { [self, number] in
            wait(for: number)
            let handler = state.withLock(\.handler)
            ended.leave()
            handler?(self)
        }
    }

    /// Names the program when it was killed because it took longer than its limit.
    ///
    /// - Throws: ``ChildProcessIsLate``.
    package func checkLimit() throws {
        guard state.withLock(\.isLate), let limit else { return }
        throw ChildProcessIsLate(limit: limit, message: [executableURL?.path ?? ""] + arguments)
    }

    private func endLate() {
        state.withLock { state in
            guard state.status == nil else { return }
            state.isLate = true
            kill(-state.number, SIGKILL)
        }
    }

    private func wait(for number: pid_t) {
        var status: Int32 = 0
        while waitpid(number, &status, 0) == -1, errno == EINTR {}
        let signal = status & 0x7F
        state.withLock { $0.status = signal == 0 ? (status >> 8) & 0xFF : signal }
    }

    /// The ends of pipes that the child has: as long as they are open here, no one reads to the end.
    private func closeOurEnds() {
        (standardInput as? Pipe)?.fileHandleForReading.closeFile()
        var closed: [Pipe] = []
        for case let pipe as Pipe in [standardOutput, standardError] where !closed.contains(where: { $0 === pipe }) {
            pipe.fileHandleForWriting.closeFile()
            closed.append(pipe)
        }
    }

    private static func descriptor(_ stream: Any?, isInput: Bool) -> Int32? {
        switch stream {
        case let pipe as Pipe: (isInput ? pipe.fileHandleForReading : pipe.fileHandleForWriting).fileDescriptor
        case let handle as FileHandle: handle.fileDescriptor
        default: nil
        }
    }

    // The C library has these calls; its module does not show them.
    private typealias CloseFrom = @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32
    private typealias ChangeFolder =
        @convention(c) (
            UnsafeMutablePointer<posix_spawn_file_actions_t>, UnsafePointer<CChar>
        ) -> Int32

    private static func call<Call>(_ name: String, as type: Call.Type) throws -> Call {
        guard let address = dlsym(nil, name) else { throw POSIXError(.ENOSYS) }
        return unsafeBitCast(address, to: type)
    }

    private static func check(_ code: Int32) throws {
        guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EINVAL) }
    }
}
#else
package import Foundation

/// Foundation's own, where it is well.
package typealias ChildProcess = Process

extension Process {
    /// Foundation's has no limit.
    package var limit: Duration? {
        get { nil }
        set {}
    }

    /// Foundation's is never late.
    package func checkLimit() throws {}
}
#endif

/// A program that did not end within its time limit, and was killed.
package struct ChildProcessIsLate: Error, CustomStringConvertible {
    /// The limit.
    package let limit: Duration
    /// The program and its arguments.
    package let message: [String]

    /// What was waited for.
    package var description: String {
        "this did not end within \(limit.components.seconds) seconds: \(message.joined(separator: " ").prefix(2000))"
    }
}

extension Duration {
    fileprivate var wholeMilliseconds: Int {
        Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000)
    }
}
