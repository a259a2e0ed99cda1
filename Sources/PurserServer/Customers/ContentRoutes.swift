// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence

extension PurserService {
    var contentRoutes: [Route] {
        [putContent, removeContent, listContent, putDevice, removeDevice, readSignals, previewConversion, convert]
    }

    private var putContent: Route {
        Route(
            method: .put,
            path: "/v1/content/{item}",
            name: "putContent",
            summary: "Registers a content item with its publish date.",
            group: .catalogue,
            access: .backend,
            body: .json(ContentRequest.self),
            answers: [.empty("It is registered.")]
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
            name: "withdrawContent",
            summary: "Withdraws a content item.",
            group: .catalogue,
            access: .backend,
            answers: [.empty("It is withdrawn.")]
        ) { [self] call in
            let app = try call.app.bundleID
            let id = try call.path("item")
            guard let record = try await store.read({ try $0.record(.contentItems, owner: app.rawValue, name: id) })
            else { throw ServiceProblem.notFound("content item") }
            var item = try ServiceJSON.decode(ContentItemRegistration.self, from: record.body)
            item.isWithdrawn = true
            try await register(item, call: call)
            return HTTPResponse(status: .noContent)
        }
    }

    private func register(_ item: ContentItemRegistration, call: Call) async throws {
        let app = try call.app.bundleID
        let now = call.now
        let audit = AuditRecord(call, "content.put", target: item.id.rawValue)
        let scope = AppScope(bundleID: app, environment: .production)
        try await store.write { writer in
            try writer.put(
                StoredRecord(
                    collection: .contentItems,
                    owner: app.rawValue,
                    name: item.id.rawValue,
                    updatedDate: now,
                    body: try ServiceJSON.encode(item)
                )
            )
            try writer.record(.contentItem(item), in: scope, by: audit.actor, now: now)
            try writer.note(audit)
        }
    }

    private var listContent: Route {
        Route(
            method: .get,
            path: "/v1/customers/{customer}/content",
            name: "listContent",
            summary: "What a customer may read: streaming while active, magazines for good.",
            group: .customers,
            access: .app,
            query: [.environment, .init(name: "at", schema: .instant, summary: "The instant; now when absent.")],
            answers: [.json(ContentList.self, "Every item, readable or not, and why.")]
        ) { [self] call in
            let customer = try call.customer()
            let app = try call.app
            let account = try await account(of: customer, in: try call.scope(), app: app, now: call.now)
            let items = try await store.read { reader in
                try reader.allRecords(.contentItems, owner: app.bundleID.rawValue)
                    .map { try ServiceJSON.decode(ContentItemRegistration.self, from: $0.body) }
            }
            let answers = account.content(items, asOf: try call.instant("at") ?? call.now)
            return try .json(ContentList(items: answers.map(ContentList.Item.init)))
        }
    }

    /// How many devices of a customer may be registered in an app and environment.
    static let mostDevices = 100

    private var putDevice: Route { device(.put, "putDevice", "Registers a device of a customer.", isRegistered: true) }

    private var removeDevice: Route {
        device(.delete, "removeDevice", "Removes a device of a customer.", isRegistered: false)
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
            answers: [.empty("It is done.")],
            problems: isRegistered ? [.tooManyDevices] : []
        ) { [self] call in
            let customer = try call.customer()
            let scope = try call.scope()
            let registration = DeviceRegistration(
                customer: customer,
                device: DeviceID(rawValue: try call.path("device")),
                isRegistered: isRegistered
            )
            try await perform(
                .device(registration),
                for: customer,
                in: scope,
                call: call,
                action: "device.change"
            ) { work in
                // The registration itself is recorded already.
                guard isRegistered, try work.account(of: customer, in: scope).registeredDevices.count > Self.mostDevices
                else {
                    return
                }
                throw ServiceProblem(
                    .tooManyDevices,
                    "The customer has \(Self.mostDevices) registered devices. Remove one first."
                )
            }
            return HTTPResponse(status: .noContent)
        }
    }

    private var readSignals: Route {
        Route(
            method: .get,
            path: "/v1/customers/{customer}/signals",
            name: "readSignals",
            summary: "Signs of fraud about a customer, for a person to look at.",
            group: .customers,
            access: .backend,
            query: [.environment],
            answers: [.json(RiskSignals.self, "The signs.")]
        ) { [self] call in
            let customer = try call.customer()
            let account = try await account(of: customer, in: try call.scope(), app: try call.app, now: call.now)
            let profile = try await store.read { try $0.profile(of: customer) }
            return try .json(RiskSignals(account, profile: profile, asOf: call.now))
        }
    }

    private var previewConversion: Route {
        Route(
            method: .post,
            path: "/v1/customers/{customer}/conversions/preview",
            name: "previewConversion",
            summary: "What the rest of other plans would give as days of a new plan.",
            group: .customers,
            access: .app,
            query: [.environment],
            body: .json(ConversionRequest.self),
            answers: [.json(ConversionQuoteBody.self, "The quote.")],
            problems: [.conversionRefused]
        ) { [self] call in
            let request = try call.body(ConversionRequest.self)
            let customer = try call.customer()
            let scope = try call.scope()
            let account = try await account(of: customer, in: scope, app: try call.app, now: call.now)
            let quote = try request.quote(account, in: scope, asOf: call.now)
            return try .json(ConversionQuoteBody(quote, id: nil))
        }
    }

    private var convert: Route {
        Route(
            method: .post,
            path: "/v1/customers/{customer}/conversions",
            name: "convertPlan",
            summary: "Gives other plans up for days of a new plan.",
            group: .customers,
            access: .backend,
            query: [.environment],
            body: .json(ConversionRequest.self),
            answers: [
                .json(ConversionQuoteBody.self, "What was gained.", status: 201),
                .json(ConversionQuoteBody.self, "What the same conversion gained before."),
            ],
            problems: [.conversionRefused, .idempotencyConflict]
        ) { [self] call in
            let request = try call.body(ConversionRequest.self)
            let customer = try call.customer()
            let scope = try call.scope()
            let id = request.id ?? ConversionID(rawValue: "cnv_" + random.hexadecimal(8))
            let audit = AuditRecord(call, "plan.convert", target: customer.rawValue)
            let (quote, isNew) = try await transact(call) { work in
                let account = try work.account(of: customer, in: scope)
                if let known = account.conversion(id) {
                    try request.requireSameTerms(as: known)
                    return (known.quote, false)
                }
                let quote = try request.quote(account, in: scope, asOf: work.now)
                let command = Command.conversion(quote.conversion(id, of: customer))
                try work.perform(command, for: customer, in: scope, audit: audit)
                return (quote, true)
            }
            return try .json(ConversionQuoteBody(quote, id: id), status: isNew ? .created : .ok)
        }
    }
}

