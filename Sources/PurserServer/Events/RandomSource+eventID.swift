// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce

extension RandomSource {
    /// A new identifier of an event, for what a person requests.
    func eventID() -> EventID { EventID(rawValue: "evt_" + hexadecimal(20)) }
}
