// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials
import HTTPService

/// A page of resources as the App Store Connect API gives them.
///
/// <https://developer.apple.com/documentation/appstoreconnectapi/large-data-sets>
struct ConnectResourcePage: Encodable {
    struct Resource: Encodable {
        var type: String
        var id: String
        var attributes: [String: JSONValue]
        var relationships: [String: Relationship]?
        var links: Links
    }

    struct Relationship: Encodable {
        struct Reference: Encodable {
            var type: String
            var id: String
        }

        var data: Reference
    }

    struct Included: Encodable {
        var type: String
        var id: String
        var attributes: [String: JSONValue]
    }

    struct Links: Encodable {
        var `self`: String
        var next: String?
    }

    struct Meta: Encodable {
        struct Paging: Encodable {
            var total: Int
            var limit: Int
        }

        var paging: Paging
    }

    var data: [Resource]
    var included: [Included]?
    var links: Links
    var meta: Meta

    private static let maximumLimit = 8000

    /// Cuts the page out of everything that a request asks for; nothing else is made a resource.
    ///
    /// - Throws: A ``ConnectError`` that names the parameter.
    init<Item>(
        _ all: [Item],
        included: ([Resource]) -> [Included]? = { _ in nil },
        of request: HTTPRequest,
        resource: (Item) -> Resource
    ) throws {
        let limit =
            try request.query["limit"].map { text in
                guard let limit = Int(text), (1...Self.maximumLimit).contains(limit) else {
                    throw ConnectError.parameter("limit")
                }
                return limit
            } ?? 50
        let offset =
            try request.query["cursor"].map { text in
                guard let offset = Int(text), all.indices.contains(offset) else {
                    throw ConnectError.parameter("cursor")
                }
                return offset
            } ?? 0
        data = all.dropFirst(offset).prefix(limit).map(resource)
        self.included = included(data)
        links = Links(
            self: request.address(withCursor: offset == 0 ? nil : offset),
            next: offset + limit < all.count ? request.address(withCursor: offset + limit) : nil
        )
        meta = Meta(paging: Meta.Paging(total: all.count, limit: limit))
    }
}

extension HTTPRequest {
    /// The address that was asked for, with another place in a long list.
    fileprivate func address(withCursor cursor: Int?) -> String {
        let items = query.rawValue.split(separator: "&").filter { !$0.hasPrefix("cursor=") }
        let stored = (items.map(String.init) + (cursor.map { ["cursor=\($0)"] } ?? [])).joined(separator: "&")
        return "\(origin)\(path)\(stored.isEmpty ? "" : "?\(stored)")"
    }

    /// Where the request was sent to.
    var origin: String {
        guard let host = headers["Host"] else { return "https://api.appstoreconnect.apple.com" }
        // Apple's own name is only ever asked through TLS.
        let isSecure = isSecure || headers["X-Forwarded-Proto"] == "https" || host.hasSuffix(".apple.com")
        return (isSecure ? "https://" : "http://") + host
    }
}
