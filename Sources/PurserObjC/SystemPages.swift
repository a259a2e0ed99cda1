// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

#if os(iOS) || os(visionOS)
import UIKit
#endif

/// Opens pages of the system.
enum SystemPages {
    /// Opens a page; where this library knows no way to open one, the notification of it is all that happens.
    static func open(_ page: URL) {
        NotificationCenter.default.post(name: opened, object: nil, userInfo: ["url": page])
        #if os(iOS) || os(visionOS)
        DispatchQueue.main.async { UIApplication.shared.open(page) }
        #endif
    }

    /// Posted with the page as `url`.
    static let opened = Notification.Name("PurserOpensPage")
}
