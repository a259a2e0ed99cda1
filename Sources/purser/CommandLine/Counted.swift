// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A number with its noun, such as `1 fault` or `2 faults`.
func counted(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    "\(number) \(number == 1 ? one : many ?? one + "s")"
}
