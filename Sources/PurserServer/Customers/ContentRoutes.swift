// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence

/// What a customer made and the devices that it is used on.
struct ContentFeature: Sendable {
    let accounts: EntitlementReader
    let commands: CustomerCommands
    let database: any Database

    var routes: [Route] {
        [putContent, removeContent, listContent, putDevice, removeDevice, readSignals]
    }

    private var putContent: Route {
        Route(
            method: .put,
            path: "/v1/content/{item}",
            name: "registerContent",
            summary: "Registers a content item with its publish date.",
            group: .catalog,
            access: .backend,
            body: .json(ContentRequest.self),
            answers: [.empty("The content item is registered.")]
        ) { [self] call in
            let request = try call.body(ContentRequest.self)
            try await register(
                ContentItemRegistration(
                    id: ContentItemID(rawValue: try call.path("item")),
                    entitlement: request.entitlement,
                    publicationDate: request.published,
                    title: request.title
                ),
                call: call
            )
            return HTTPResponse(status: .noContent)
        }
    }

    private var removeContent: Route {
        Route(
            method: .delete,
            path: "/v1/content/{item}",
            name: "deleteContent",
            summary: "Removes a content item.",
            group: .catalog,
            access: .backend,
            answers: [.empty("The content item is removed.")]
        ) { [self] call in
            let app = try call.app.bundleID
            let id = ContentItemID(rawValue: try call.path("item"))
            guard var item = try await database.read({ try $0.value(id, in: ContentItemRegistration.records[app]) })
            else { throw ServiceProblem.notFound("content item") }
            item.isWithdrawn = true
            try await register(item, call: call)
            return HTTPResponse(status: .noContent)
        }
    }

    private func register(_ item: ContentItemRegistration, call: RequestContext) async throws {
        let app = try call.app.bundleID
        let now = call.now
        let audit = AuditRecord(call, "content.register", target: item.id.rawValue)
        let scope = AppScope(bundleID: app, environment: .production)
        try await database.write { writer in
            try writer.upsert(item, as: item.id, in: ContentItemRegistration.records[app], now: now)
            try writer.record(.contentItem(item), in: scope, by: audit.actor, now: now)
            try writer.record(audit)
        }
    }

    private var listContent: Route {
        Route(
            method: .get,
            path: "/v1/customers/{customer}/content",
            name: "listContent",
            summary: "Lists the content that a customer can open: streams while entitled, magazine issues permanently.",
            group: .customers,
            access: .app,
            query: [.environment, .init(name: "at", schema: .instant, summary: "The time (default: now).")],
            answers: [.json(ContentList.self, "Every item, whether the customer can open it, and why.")]
        ) { [self] call in
            let customer = try call.customer()
            let app = try call.app
            let account = try await accounts.account(of: customer, in: try call.scope(), app: app, now: call.now)
            let items = try await database.read { reader in
                try reader.allRecords(in: ContentItemRegistration.records[app.bundleID]).map { try $0.value }
            }
            let answers = ContentLibrary(account, items: items).access(asOf: try call.instant("at") ?? call.now)
            return try .json(ContentList(items: answers.map(ContentList.Item.init)))
        }
    }

    /// How many devices of a customer may be registered in an app and environment.
    static let maximumDevices = 100

    private var putDevice: Route {
        device(.put, "registerDevice", "Registers a device of a customer.", isRegistered: true)
    }

    private var removeDevice: Route {
        device(.delete, "deleteDevice", "Removes a device of a customer.", isRegistered: false)
    }

    private func device(_ method: HTTPMethod, _ name: String, _ summary: String, isRegistered: Bool) -> Route {
        Route(
            method: method,
            path: "/v1/customers/{customer}/devices/{device}",
            name: name,
            summary: summary,
            group: .customers,
            access: .app,
            query: [.environment],
            answers: [.empty("The device is removed.")],
            problems: isRegistered ? [.tooManyDevices] : []
        ) { [self] call in
            let customer = try call.customer()
            let scope = try call.scope()
            let registration = DeviceRegistration(
                customer: customer,
                device: DeviceID(rawValue: try call.path("device")),
                isRegistered: isRegistered
            )
            try await commands.perform(
                .device(registration),
                for: customer,
                in: scope,
                call: call,
                action: "device.update"
            ) { work in
                // The registration itself is recorded already.
                guard isRegistered,
                    try work.account(of: customer, in: scope).registeredDevices.count > Self.maximumDevices
                else {
                    return
                }
                throw ServiceProblem(
                    .tooManyDevices,
                    "The customer has \(Self.maximumDevices) registered devices. Remove one first."
                )
            }
            return HTTPResponse(status: .noContent)
        }
    }

    private var readSignals: Route {
        Route(
            method: .get,
            path: "/v1/customers/{customer}/fraud-signals",
            name: "getFraudSignals",
            summary: "Lists a customer's fraud signals for a manual review.",
            group: .customers,
            access: .backend,
            query: [.environment],
            answers: [.json(FraudSignals.self, "The signals.")]
        ) { [self] call in
            let customer = try call.customer()
            let account = try await accounts.account(
                of: customer,
                in: try call.scope(),
                app: try call.app,
                now: call.now
            )
            let profile = try await database.read { try $0.profile(of: customer) }
            return try .json(FraudSignals(account, profile: profile, asOf: call.now))
        }
    }
}

extension ContentItemRegistration {
    /// The content items of each app with their publication dates.
    static let records = OwnedRecordStore<BundleID, ContentItemID, ContentItemRegistration>("content-items")
}

struct ContentRequest: Decodable, Sendable, SchemaDescribed {
    var entitlement: EntitlementID
    var published: Date
    var title: String?

    private enum CodingKeys: String, CodingKey {
        case entitlement, title
        case published = "publishedAt"
    }

    static let schema = Schema.object(
        ["entitlement": .identifier, "publishedAt": .instant],
        optional: ["title": .string(upTo: 500)]
    )
}

struct ContentList: Codable, Sendable, SchemaDescribed {
    struct Item: Codable, Sendable {
        var id: ContentItemID
        var title: String?
        var published: Date
        var isReadable: Bool
        var unlocked: Date?
        var rule: Rule

        private enum CodingKeys: String, CodingKey {
            case id, title, isReadable, rule
            case published = "publishedAt"
            case unlocked = "unlockedAt"
        }

        init(_ answer: ContentAccess) {
            id = answer.item.id
            title = answer.item.title
            published = answer.item.publicationDate
            isReadable = answer.isReadable
            unlocked = answer.unlockDate
            rule = answer.reason.rule
        }
    }

    var items: [Item]

    static let schema = Schema.object([
        "items": .array(
            of: .object(
                ["id": .string, "publishedAt": .instant, "isReadable": .boolean, "rule": .string],
                optional: ["title": .string, "unlockedAt": .instant]
            )
        )
    ])
}

extension ProblemCode {
    /// The customer has as many registered devices as a customer may have.
    static let tooManyDevices = ProblemCode(rawValue: "too-many-devices")
}
