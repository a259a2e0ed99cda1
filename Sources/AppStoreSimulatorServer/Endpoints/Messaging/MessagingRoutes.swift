// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials
import HTTPService

/// The Retention Messaging API; its performance tests stand apart.
///
/// The sandbox approves at once; production looks at images and messages for a day.
///
/// <https://developer.apple.com/documentation/retentionmessaging>
struct MessagingRoutes: Sendable {
    let api: ServerAPIRoutes

    private typealias Caller = ServerAPIRoutes.Caller

    private static let limit = 2000
    private static let reviewSeconds = 86_400.0
    private static let imageSizes: Set<String> = ["FULL_SIZE", "BULLET_POINT"]

    /// Adds the routes.
    func add(to router: inout Router) {
        let base = "/inApps/v1/messaging"
        api.on(.put, base + "/image/{id}", 50, &router, uploadImage)
        api.on(.delete, base + "/image/{id}", 50, &router, deleteImage)
        api.on(.get, base + "/image/list", 50, &router, listImages)
        api.on(.put, base + "/message/{id}", 50, &router, uploadMessage)
        api.on(.delete, base + "/message/{id}", 50, &router, deleteMessage)
        api.on(.get, base + "/message/list", 50, &router, listMessages)
        api.on(.put, base + "/default/{product}/{locale}", 50, &router, setDefault)
        api.on(.get, base + "/default/{product}/{locale}", 50, &router, readDefault)
        api.on(.delete, base + "/default/{product}/{locale}", 50, &router, deleteDefault)
        api.on(.put, base + "/realtime/url", 50, &router, setURL)
        api.on(.get, base + "/realtime/url", 50, &router, readURL)
        api.on(.delete, base + "/realtime/url", 50, &router, deleteURL)
    }

    // MARK: - Images

    private struct ImageList: Encodable {
        struct Item: Encodable {
            var imageIdentifier: String
            var imageState: String
            var imageSize: String
        }

        var imageIdentifiers: [Item]
    }

