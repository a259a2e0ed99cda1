// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence

/// The seats of group subscriptions whose members the team invites.
///
/// The team's backend may do everything; the buyer, by the customer's token, what is about their own group; a member accept and
/// leave. The app's key alone opens nothing.
struct SeatFeature: Sendable {
    let accounts: EntitlementReader
    let apps: Apps
    let claims: SeatClaims
    let clock: @Sendable () -> Date
    let recorder: SeatRecorder
    let leases: LeasedJobs
    let log: @Sendable (ServiceLogEntry) -> Void
    let random: RandomSource

    var routes: [Route] { [listSeats, invite, cancel, accept, release, associate, listOwnSeats] }

    private static let purchase = "/v1/purchases/{originalTransactionId}/seats"
    private static let refusals: [ProblemCode] = [
        .seatsNotManaged, .subscriptionInactive, .noSeatAvailable, .tooManyInvitations,
    ]

    // MARK: - Reading

    private var listSeats: Route {
        Route(
            method: .get,
            path: Self.purchase,
            name: "listSeats",
            summary:
                "Lists a group subscription's seats: invitations, members, free seats, and claims beyond the seats.",
            group: .purchases,
            access: .customer,
            query: [.environment],
            answers: [.json(SeatsBody.self, "The seats.")]
        ) { [self] call in
            let reading = try await readSeats(call)
            return try .json(SeatsBody(reading, showsCustomers: call.caller.isBackend))
        }
    }

    private var listOwnSeats: Route {
        Route(
            method: .get,
            path: "/v1/customers/{customer}/seats",
            name: "listMemberSeats",
            summary: "Lists a customer's seats in the group subscriptions of others.",
            group: .customers,
            access: .customer,
            query: [.environment],
            answers: [.json(MemberSeatList.self, "The seats.")]
        ) { [self] call in
            let customer = try call.customer()
            let scope = try call.scope()
            let account = try await accounts.account(of: customer, in: scope, app: try call.app, now: call.now)
            let seats = account.lineageKeys.flatMap { key in
                account.seatRoster(of: key, asOf: call.now).invitations
                    .filter { $0.customer == customer && $0.isCurrent(asOf: call.now) }
                    .map { MemberSeatBody($0, of: key, asOf: call.now) }
            }
            return try .json(MemberSeatList(seats: seats))
        }
    }

    // MARK: - Invitations

    private var invite: Route {
        Route(
            method: .post,
            path: Self.purchase + "/invitations",
            name: "createSeatInvitation",
            summary: "Creates an invitation to a seat. The response shows the token once; its holder can accept.",
            group: .purchases,
            access: .customer,
            query: [.environment],
            body: .json(SeatInvitationRequest.self),
            answers: [
                .json(SeatInvitationBody.self, "The invitation with its token.", status: 201),
                .json(
                    SeatInvitationBody.self,
                    "The invitation existed already. The response does not show its token again."
                ),
            ],
            problems: Self.refusals + [.notConfigured]
        ) { [self] call in
            let request = try call.body(SeatInvitationRequest.self)
            let app = try call.app
            let reading = try await readSeats(call)
            try requireOffered(reading.key.scope, app)
            let expires = request.expires ?? call.now.addingTimeInterval(SeatRules.invitationLifetime)
            guard expires > call.now, expires <= call.now.addingTimeInterval(SeatRules.maximumLifetime) else {
                throw ServiceProblem.invalid("expiresDate", "within the next 90 days")
            }
            let id = request.id ?? SeatInvitationID(rawValue: "inv_" + random.hexadecimal(8))
            guard !id.rawValue.hasPrefix("apple_") else {
                throw ServiceProblem.invalid("id", "a value that does not start with apple_")
            }
            let token = "seat_" + random.base64(24)
            let isPurchaser = !call.caller.isBackend
            let terms = SeatStep.Invitation(
                tokenHash: try FactDigest(sha256Of: Array(token.utf8)).hexadecimal,
                expirationDate: expires,
                invitedBy: isPurchaser ? "purchaser" : call.caller.name,
                note: request.note.flatMap { $0.isEmpty ? nil : $0 }
            )
            let after = try await recorder.record(
                reading.key,
                app: app,
                by: call.caller.name,
                audit: AuditRecord(call, "seat_invitation.create", target: reading.key.lineage.rawValue),
                now: call.now
            ) { rules, reading in
                if reading.roster[id] != nil { return [] }
                return try rules.invite(id, terms, isPurchaser: isPurchaser).accepted
            }
            guard let invitation = after.roster[id] else { throw ServiceProblem.notFound("invitation") }
            let isNew = invitation.terms?.tokenHash == terms.tokenHash
            let body = SeatInvitationBody(
                invitation,
                asOf: call.now,
                showsCustomer: call.caller.isBackend,
                token: isNew ? token : nil
            )
            return try .json(body, status: isNew ? .created : .ok)
        }
    }

