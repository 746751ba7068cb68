import Foundation
import SwiftDataCore

// Positions in the history of a store of any type. The tables and the engine have numbers for them, which grow.

extension SeparateTables.State {
    mutating func takeNumber() -> Int64 {
        defer { nextNumber += 1 }
        return nextNumber
    }

    mutating func note(_ position: Data, number: Int64) {
        positions[number] = position
        numbers[position] = number
    }

    mutating func number(of position: Data) -> Int64 {
        if let number = numbers[position] { return number }
        let number = takeNumber()
        note(position, number: number)
        return number
    }

    /// Takes over the position that the tables have. Earlier ones are not asked for any more.
    mutating func keep(_ kept: (number: Int64, position: Data)?) {
        self.kept = kept
        guard let kept else { return }
        note(kept.position, number: kept.number)
        nextNumber = max(nextNumber, kept.number + 1)
        positions = positions.filter { $0.key >= kept.number }
        numbers = numbers.filter { $0.value >= kept.number }
    }
}

extension SeparateTables {
    func lastHistoryToken() throws -> DefaultHistoryToken? {
        try completeInterruptedSave()
        return try lastPosition().map { position in token(state.withLock { $0.number(of: position) }) }
    }

    private func token(_ number: Int64) -> DefaultHistoryToken {
        DefaultHistoryToken(storeIdentifier: store.storeIdentifier, transaction: number)
    }

    /// The position of the last transaction; nil where there is none.
    func lastPosition() throws -> Data? {
        let (kept, end) = state.withLock { ($0.kept?.position, store.gate.isClosedHere ? $0.end : nil) }
        if let end { return end }
        do {
            return try history.steps(after: kept, limit: .max).last?.position ?? kept
        } catch SwiftDataError.historyTokenExpired {
            return try history.steps(after: nil, limit: .max).last?.position
        }
    }

    func scanHistory(
        after token: DefaultHistoryToken?,
        by authors: HistoryAuthors,
        limit: Int,
        _ body: (HistoryRowChange) throws -> Void
    ) throws -> HistoryScan {
        try completeInterruptedSave()
        let number = token?.position(in: store.storeIdentifier) ?? 0
        let position = state.withLock { $0.positions[number] }
        let steps: [HistoryStep]
        do {
            steps = try history.steps(after: position, limit: limit)
        } catch SwiftDataError.historyTokenExpired {
            try checkAge(position)
            throw SwiftDataError.historyTokenExpired
        }
        // Without a position it is not known whether there were transactions before.
        guard position != nil || steps.isEmpty else { throw SwiftDataError.historyTokenExpired }
        try checkOwn(steps)
        var (count, last) = (0, position)
        for step in steps {
            if count >= limit { return HistoryScan(token: last.map(self.token(at:)), isAtEnd: false) }
            if authors.include(step.author) {
                for change in step.changes {
                    try body(HistoryRowChange(change, step, self.token(number)))
                    count += 1
                }
            }
            last = step.position
        }
        let isAtEnd = steps.count < limit
        if isAtEnd { state.withLock { $0.end = .some(last) } }
        return HistoryScan(token: last.map(self.token(at:)), isAtEnd: isAtEnd)
    }

    private func token(at position: Data) -> DefaultHistoryToken { token(state.withLock { $0.number(of: position) }) }

    // MARK: Stores and files that do not fit

    /// - Throws: ``SyncError`` with code `tables` where the store was replaced by an older copy of itself.
    private func checkAge(_ position: Data?) throws {
        guard let position, let last = try history.steps(after: nil, limit: .max).last,
            try history.isEarlier(last.position, than: position)
        else { return }
        throw SyncError(
            .tables,
            "The store is older than the state of sync: it was restored without the file of SyncConfiguration.stateURL. Reset the "
                + "engine, which joins the store anew."
        )
    }

