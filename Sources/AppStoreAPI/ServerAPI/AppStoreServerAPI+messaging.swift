// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// Messages for customers who are about to cancel.
///
/// <https://developer.apple.com/documentation/retentionmessaging>
extension AppStoreServerAPI {
    /// Uploads an image.
    ///
    /// - Parameters:
    ///   - png: The image as PNG.
    ///   - id: A name that the caller makes.
    ///   - size: What it is for.
    /// - Throws: ``AppStoreAPIError``.
    public func uploadImage(_ png: Data, as id: UUID, size: ImageSize = .fullSize) async throws {
        var upload = call(.messaging, "PUT", try messaging("image", id))
        upload.query = [(name: "imageSize", value: size.rawValue)]
        upload.body = png
        upload.contentType = "image/png"
        try await requester.acknowledged(upload)
    }

    /// Deletes an image that no message uses.
    public func deleteImage(_ id: UUID) async throws {
        try await requester.acknowledged(call(.messaging, "DELETE", try messaging("image", id)))
    }

    /// The images that were uploaded.
    public func images() async throws -> Document<GetImageListResponse> {
        try await requester.document(get(.messaging, Self.messaging + "/image/list"))
    }

    /// Uploads a message.
    public func uploadMessage(_ message: UploadMessageRequestBody, as id: UUID) async throws {
        try await requester.acknowledged(call(.messaging, "PUT", try messaging("message", id), body: message))
    }

    /// Deletes a message.
    public func deleteMessage(_ id: UUID) async throws {
        try await requester.acknowledged(call(.messaging, "DELETE", try messaging("message", id)))
    }

    /// The messages that were uploaded.
    public func messages() async throws -> Document<GetMessageListResponse> {
        try await requester.document(get(.messaging, Self.messaging + "/message/list"))
    }

    /// Sets the message that is shown when the realtime endpoint gives none.
    public func setDefaultMessage(
        _ configuration: DefaultConfiguration,
        for product: ProductID,
        locale: String
    ) async throws {
        let path = try defaultPath(product, locale)
        try await requester.acknowledged(call(.messaging, "PUT", path, body: configuration))
    }

    /// The message that is shown when the realtime endpoint gives none.
    public func defaultMessage(for product: ProductID, locale: String) async throws -> Document<DefaultConfiguration> {
        try await requester.document(get(.messaging, try defaultPath(product, locale)))
    }

    /// Shows no message when the realtime endpoint gives none.
    public func deleteDefaultMessage(for product: ProductID, locale: String) async throws {
        try await requester.acknowledged(call(.messaging, "DELETE", try defaultPath(product, locale)))
    }

    /// Sets the address of the realtime endpoint.
    public func setRealtimeURL(_ url: RealtimeURL) async throws {
        try await requester.acknowledged(call(.messaging, "PUT", Self.messaging + "/realtime/url", body: url))
    }

    /// The address of the realtime endpoint.
    public func realtimeURL() async throws -> Document<RealtimeURL> {
        try await requester.document(get(.messaging, Self.messaging + "/realtime/url"))
    }

    /// Asks the realtime endpoint no more.
    public func deleteRealtimeURL() async throws {
        try await requester.acknowledged(call(.messaging, "DELETE", Self.messaging + "/realtime/url"))
    }

    /// Begins a test of the realtime endpoint.
    public func startPerformanceTest(
        _ request: PerformanceTestRequest
    ) async throws -> Document<PerformanceTestResponse> {
        try await requester.document(call(.performanceTest, "POST", Self.messaging + "/performanceTest", body: request))
    }

    /// The outcome of a test of the realtime endpoint.
    public func performanceTestResult(_ requestId: String) async throws -> Document<PerformanceTestResultResponse> {
        let path = try APIRequester.path(.fixed(Self.messaging + "/performanceTest/result"), .given(requestId))
        return try await requester.document(get(.messaging, path))
    }

    private static let messaging = "/inApps/v1/messaging"

    private func messaging(_ kind: String, _ id: UUID) throws -> String {
        try APIRequester.path(.fixed(Self.messaging), .fixed(kind), .given(id.uuidString.lowercased()))
    }

    private func defaultPath(_ product: ProductID, _ locale: String) throws -> String {
        try APIRequester.path(.fixed(Self.messaging + "/default"), .given(product.rawValue), .given(locale))
    }
}