    private var cancel: Route {
        Route(
            method: .delete,
            path: Self.purchase + "/invitations/{invitation}",
            name: "cancelSeatInvitation",
            summary: "Cancels an invitation that no one accepted.",
            group: .purchases,
            access: .customer,
            query: [.environment],
            answers: [.empty("The invitation is canceled.")],
            problems: [.invitationUsed]
        ) { [self] call in
            let reading = try await readSeats(call)
            let id = SeatInvitationID(rawValue: try call.path("invitation"))
            try await recorder.record(
                reading.key,
                app: try call.app,
                by: call.caller.name,
                audit: AuditRecord(call, "seat_invitation.cancel", target: reading.key.lineage.rawValue),
                now: call.now
            ) { rules, _ in try rules.cancel(id).accepted }
            return HTTPResponse(status: .noContent)
        }
    }

    private var accept: Route {
        Route(
            method: .post,
            path: "/v1/invitations/accept",
            name: "acceptSeatInvitation",
            summary: "Accepts an invitation for a customer, and claims the seat from the App Store.",
            group: .purchases,
            access: .customer,
            body: .json(SeatAcceptanceRequest.self),
            answers: [
                .json(MemberSeatBody.self, "The member has the seat."),
                .json(MemberSeatBody.self, "The App Store has not answered yet. Purser retries.", status: 202),
            ],
            problems: Self.refusals + [
                .notFound, .invitationExpired, .invitationCanceled, .invitationUsed, .alreadyMember,
                .appTransactionNotFound,
                .sandboxRefused, .appStoreRefused, .notConfigured,
            ]
        ) { [self] call in
            let request = try call.body(SeatAcceptanceRequest.self)
            let app = try call.app
            let hash = try FactDigest(sha256Of: Array(request.token.utf8)).hexadecimal
            guard let place = try await recorder.place(hash, in: SeatPlace.invitations),
                place.scope.bundleID == app.bundleID
            else { throw ServiceProblem.notFound("invitation") }
            guard let customer = request.customer ?? call.caller.provenCustomer else {
                throw ServiceProblem.invalid("customer", "given")
            }
            try call.caller.requireAccess(to: customer)
            try await requireAdmitted(customer, to: place.scope, app, now: call.now)
            try requireOffered(place.scope, app)
            let claim = SeatStep.Request(
                identifier: random.uuid(),
                appTransactionID: request.appTransaction,
                acceptedBy: call.caller.isBackend ? call.caller.name : "member"
            )
            try await recorder.record(
                place.key,
                app: app,
                by: call.caller.name,
                audit: AuditRecord(call, "seat.claim", target: customer.rawValue),
                now: call.now
            ) { rules, _ in try rules.accept(place.invitation, by: customer, claim).accepted }
            let invitation = try await answered(place, app: app)
            let body = MemberSeatBody(invitation, of: place.key, asOf: clock())
            return try .json(body, status: invitation.claim == nil ? .accepted : .ok)
        }
    }