struct ContentRequest: Decodable, Sendable, Described {
    var entitlement: EntitlementID
    var published: Date
    var title: String?

    static let schema = Schema.object(
        ["entitlement": .identifier, "published": .instant],
        optional: ["title": .string(upTo: 500)]
    )
}

struct ContentList: Codable, Sendable, Described {
    struct Item: Codable, Sendable {
        var id: ContentItemID
        var title: String?
        var published: Date
        var isReadable: Bool
        var unlocked: Date?
        var rule: Rule

        init(_ answer: ContentAnswer) {
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
                ["id": .string, "published": .instant, "isReadable": .boolean, "rule": .string],
                optional: ["title": .string, "unlocked": .instant]
            )
        )
    ])
}

struct ConversionRequest: Decodable, Sendable, Described {
    var id: ConversionID?
    var product: ProductID
    var device: DeviceID?
    var price: Money?

    static let schema = Schema.object(
        ["product": .identifier.described("The product whose plan is wanted.")],
        optional: [
            "id": .identifier.described("The same conversion again changes nothing."),
            "device": .identifier.described(
                "The registered device whose plans are converted, and that the time serves; all of them when absent."
            ),
            "price": .of(MoneyBody.self).described("What a period of it costs; the catalogue's price when absent."),
        ]
    )
    static let schemaReferences: [any Described.Type] = [MoneyBody.self]
}

extension ConversionRequest {
    func quote(_ account: CustomerAccount, in scope: AppScope, asOf now: Date) throws -> ConversionQuote {
        try account.requireRegistered(device)
        do {
            return try account.conversionQuote(to: product, in: scope, device: device, price: price, asOf: now)
        } catch {
            throw ServiceProblem(.conversionRefused, error.message)
        }
    }

    /// A price that is not named is the one at which the conversion was made.
    func requireSameTerms(as known: PlanConversion) throws {
        guard known.targetProductID == product, known.device == device, price ?? known.targetPrice == known.targetPrice
        else {
            throw ServiceProblem(
                .idempotencyConflict,
                "The id made a conversion into another product, for another device or at another price; use a new id."
            )
        }
    }
}

struct ConversionQuoteBody: Codable, Hashable, Sendable, Described {
    var id: ConversionID?
    var product: ProductID
    var value: Money
    var gainedDays: Int
    var gainedMilliseconds: Int64
    var ends: Date

    static let schemaName = "ConversionQuote"
    static let schema = Schema.object(
        [
            "product": .string, "value": .of(MoneyBody.self), "gainedDays": .integer, "gainedMilliseconds": .integer,
            "ends": .instant,
        ],
        optional: ["id": .string]
    )
    static let schemaReferences: [any Described.Type] = [MoneyBody.self]

    init(_ quote: ConversionQuote, id: ConversionID?) {
        self.id = id
        product = quote.targetProductID
        value = quote.value
        gainedDays = quote.gainedDays
        gainedMilliseconds = quote.gainedMilliseconds
        ends = quote.endDate
    }
}

extension ProblemCode {
    /// The customer has as many registered devices as a customer may have.
    static let tooManyDevices = ProblemCode(rawValue: "too-many-devices")
}
