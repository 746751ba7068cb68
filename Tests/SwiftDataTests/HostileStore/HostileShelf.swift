import SwiftData

extension HostileConfiguration {
    /// The content of the store, and the mistakes that it is to make. Tests use it from one thread.
    final class Shelf: @unchecked Sendable {
        var identifier = "hostile-1"
        var rows: [PersistentIdentifier: OwnRow] = [:]
        var misdeed: Misdeed?
        var historyMisdeed: HistoryMisdeed?
        var openingFailure: (any Error)?
        var failsToDelete = false
        var calls = 0
        /// The code that the store calls in the middle of its own work.
        var back: (() throws -> Void)?
        weak var store: HostileStore?
        private var lastKey = 0

        func newIdentifier(_ entity: String) throws -> PersistentIdentifier {
            lastKey += 1
            return try .identifier(for: identifier, entityName: entity, primaryKey: lastKey)
        }

        func foreign(_ entity: String) throws -> PersistentIdentifier {
            try .identifier(for: "elsewhere", entityName: entity, primaryKey: 1)
        }

        func foreign<T: PersistentModel>(_ type: T.Type) throws -> PersistentIdentifier {
            try foreign(Schema.entityName(for: T.self))
        }

        /// Calls once, not again in what that leads to.
        func callBack() throws {
            let call = back
            back = nil
            defer { back = call }
            try call?()
        }
    }
}

// MARK: - Rows

extension HostileConfiguration.Shelf {
    /// The rows of a fetch, with the first of them spoiled.
    func spoiled(_ rows: [OwnRow]) throws -> [OwnRow] {
        guard var row = rows.first else { return rows }
        let entity = row.persistentIdentifier.entityName
        let others = self.rows.values.filter { $0.persistentIdentifier.entityName != entity }
        switch misdeed {
        case .duplicateRow: return rows + [row]
        case .unaskedRows: return rows + others
        case .foreignRow: row = row.called(try foreign(entity))
        case .temporaryRow: row = row.called(temporary(entity))
        case .rowOfAnotherEntity:
            guard let other = others.first else { return rows }
            var disguised = other.called(row.persistentIdentifier)
            disguised.fields["weight"] = nil
            row = disguised
        case .rowOfNoEntity: return rows + [row.called(try newIdentifier("Nobody"))]
        case .missingValue: row.fields[entity == "Book" ? "title" : "name"] = nil
        case .mistypedValue: row.fields[entity == "Book" ? "title" : "name"] = .number(1)
        case .foreignReference: try spoil(&row, with: foreign(row.destination))
        case .temporaryReference: spoil(&row, with: temporary(row.destination))
        case .referenceToAnotherEntity: spoil(&row, with: row.persistentIdentifier)
        case .leadsNowhere: try spoil(&row, with: newIdentifier(row.destination))
        case .twoOwners:
            let all = self.rows.keys.filter { $0.entityName == "Book" }
            return rows.map { row in
                var row = row
                if row.fields["books"] != nil { row.fields["books"] = .references(all + all) }
                return row
            }
        case .cycle: if entity == "Person" { row.fields["manager"] = .reference(row.persistentIdentifier) }
        case .changesItsMind:
            return rows.map { row in
                var row = row
                if row.fields["pages"] != nil { row.fields["pages"] = .number(calls) }
                return row
            }
        default: return rows
        }
        return [row] + rows.dropFirst()
    }

    private func spoil(_ row: inout OwnRow, with destination: PersistentIdentifier) {
        switch row.persistentIdentifier.entityName {
        case "Book": row.fields["author"] = .reference(destination)
        case "Person": row.fields["manager"] = .reference(destination)
        default: row.fields["books"] = .references([destination])
        }
    }

    private func temporary(_ entity: String) -> PersistentIdentifier {
        entity == "Book" ? Book(title: "").persistentModelID : Author(name: "").persistentModelID
    }
}

extension OwnRow {
    func called(_ identifier: PersistentIdentifier) -> OwnRow {
        copy(persistentIdentifier: identifier, remappedIdentifiers: nil)
    }

    /// The entity that its relationship leads to.
    fileprivate var destination: String {
        switch persistentIdentifier.entityName {
        case "Book": "Author"
        case "Person": "Person"
        default: "Book"
        }
    }
}

// MARK: - Answers to saves

extension HostileConfiguration.Shelf {
    func spoiled(
        _ request: DataStoreSaveChangesRequest<OwnRow>,
        _ good: [PersistentIdentifier: PersistentIdentifier]
    ) throws -> DataStoreSaveChangesResult<OwnRow> {
        var remapped = good
        var given: [PersistentIdentifier: OwnRow] = [:]
        let books = request.inserted.map(\.persistentIdentifier).filter { $0.entityName == "Book" }
        let deleted = request.deleted.first
        if let first = books.first {
            switch misdeed {
            case .saysNothingOfOne: remapped[first] = nil
            case .remapsToForeign: remapped[first] = try foreign("Book")
            case .remapsToTemporary: remapped[first] = first
            case .remapsToAnotherEntity: remapped[first] = try newIdentifier("Author")
            case .remapsTwoToOne: for book in books { remapped[book] = good[first] }
            case .remapsToAnotherModel:
                remapped[first] =
                    request.updated.first { $0.persistentIdentifier.entityName == "Book" }?
                    .persistentIdentifier
            case .remapsToDeleted: remapped[first] = deleted?.persistentIdentifier
            case .remapsStrangers: remapped[Book(title: "").persistentModelID] = try newIdentifier("Book")
            default: break
            }
        }
        switch misdeed {
        case .givesBackDeleted: if let deleted { given[deleted.persistentIdentifier] = deleted }
        case .givesBackForeign:
            let identifier = try foreign("Author")
            given[identifier] = rows.values.first?.called(identifier)
        case .givesBackUnderAnotherKey:
            given[try newIdentifier("Author")] = rows.values.first
        case .givesBackMistyped:
            if var row = request.updated.first {
                row.fields[row.fields["title"] == nil ? "name" : "title"] = .number(1)
                given[row.persistentIdentifier] = row
            }
        case .givesBackUnasked:
            let touched = Set(request.updated.map(\.persistentIdentifier) + request.deleted.map(\.persistentIdentifier))
            given = rows.filter { !touched.contains($0.key) }
        default: break
        }
        return DataStoreSaveChangesResult(
            for: misdeed == .answersForAnotherStore ? "elsewhere" : identifier,
            remappedIdentifiers: remapped,
            snapshotsToReregister: given,
            historyToken: HostileToken(store: historyMisdeed == .foreignToken ? "elsewhere" : identifier, number: 1)
        )
    }
}