    /// The invitation after Apple was asked; what Apple does not answer now is asked again by a job.
    private func answered(_ place: SeatPlace, app: AppConfiguration) async throws -> SeatInvitation {
        do {
            try await claims.send(place.key, app: app, only: place.invitation)
        } catch let problem as ServiceProblem where problem.code.isTemporary {
            log(
                ServiceLogEntry(kind: .warning, message: "A seat in \(place.scope) waits for Apple: \(problem.message)")
            )
        }
        let reading = try await recorder.seats(of: place.key, app: app, now: clock())
        guard let invitation = reading?.roster[place.invitation] else { throw ServiceProblem.notFound("invitation") }
        if invitation.request == nil, invitation.claim == nil, let refusal = invitation.refusal {
            throw SeatClaimRefusal.problem(refusal)
        }
        return invitation
    }

    // MARK: - Claims

    private var release: Route {
        Route(
            method: .delete,
            path: Self.purchase + "/{seatClaimId}",
            name: "releaseSeat",
            summary:
                "Ends a member's access at once and releases the seat in the App Store. Members can leave with it.",
            group: .purchases,
            access: .customer,
            query: [.environment],
            answers: [
                .empty("The seat is free."),
                .empty("The member has no access. The App Store has not released the seat yet.", status: 202),
            ]
        ) { [self] call in
            let claim = try Self.claim(in: call)
            let app = try call.app
            let reading = try await readSeats(call, as: claim)
            guard let invitation = reading.roster[claim] else { throw SeatRefusal.unknownClaim.problem }
            let isMember = call.caller.provenCustomer.map { $0 == invitation.customer } ?? false
            let name = call.caller.isBackend ? call.caller.name : isMember ? "member" : "purchaser"
            try await recorder.record(
                reading.key,
                app: app,
                by: call.caller.name,
                audit: AuditRecord(call, "seat.release", target: reading.key.lineage.rawValue),
                now: call.now
            ) { rules, _ in try rules.release(claim, by: name).accepted }
            do {
                try await claims.send(reading.key, app: app, only: invitation.id)
            } catch let problem as ServiceProblem where problem.code.isTemporary || problem.code == .notConfigured {
                log(ServiceLogEntry(kind: .warning, message: "A seat in \(reading.key.scope) is not freed: \(problem)"))
            }
            let after = try await recorder.seats(of: reading.key, app: app, now: clock())
            let isFree = after?.roster[claim]?.unclaimedDate != nil
            return HTTPResponse(status: isFree ? .noContent : .accepted)
        }
    }

    private var associate: Route {
        Route(
            method: .post,
            path: Self.purchase + "/{seatClaimId}/associate",
            name: "associateSeat",
            summary: "Associates a member's download of the app with the seat in the App Store.",
            group: .purchases,
            access: .customer,
            query: [.environment],
            body: .json(SeatAssociationRequest.self),
            answers: [.empty("The download is associated.")],
            problems: [.appTransactionNotFound, .appStoreRefused, .appStoreUnavailable, .notConfigured]
        ) { [self] call in
            let claim = try Self.claim(in: call)
            let request = try call.body(SeatAssociationRequest.self)
            let reading = try await readSeats(call)
            guard let invitation = reading.roster[claim], invitation.unclaimedDate == nil else {
                throw SeatRefusal.unknownClaim.problem
            }
            guard invitation.appTransactionID != request.appTransaction else { return HTTPResponse(status: .noContent) }
            _ = try await claims.associate(
                claim,
                with: request.appTransaction,
                reading.key,
                app: try call.app,
                by: call.caller.name,
                audit: AuditRecord(call, "seat.associate", target: reading.key.lineage.rawValue)
            )
            return HTTPResponse(status: .noContent)
        }
    }
}

extension SeatInvitation {
    /// Whether the member has the seat, waits for it, or is leaving it.
    fileprivate func isCurrent(asOf now: Date) -> Bool {
        [.requested, .claimed, .releasing].contains(state(asOf: now))
    }
}