    private func uploadImage(_ request: HTTPRequest, _ caller: Caller) async throws -> HTTPResponse {
        let id = try identifier(request)
        let size = request.query["imageSize"] ?? "FULL_SIZE"
        guard Self.imageSizes.contains(size) else { throw MessagingErrors.badImageSize }
        guard request.body.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) else {
            throw MessagingErrors.invalidImage
        }
        let now = await api.engine.now
        return try await change(caller) { state in
            guard state.images[id] == nil else { throw MessagingErrors.imageExists }
            guard state.images.count < Self.limit else { throw MessagingErrors.tooManyImages }
            state.images[id] = MessagingState.Image(size: size, date: now)
        }
    }

    private func deleteImage(_ request: HTTPRequest, _ caller: Caller) async throws -> HTTPResponse {
        let id = try identifier(request)
        return try await change(caller) { state in
            guard state.images[id] != nil else { throw MessagingErrors.imageNotFound }
            guard !state.messages.values.contains(where: { $0.body.images.contains(id) }) else {
                throw MessagingErrors.imageInUse
            }
            state.images[id] = nil
        }
    }

    private func listImages(_ request: HTTPRequest, _ caller: Caller) async throws -> HTTPResponse {
        let images = try await api.engine.messaging(of: caller).images.sorted { $0.key < $1.key }
        let now = await api.engine.now
        return try .apple(
            ImageList(
                imageIdentifiers: images.map { id, image in
                    ImageList.Item(
                        imageIdentifier: id,
                        imageState: review(of: image.date, caller, at: now),
                        imageSize: image.size
                    )
                }
            )
        )
    }

    // MARK: - Messages

    private struct MessageList: Encodable {
        struct Item: Encodable {
            var messageIdentifier: String
            var messageState: String
        }

        var messageIdentifiers: [Item]
    }

    private func uploadMessage(_ request: HTTPRequest, _ caller: Caller) async throws -> HTTPResponse {
        let id = try identifier(request)
        guard let body = try? request.json(MessageBody.self) else { throw ServerAPIError.badRequest }
        try body.check()
        let now = await api.engine.now
        return try await change(caller) { state in
            guard state.messages[id] == nil else { throw MessagingErrors.messageExists }
            guard state.messages.count < Self.limit else { throw MessagingErrors.tooManyMessages }
            guard body.images.allSatisfy({ state.images[$0] != nil }) else { throw MessagingErrors.imageNotFound }
            state.messages[id] = MessagingState.Message(body: body, date: now)
        }
    }

    private func deleteMessage(_ request: HTTPRequest, _ caller: Caller) async throws -> HTTPResponse {
        let id = try identifier(request)
        return try await change(caller) { state in
            guard state.messages.removeValue(forKey: id) != nil else { throw MessagingErrors.messageNotFound }
            state.defaults = state.defaults.filter { $0.value != id }
        }
    }

    private func listMessages(_ request: HTTPRequest, _ caller: Caller) async throws -> HTTPResponse {
        let messages = try await api.engine.messaging(of: caller).messages.sorted { $0.key < $1.key }
        let now = await api.engine.now
        return try .apple(
            MessageList(
                messageIdentifiers: messages.map { id, message in
                    MessageList.Item(messageIdentifier: id, messageState: review(of: message.date, caller, at: now))
                }
            )
        )
    }

    // MARK: - Defaults

    private struct Default: Codable {
        var messageIdentifier: String
    }

    private func setDefault(_ request: HTTPRequest, _ caller: Caller) async throws -> HTTPResponse {
        let key = try place(request)
        guard let id = (try? request.json(Default.self))?.messageIdentifier.lowercased() else {
            throw ServerAPIError.badRequest
        }
        let now = await api.engine.now
        return try await change(caller) { state in
            guard let message = state.messages[id] else { throw MessagingErrors.messageNotFound }
            guard review(of: message.date, caller, at: now) == "APPROVED" else {
                throw MessagingErrors.messageNotApproved
            }
            state.defaults[key] = id
        }
    }

    private func readDefault(_ request: HTTPRequest, _ caller: Caller) async throws -> HTTPResponse {
        guard let id = try await api.engine.messaging(of: caller).defaults[try place(request)] else {
            throw MessagingErrors.defaultNotFound
        }
        return try .apple(Default(messageIdentifier: id))
    }

    private func deleteDefault(_ request: HTTPRequest, _ caller: Caller) async throws -> HTTPResponse {
        let key = try place(request)
        return try await change(caller) { state in
            guard state.defaults.removeValue(forKey: key) != nil else { throw MessagingErrors.defaultNotFound }
        }
    }

    // MARK: - The real-time URL

    private struct RealtimeURL: Codable {
        var realtimeURL: String
    }

    private func setURL(_ request: HTTPRequest, _ caller: Caller) async throws -> HTTPResponse {
        guard let url = (try? request.json(RealtimeURL.self))?.realtimeURL, url.hasPrefix("https://"),
            url.utf8.count <= 256
        else { throw MessagingErrors.badRealtimeURL }
        if caller.environment == .production {
            let sandbox = ServerAPIRoutes.Caller(app: caller.app, environment: .sandbox)
            let tests = try await api.engine.messaging(of: sandbox).performanceTests ?? []
            guard tests.contains(where: { $0.result == .pass }) else { throw MessagingErrors.noPassingTest }
        }
        return try await change(caller) { $0.realtimeURL = url }
    }

    private func readURL(_ request: HTTPRequest, _ caller: Caller) async throws -> HTTPResponse {
        guard let url = try await api.engine.messaging(of: caller).realtimeURL else {
            throw MessagingErrors.realtimeURLNotFound
        }
        return try .apple(RealtimeURL(realtimeURL: url))
    }

    private func deleteURL(_ request: HTTPRequest, _ caller: Caller) async throws -> HTTPResponse {
        try await change(caller) { state in
            guard state.realtimeURL != nil else { throw MessagingErrors.realtimeURLNotFound }
            state.realtimeURL = nil
        }
    }

    // MARK: - Shared

    private func change(
        _ caller: Caller,
        _ body: @Sendable (inout MessagingState) throws -> Void
    ) async throws -> HTTPResponse {
        try await api.engine.changeMessaging(of: caller, body)
        return HTTPResponse(status: .ok)
    }

    private func review(of date: Date, _ caller: Caller, at now: Date) -> String {
        Self.isApproved(date, in: caller.environment, at: now) ? "APPROVED" : "PENDING"
    }

    /// Whether Apple has looked at what was uploaded at an instant.
    static func isApproved(_ date: Date, in environment: Environment, at now: Date) -> Bool {
        environment != .production || now.timeIntervalSince(date) >= reviewSeconds
    }

    private func identifier(_ request: HTTPRequest) throws -> String {
        guard let id = UUID(uuidString: try request.parameter("id")) else { throw ServerAPIError.badRequest }
        return id.uuidString.lowercased()
    }

    private func place(_ request: HTTPRequest) throws -> String {
        let locale = try request.parameter("locale")
        guard locale.wholeMatch(of: /[a-z]{2,3}([-_][A-Za-z0-9]{2,8})*/) != nil else {
            throw MessagingErrors.invalidLocale
        }
        return "\(try request.parameter("product"))/\(locale)"
    }
}

extension MessageBody {
    /// The images that the message shows.
    var images: [String] {
        ([image?.imageIdentifier] + (bulletPoints ?? []).map(\.imageIdentifier)).compactMap { $0?.lowercased() }
    }

    /// Checks the lengths that Apple allows.
    ///
    /// - Throws: A ``ServerAPIError`` that names the field.
    func check() throws {
        guard header.count <= 66 else { throw MessagingErrors.headerTooLong }
        guard body.count <= 144 else { throw MessagingErrors.bodyTooLong }
        if let text = image?.altText, text.count > 150 { throw MessagingErrors.altTextTooLong }
        switch headerPosition {
        case nil, "ABOVE_BODY": break
        case "ABOVE_IMAGE": if image == nil { throw MessagingErrors.aboveImageRequiresImage }
        default: throw ServerAPIError.badRequest
        }
        let points = bulletPoints ?? []
        guard points.count <= 5 else { throw MessagingErrors.tooManyBulletPoints }
        guard points.allSatisfy({ $0.text.count <= 66 }) else { throw MessagingErrors.bulletPointTooLong }
        guard points.allSatisfy({ ($0.altText?.count ?? 0) <= 150 }) else { throw MessagingErrors.altTextTooLong }
    }
}
