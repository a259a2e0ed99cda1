// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Who may call a route.
enum AccessLevel: Hashable, Sendable {
    /// Anyone, as often as one address may: health, the contract, and what apps show that know no key.
    case open

    /// The App Store, as often as it will; what it sends is trusted by its signature alone.
    case appStore

    /// An app, by its publishable key or a customer's token; a backend may too.
    case app

    /// A customer, by a token of the backend's making, or a backend; an app's key alone may not, because it names no
    /// customer.
    case customer

    /// A backend, by a secret key.
    case backend
}
