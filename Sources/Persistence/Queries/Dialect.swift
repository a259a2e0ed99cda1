// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials

/// How a database differs from the others: the few words that SQL's standard does not settle.
package struct Dialect: Sendable {
    /// The database's name, for messages.
    package let name: String

    /// The type of a column of whole numbers.
    package let integer: String

    /// The type of a column of texts, compared byte by byte.
    package let text: String

    /// The type of a column of bytes.
    package let bytes: String

    /// The definition of a column that numbers its rows.
    package let identity: String

    /// The definition of the number of a row in a table that may be split by time.
    package let partitionedIdentity: String

    /// What ends the definition of such a table, its closing parenthesis included.
    package let partitionedTableEnd: String

    /// Statements to be run before and after the tables are made.
    package let surroundings: (before: [String], after: [String])

    /// What stands after a table's closing parenthesis.
    package let tableEnd: String

    /// What stands after the closing parenthesis of a table that is kept in its primary key's order.
    package let clusteredTableEnd: String

    /// The column of `events` that holds an event's place in the order in which events were committed.
    ///
    /// Where writers run one after another it is the event's number. Where they overlap, an event with a lower number
    /// can appear after one with a higher number was read; there a place is given only to committed events.
    package let eventPosition: Query

    /// A query for the numbers of the next commands, a row for each, with their instants, which are not before the last
    /// one's, where a counter in a table would hold writers up.
    package let nextCommands: (@Sendable (Date, Int) -> Query)?

    /// What sets the counters of numbers that were copied with their rows.
    package let statementsAfterCopy: [Query]

    /// Whether an event's place is stored beside its number.
    package var numbersEvents: Bool { eventPosition.text == "position" }

    /// What follows a query of rows to be lent, so that it passes over rows that another worker is lending.
    package let skippingLockedRows: Query

    /// What follows a query of rows that must not be deleted before the transaction ends; nothing where no one else writes
    /// meanwhile.
    package let holdingRows: Query?

    /// What follows a query of rows that no one else may hold, change or delete before the transaction ends; nothing where
    /// no one else writes meanwhile.
    package let lockingRows: Query?

    /// The condition that a fact is more than the step of an order; word for word the one of an index.
    package let indexesAccounts: String

    /// Whether each statement whose outcome is waited for costs a way to the database and back.
    package let sparesRoundTrips: Bool

    /// Whether the database plans a query by statistics of the tables' contents; otherwise by its conditions alone.
    package let plansByStatistics: Bool

    /// A query for the numbers of new facts and documents, a row for each, with a zero before those of facts and a one
    /// before those of documents; nothing where a row gets its number at no cost when it is inserted.
    package let drawFactNumbers: (@Sendable (_ facts: Int, _ documents: Int) -> Query)?

    /// How customers are found by a part of their identifier.
    package let customerSearch: CustomerSearchIndex

    /// Makes a dialect.
    package init(
        name: String,
        integer: String,
        text: String,
        bytes: String,
        identity: String,
        partitionedIdentity: String,
        partitionedTableEnd: String,
        surroundings: (before: [String], after: [String]) = ([], []),
        tableEnd: String,
        clusteredTableEnd: String,
        eventPosition: Query,
        nextCommands: (@Sendable (Date, Int) -> Query)? = nil,
        statementsAfterCopy: [Query] = [],
        skippingLockedRows: Query,
        holdingRows: Query? = nil,
        lockingRows: Query? = nil,
        indexesAccounts: String,
        sparesRoundTrips: Bool,
        plansByStatistics: Bool,
        drawFactNumbers: (@Sendable (_ facts: Int, _ documents: Int) -> Query)? = nil,
        customerSearch: CustomerSearchIndex
    ) {
        self.name = name
        self.integer = integer
        self.text = text
        self.bytes = bytes
        self.identity = identity
        self.partitionedIdentity = partitionedIdentity
        self.partitionedTableEnd = partitionedTableEnd
        self.surroundings = surroundings
        self.tableEnd = tableEnd
        self.clusteredTableEnd = clusteredTableEnd
        self.eventPosition = eventPosition
        self.nextCommands = nextCommands
        self.statementsAfterCopy = statementsAfterCopy
        self.skippingLockedRows = skippingLockedRows
        self.holdingRows = holdingRows
        self.lockingRows = lockingRows
        self.indexesAccounts = indexesAccounts
        self.sparesRoundTrips = sparesRoundTrips
        self.plansByStatistics = plansByStatistics
        self.drawFactNumbers = drawFactNumbers
        self.customerSearch = customerSearch
    }
}