    /// - Throws: ``SyncError`` with code `tables` where the engine has saved something that the tables do not know.
    private func checkOwn(_ steps: [HistoryStep]) throws {
        let own = steps.filter { $0.author == SyncEngine.author }
        guard !own.isEmpty else { return }
        let known = try tables.readSideTables { tables in
            Set(try tables.rows("SELECT position FROM OSD_SyncOwn").compactMap { $0[0].bytes.map { Data($0) } })
        }
        guard own.allSatisfy({ known.contains($0.position) }) else {
            throw SyncError(
                .tables,
                "The state of sync is older than the store: the file of SyncConfiguration.stateURL was restored without the store, or "
                    + "another engine syncs the store. Reset the engine, which joins the store anew."
            )
        }
    }

    // MARK: The kept position

    static func keptPosition(_ tables: any SideTables) throws -> (number: Int64, position: Data)? {
        guard let row = try tables.rows("SELECT number, position FROM OSD_SyncPosition").first,
            let number = row[0].integer, let position = row[1].bytes
        else { return nil }
        return (number, Data(position))
    }

    /// Writes the position that the facts of the device have the number of, and returns it.
    func keepPosition(_ tables: any SideTables) throws -> (number: Int64, position: Data)? {
        let number =
            try SyncTables.exist(tables)
            ? tables.rows("SELECT value FROM OSD_SyncValue WHERE name = 'token'").first?[0].integer : nil
        let before = try Self.keptPosition(tables)
        if let number, before?.number == number { return before }
        try tables.run("DELETE FROM OSD_SyncPosition")
        guard let number, let position = state.withLock({ $0.positions[number] }) else { return nil }
        try tables.run(
            "INSERT INTO OSD_SyncPosition (number, position) VALUES (?, ?)",
            [.integer(number), .data(position)]
        )
        for own in try tables.rows("SELECT position FROM OSD_SyncOwn").compactMap({ $0[0].bytes.map { Data($0) } })
        where try !history.isEarlier(position, than: own) {
            try tables.run("DELETE FROM OSD_SyncOwn WHERE position = ?", [.data(own)])
        }
        return (number, position)
    }

    // MARK: Erasure

    /// Forgets all of sync, before all rows are deleted: they would count as deleted by the program.
    func forget() throws {
        _ = try tables.save(StoreChanges(), EditingState(author: SyncEngine.author)) { tables, _ in
            try SyncTables.drop(tables)
            try tables.run("DELETE FROM OSD_SyncPosition")
            try SaveIntent.remove(tables)
        }
        state.withLock { $0.keep(nil) }
    }

    /// Forgets sync where the store was erased while there was no engine: it is empty, and its history does not have
    /// the reason.
    func forgetErasedStore() throws {
        guard let kept = state.withLock({ $0.kept }) else { return }
        do {
            _ = try history.steps(after: kept.position, limit: 1)
        } catch SwiftDataError.historyTokenExpired {
            guard try history.steps(after: nil, limit: 1).isEmpty, try isEmpty() else { return }
            try forget()
        }
    }

    private func isEmpty() throws -> Bool {
        try layouts.allSatisfy { try store.completeRows(of: $0, EditingState(author: SyncEngine.author)).isEmpty }
    }
}

extension HistoryRowChange {
    fileprivate init(_ change: HistoryChange, _ step: HistoryStep, _ token: DefaultHistoryToken) {
        var (slots, isWhole) = ([Int](), true)
        let kind: Kind
        switch change {
        case .insert: kind = .insert
        case .delete: kind = .delete
        case .update(let update):
            kind = .update
            (slots, isWhole) = Self.slots(update)
        }
        self.init(
            token: token,
            timestamp: step.timestamp,
            author: step.author,
            kind: kind,
            identifier: change.changedPersistentIdentifier.interned,
            slots: slots,
            possibleSlots: isWhole ? [] : Array(ModelLayout.of(change.modelType).properties.indices),
            isWhole: isWhole
        )
    }

    /// The slots of the properties that an update names. One without properties may have changed any.
    private static func slots<Update: HistoryUpdate>(_ update: Update) -> ([Int], Bool) {
        let layout = ModelLayout.of(Update.Model.self)
        let named = update.updatedAttributes
        let slots = named.compactMap { layout.slot(for: $0) }
        return (slots, !named.isEmpty && slots.count == named.count)
    }
}
