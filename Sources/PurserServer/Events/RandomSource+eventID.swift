// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce

extension RandomSource {
    /// A fresh identifier of an event, for what has no cause but a person's wish.
    func eventID() -> EventID { EventID(rawValue: "evt_" + hexadecimal(20)) }
}
