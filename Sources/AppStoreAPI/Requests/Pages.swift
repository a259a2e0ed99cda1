// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// An answer that comes in pages.
public protocol APIPage: Decodable, Sendable {
    /// The mark from which the next page is asked for; on a history's last page too.
    var nextMark: String? { get }

    /// Whether another page follows now.
    var hasMore: Bool { get }
}

extension HistoryResponse: APIPage {
    /// The mark from which the next page is asked for.
    public var nextMark: String? { revision }
}

extension RefundHistoryResponse: APIPage {
    /// The mark from which the next page is asked for.
    public var nextMark: String? { revision }
}

extension NotificationHistoryResponse: APIPage {
    /// The mark from which the next page is asked for.
    public var nextMark: String? { paginationToken }
}

extension GroupMembersResponse: APIPage {
    /// The mark from which the next page is asked for.
    public var nextMark: String? { paginationToken }
}

/// The pages of an answer, asked for one after the other as they are read.
///
/// Every page has its mark, so that a reader that stores the mark with what it took can begin there again, tomorrow
/// too: histories give a mark on the last page, from which later changes follow.
public struct Pages<Page: APIPage>: AsyncSequence, Sendable {
    /// One page and its bytes.
    public typealias Element = Document<Page>

    private let first: String?
    private let fetch: @Sendable (String?) async throws -> Document<Page>

    init(after mark: String?, fetch: @escaping @Sendable (String?) async throws -> Document<Page>) {
        self.first = mark
        self.fetch = fetch
    }

    /// Starts at the mark that the sequence was made with.
    public func makeAsyncIterator() -> Iterator {
        Iterator(mark: first, fetch: fetch)
    }

    /// Asks for one page after the other.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        /// The mark after the last page that was read.
        public private(set) var mark: String?

        private let fetch: @Sendable (String?) async throws -> Document<Page>
        private var isDone = false

        init(mark: String?, fetch: @escaping @Sendable (String?) async throws -> Document<Page>) {
            self.mark = mark
            self.fetch = fetch
        }

        /// The next page, or nothing after the last.
        ///
        /// - Throws: ``AppStoreAPIError``; the mark stays where it was, so that calling again asks for the same page.
        public mutating func next() async throws -> Document<Page>? {
            guard !isDone else { return nil }
            let page = try await fetch(mark)
            if page.body.hasMore, page.body.nextMark == nil || page.body.nextMark == mark {
                throw AppStoreAPIError(
                    code: .invalidAnswer,
                    message: "Apple says that more follows but gives no new mark. Ask again later."
                )
            }
            mark = page.body.nextMark ?? mark
            isDone = !page.body.hasMore
            return page
        }
    }
}
