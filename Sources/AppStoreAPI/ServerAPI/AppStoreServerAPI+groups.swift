// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// Groups that share a subscription, and their seats.
///
/// Apple offers these endpoints in the sandbox. A subscription's seats can be claimed while it is active and the app's team
/// invites its members (`DEVELOPER` mode). A refusal has its name in `apiErrorCode`: `noAvailableSeats`,
/// `seatClaimIdNotFound`, `appTransactionIdNotFound`, `transactionNotDevManagedGroup`, `bundleTransactionIdNotSupported`,
/// `groupNotFound`, `invalidGroupId`, `invalidLimit`.
extension AppStoreServerAPI {
    /// The groups that a customer is in now.
    ///
    /// The customer's transactions decide about entitlements, not the membership.
    ///
    /// <https://developer.apple.com/documentation/appstoreserverapi/get-customer-groups>
    public func customerGroups(for id: some AnyTransactionID) async throws -> Document<CustomerGroupsResponse> {
        let path = try APIRequester.path(.fixed(Self.groups + "/currentGroups"), .given(id.rawValue))
        return try await requester.document(get(.groups, path))
    }

    /// The pages of a group's members.
    ///
    /// <https://developer.apple.com/documentation/appstoreserverapi/get-group-members>
    ///
    /// - Parameters:
    ///   - group: The group.
    ///   - limit: How many members a page has at most, up to 100; Apple's number when absent.
    ///   - token: Where an earlier reader stopped; from the beginning when absent.
    /// - Returns: The pages, asked for as they are read.
    public func groupMembers(
        of group: CustomerGroupID,
        limit: Int? = nil,
        after token: String? = nil
    ) -> Pages<GroupMembersResponse> {
        let requester = requester
        return Pages(after: token) { mark in
            let path = try APIRequester.path(.fixed(Self.groups + "/group"), .given(group.rawValue))
            let query =
                (limit.map { [(name: "limit", value: String($0))] } ?? [])
                + (mark.map { [(name: "paginationToken", value: $0)] } ?? [])
            return try await requester.document(APIRequester.Call(endpoint: .groups, path: path, query: query))
        }
    }

    /// The seats of a subscription and the claims of them.
    ///
    /// <https://developer.apple.com/documentation/appstoreserverapi/get-seat-info>
    public func seats(of subscription: OriginalTransactionID) async throws -> Document<SeatInfoResponse> {
        try await requester.document(get(.groups, try Self.seatsPath(subscription)))
    }

    /// Claims a seat for a member other than the buyer.
    ///
    /// Store the request's identifier before the call: the same one gives the same claim again, whatever became of the first
    /// answer.
    ///
    /// <https://developer.apple.com/documentation/appstoreserverapi/claim-seat>
    ///
    /// - Parameters:
    ///   - subscription: The subscription.
    ///   - requestIdentifier: The caller's name of the claim, a new one for each claim.
    ///   - member: The member's download of the app, when it is known.
    /// - Returns: The claim.
    /// - Throws: ``AppStoreAPIError``; `noAvailableSeats` when every seat is claimed.
    public func claimSeat(
        of subscription: OriginalTransactionID,
        requestIdentifier: UUID,
        for member: AppTransactionID? = nil
    ) async throws -> Document<ClaimSeatResponse> {
        let body = ClaimSeatRequest(requestIdentifier: requestIdentifier, appTransactionId: member)
        return try await requester.document(call(.seatClaims, "POST", try Self.seatsPath(subscription), body: body))
    }

    /// Gives a claimed seat back.
    ///
    /// When an answer was lost, the request that is sent again may find the claim gone: `seatClaimIdNotFound` then means that
    /// the seat is free.
    ///
    /// <https://developer.apple.com/documentation/appstoreserverapi/unclaim-seat>
    public func unclaimSeat(_ claim: SeatClaimID, of subscription: OriginalTransactionID) async throws {
        try await requester.acknowledged(call(.seatClaims, "DELETE", try Self.claimPath(claim, subscription)))
    }

    /// Names the member for whom a seat was claimed.
    ///
    /// <https://developer.apple.com/documentation/appstoreserverapi/associate-seat>
    ///
    /// - Parameters:
    ///   - claim: The claim.
    ///   - subscription: The subscription.
    ///   - member: The member's download of the app.
    /// - Throws: ``AppStoreAPIError``.
    public func associateSeat(
        _ claim: SeatClaimID,
        of subscription: OriginalTransactionID,
        with member: AppTransactionID
    ) async throws {
        let path = try APIRequester.path(.fixed(try Self.claimPath(claim, subscription)), .fixed("associate"))
        let body = AssociateSeatRequest(appTransactionId: member)
        try await requester.acknowledged(call(.seatClaims, "POST", path, body: body))
    }

    private static let groups = "/groups/v1"

    private static func seatsPath(_ subscription: OriginalTransactionID) throws -> String {
        try APIRequester.path(.fixed(groups + "/transactions"), .given(subscription.rawValue), .fixed("seats"))
    }

    private static func claimPath(_ claim: SeatClaimID, _ subscription: OriginalTransactionID) throws -> String {
        try APIRequester.path(.fixed(try seatsPath(subscription)), .given(claim.description))
    }
}
