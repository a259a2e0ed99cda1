// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// What an annotation of a chart is about.
enum ChartAnnotationKind: String, Sendable, CaseIterable {
    /// What a person wrote.
    case note
    /// Prices of the catalog that changed.
    case price
    /// What else changed in the catalog.
    case catalog
    /// A version of the app that was seen for the first time.
    case release
    /// An alert that fired.
    case incident
}

/// What is marked on a day of the charts: a note, or something that the server knows from what it stores anyway.
struct ListedAnnotation: Hashable, Sendable {
    enum Content: Hashable, Sendable {
        case note(ChartAnnotation)
        /// Changes of prices or others: some of them, and how many there are.
        case catalog([CatalogChange], count: Int)
        case release(AppVersion)
        case incident(Incident)
    }

    /// How often an alert fired on a day, and for how long.
    struct Incident: Hashable, Sendable {
        var rule: String
        var english: String
        var chinese: String
        var count = 0
        var seconds = 0.0
        var isFiring = false
    }

    var id: String
    var day: CivilDay
    var kind: ChartAnnotationKind
    var at: Date
    var content: Content

    /// The name of the author of a note.
    var author: String? {
        if case .note(let note) = content { note.author } else { nil }
    }

    /// A note of a day.
    static func note(_ note: ChartAnnotation, on day: CivilDay) -> ListedAnnotation {
        ListedAnnotation(id: note.id, day: day, kind: .note, at: note.at, content: .note(note))
    }

    /// What happened on a day; there is one of a kind and suffix.
    init(_ kind: ChartAnnotationKind, _ day: CivilDay, at: Date, suffix: String = "", _ content: Content) {
        let name = "\(kind.rawValue)_\(day.description.filter { $0 != "-" })"
        self.init(
            id: suffix.isEmpty ? name : "\(name)_\(suffix)",
            day: day,
            kind: kind,
            at: at,
            content: content
        )
    }

    private init(id: String, day: CivilDay, kind: ChartAnnotationKind, at: Date, content: Content) {
        (self.id, self.day, self.kind, self.at, self.content) = (id, day, kind, at, content)
    }

    /// For how long, in seconds, a critical alert fires at least that is marked.
    static let minimumIncident: TimeInterval = 300
}

extension DatabaseReader {
    /// The notes of some days and what happened on them, in the order of the days.
    ///
    /// What happened is derived here from records whose number is bounded; none is stored.
    ///
    /// - Parameters:
    ///   - kinds: The kinds that are wanted (default: all).
    ///   - days: The Pacific days.
    ///   - scope: The app and environment. The catalog and its notes are those of all environments, and an alert is about
    ///     the whole server.
    ///   - now: The present instant, until which a firing alert lasts.
    /// - Returns: The annotations.
    /// - Throws: `DatabaseError`.
    func listedAnnotations(
        _ kinds: Set<ChartAnnotationKind> = Set(ChartAnnotationKind.allCases),
        on days: ClosedRange<CivilDay>,
        in scope: AppScope,
        now: Date
    ) throws -> [ListedAnnotation] {
        var found: [ListedAnnotation] = []
        if kinds.contains(.note) {
            found += try chartAnnotations(of: scope.bundleID).compactMap { note in
                CivilDay(note.day).map { .note(note, on: $0) }
            }
        }
        if kinds.contains(.price) || kinds.contains(.catalog) {
            found += try catalogAnnotations(of: scope.bundleID, days)
        }
        if kinds.contains(.release) { found += try releaseAnnotations(in: scope) }
        if kinds.contains(.incident) { found += try incidentAnnotations(days, now: now) }
        return found.filter { days.contains($0.day) && kinds.contains($0.kind) }
            .sorted { ($0.day, $0.at, $0.id) < ($1.day, $1.at, $1.id) }
    }

    /// The name of a record before those of some days.
    private func name(before days: ClosedRange<CivilDay>) -> NumberedName {
        NumberedName(ReportingZone.pacific.start(of: days.lowerBound).millisecondsSince1970 - 1)
    }

    private func catalogAnnotations(of app: BundleID, _ days: ClosedRange<CivilDay>) throws -> [ListedAnnotation] {
        let records = try records(
            in: CatalogChangeRecord.records[app],
            after: name(before: days),
            limit: CatalogChangeRecord.maximumCount
        )
        .map { try $0.value }
        let byDay = Dictionary(grouping: records) { ReportingZone.pacific.day(of: $0.at) }
        return byDay.flatMap { day, records in
            [
                (ChartAnnotationKind.price, \CatalogChangeRecord.prices, \CatalogChangeRecord.priceCount),
                (.catalog, \.others, \.otherCount),
            ]
            .compactMap { kind, changes, counted in
                let count = records.reduce(0) { $0 + $1[keyPath: counted] }
                guard count > 0, let first = records.first(where: { $0[keyPath: counted] > 0 }) else { return nil }
                let all = records.flatMap { $0[keyPath: changes] }.prefix(CatalogChangeRecord.maximumChanges)
                return ListedAnnotation(kind, day, at: first.at, .catalog(Array(all), count: count))
            }
        }
    }

    private func releaseAnnotations(in scope: AppScope) throws -> [ListedAnnotation] {
        let byDay = Dictionary(grouping: try appReleases(in: scope)) { ReportingZone.pacific.day(of: $0.instant) }
        return byDay.compactMap { day, releases in
            releases.last.map { ListedAnnotation(.release, day, at: $0.instant, .release($0.version)) }
        }
    }

    private func incidentAnnotations(_ days: ClosedRange<CivilDay>, now: Date) throws -> [ListedAnnotation] {
        let incidents = try records(
            in: AlertIncident.records,
            after: name(before: days),
            limit: AlertIncident.maximumCount
        )
        .map { try $0.value }
        var found: [String: ListedAnnotation] = [:]
        for incident in incidents where incident.severity == .critical {
            let seconds = (incident.until ?? now).timeIntervalSince(incident.since)
            guard seconds >= ListedAnnotation.minimumIncident else { continue }
            let day = ReportingZone.pacific.day(of: incident.since)
            var sum = ListedAnnotation.Incident(
                rule: incident.rule,
                english: incident.english,
                chinese: incident.chinese
            )
            let key = "\(day) \(incident.rule)"
            if case .incident(let earlier)? = found[key]?.content { sum = earlier }
            sum.count += 1
            sum.seconds += seconds
            sum.isFiring = sum.isFiring || incident.until == nil
            let first = found[key]?.at ?? incident.since
            found[key] = ListedAnnotation(.incident, day, at: first, suffix: incident.rule, .incident(sum))
        }
        return Array(found.values)
    }
}
