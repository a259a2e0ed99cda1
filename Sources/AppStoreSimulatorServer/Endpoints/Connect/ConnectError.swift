// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials
import HTTPService

/// An error of the App Store Connect API.
///
/// <https://developer.apple.com/documentation/appstoreconnectapi/errorresponse>
struct ConnectError: Error, Hashable, Sendable {
    let status: HTTPStatus
    let code: String
    let title: String
    let detail: String

    var response: HTTPResponse {
        let item = JSONValue.object([
            "status": .string(String(status.rawValue)), "code": .string(code), "title": .string(title),
            "detail": .string(detail),
        ])
        // Texts always encode.
        let bytes = (try? AppStoreJSON.encode(JSONValue.object(["errors": .array([item])]))) ?? Data()
        return .json(bytes: bytes, status: status)
    }

    static let notAuthorized = ConnectError(
        status: .unauthorized,
        code: "NOT_AUTHORIZED",
        title: "Authentication credentials are missing or invalid.",
        detail: "Provide a properly configured and signed bearer token, and make sure that it has not expired."
    )

    static let notAvailable = ConnectError(
        status: .notFound,
        code: "NOT_FOUND",
        title: "The specified resource does not exist",
        detail: "There is no report for the date yet: daily reports come two days late."
    )

    static let noResource = ConnectError(
        status: .notFound,
        code: "NOT_FOUND",
        title: "The specified resource does not exist",
        detail: "There is no resource of that type with that id."
    )

    static let noSales = ConnectError(
        status: .notFound,
        code: "NOT_FOUND",
        title: "The specified resource does not exist",
        detail: "There were no sales for the date specified."
    )

    /// A parameter that is missing or has a value that is not known.
    static func parameter(_ name: String) -> ConnectError {
        ConnectError(
            status: .badRequest,
            code: "PARAMETER_ERROR.INVALID",
            title: "A parameter has an invalid value",
            detail: "The parameter '\(name)' is missing or has a value that is not allowed."
        )
    }
}
