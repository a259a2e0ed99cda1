// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import Synchronization

/// Lines that go to a descriptor, whether anybody can take them or not.
///
/// A full disk, or a reader that is gone, ends no program: the rest is dropped, and whoever wants to know gets the reason.
final class OutputLines: Sendable {
    private let descriptor: Int32
    private let fault = Mutex<String?>(nil)

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Why something could not be written, or nothing.
    var problem: String? { fault.withLock(\.self) }

    /// Writes a line, all of it before another one begins.
    func write(_ line: String) {
        fault.withLock { fault in
            var bytes = Array((line + "\n").utf8)[...]
            while !bytes.isEmpty {
                let count = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
                if count > 0 {
                    bytes = bytes.dropFirst(count)
                } else if errno == EAGAIN {
                    // Whoever started the program has the descriptor answer at once: wait until there is room.
                    var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    _ = poll(&wanted, 1, 1000)
                } else if errno != EINTR {
                    fault = fault ?? String(cString: strerror(errno))
                    return
                }
            }
        }
    }
}
