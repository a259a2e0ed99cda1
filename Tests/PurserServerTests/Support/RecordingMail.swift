// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import HTTPClient
import Synchronization

/// A mail server in the process, which remembers what it took.
final class RecordingMail: MailTransport {
    private let captured = Mutex<[(mail: Mail, server: MailServer)]>([])

    var mails: [(mail: Mail, server: MailServer)] { captured.withLock { $0 } }

    func send(_ mail: Mail, through server: MailServer) async throws {
        captured.withLock { $0.append((mail, server)) }
    }
}
