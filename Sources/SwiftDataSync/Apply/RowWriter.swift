import Foundation
import SwiftDataCore
import SwiftDataSyncCore

/// Makes the rows of a store equal to the rows of the view that have changed.
///
/// A row that the store cannot take is held: it, or its former values, stay as they are until its record changes, its large
/// values have arrived or the app has another schema.
struct RowWriter {
    let schema: SyncSchema
    let records: SyncRecords
    let rows: StoreRows
    let blobs: IncomingBlobs
    let makeIdentifier: (ModelLayout) -> PersistentIdentifier

    /// The classes with rows that other devices do not know.
    var selections: SyncSelections?
    private(set) var edits = RowEdits()
    /// The new rows of the view by their temporary identifiers.
    private(set) var insertions: [(row: RecordID, identifier: PersistentIdentifier)] = []
    /// The rows that keep a place in the store which another of their records had.
    private(set) var kept: [(row: RecordID, identifier: PersistentIdentifier)] = []
    /// The rows that several rows of the store are one row in now, with the ones that are deleted.
    private(set) var joined: [(row: RecordID, identifiers: [PersistentIdentifier])] = []
    /// The rows that the store cannot take, and why.
    private(set) var held: [RecordID: SyncError] = [:]
    /// The identifiers of the view's rows in the store.
    private var places: [RecordID: PersistentIdentifier] = [:]
    private var contents: [RecordID: RowContent] = [:]
    private var values: [RecordID: [Int: StoredValue]] = [:]
    /// The large values of rows that have arrived.
    private var arrived: [RecordID: Set<BlobReference>] = [:]
    /// The other sides of one-to-one relationships: the slot of a row that is to refer to another one.
    private var partners: [(row: PersistentIdentifier, slot: Int, of: PersistentIdentifier)] = []

    init(
        _ schema: SyncSchema,
        _ records: SyncRecords,
        _ rows: StoreRows,
        _ blobs: IncomingBlobs,
        makeIdentifier: @escaping (ModelLayout) -> PersistentIdentifier
    ) {
        self.schema = schema
        self.records = records
        self.rows = rows
        self.blobs = blobs
        self.makeIdentifier = makeIdentifier
    }

    /// Plans the writes. `shown` are the rows that are to be as they say, `hidden` the rows that are to be gone.
    /// `heldBefore` are the rows that the store could not take in earlier transactions.
    mutating func plan(shown: [RecordID: RowContent], hidden: Set<RecordID>, heldBefore: Set<RecordID>) throws {
        contents = shown.filter { schema.entities[$0.key.entity.text] != nil }
        let existing = try claimPlaces()
        try rows.load(existing)
        try readValues()
        try holdDependents()
        while try holdColliding(heldBefore.subtracting(hidden)) { try holdDependents() }
        for (row, references) in arrived { blobs.note(references, isHeld: held[row] != nil) }
        for row in contents.keys.sorted() where held[row] == nil && places[row] == nil { try insert(row) }
        for row in contents.keys.sorted() where held[row] == nil { try write(row) }
        try writeOrders()
        try delete(hidden)
        // After all rows have given up their former partners.
        for partner in partners { edits.set(.identifier(partner.row), partner.slot, of: partner.of, rows) }
    }

    // MARK: Places

    /// Gives each row the identifier that one of its records has in the store. Rows of joined records are deleted but for one.
    private mutating func claimPlaces() throws -> [PersistentIdentifier] {
        var (existing, surplus): ([PersistentIdentifier], [PersistentIdentifier]) = ([], [])
        for (row, content) in contents {
            var found: [PersistentIdentifier] = []
            for record in [row] + content.records where record.entity == row.entity {
                if let place = try records.place(of: record), !found.contains(place) { found.append(place) }
            }
            guard let first = found.first else { continue }
            places[row] = first
            existing.append(first)
            if try records.place(of: row) != first { kept.append((row, first)) }
            surplus += found.dropFirst()
            if try found.count > 1 || isNewlyJoined(content) { joined.append((row, Array(found.dropFirst()))) }
        }
        try rows.load(surplus)
        for identifier in surplus { if let snapshot = rows[identifier] { edits.delete(snapshot) } }
        return existing
    }

    /// True where the records of a row were not one row before.
    private func isNewlyJoined(_ content: RowContent) throws -> Bool {
        guard content.records.count > 1, let first = try records.formerRow(of: content.records[0]) else {
            return content.records.count > 1
        }
        return try content.records.contains { try records.formerRow(of: $0) != first }
    }

    private mutating func insert(_ row: RecordID) throws {
        guard let layout = schema.entities[row.entity.text]?.layout else { return }
        let identifier = makeIdentifier(layout)
        places[row] = identifier
        insertions.append((row, identifier))
        edits.insert(
            DefaultSnapshot(persistentIdentifier: identifier, layout: layout, values: layout.emptyValues)
        )
    }

    /// The identifier of a row of the view; nil where it is not in the store.
    private func place(of row: RecordID) throws -> PersistentIdentifier? {
        if let place = places[row] { return place }
        return contents[row] == nil ? try records.place(of: row) : nil
    }

    private mutating func delete(_ hidden: Set<RecordID>) throws {
        let claimed = Set(places.values)
        let gone = try hidden.compactMap { try records.place(of: $0) }.filter { !claimed.contains($0) }
        try rows.load(gone)
        for identifier in gone {
            if let snapshot = rows[identifier], try !waitsForCapture(snapshot) { edits.delete(snapshot) }
        }
        for snapshot in edits.deleted.values {
            try releaseUnsent(of: snapshot)
            guard let entity = schema.entities[snapshot.layout.entityName] else { continue }
            for (slot, property) in entity.properties.enumerated() {
                guard case .reference = property, case .identifier(let partner) = snapshot.values[slot],
                    let inverse = partnerSlot(entity, slot)
                else { continue }
                try clearPartner(partner, inverse, of: snapshot.persistentIdentifier)
            }
        }
    }

    /// True for a row of the store whose insertion is not part of the view yet: a later transaction captures it. Relationships
    /// with it are no surplus of the store.
    private func isUncaptured(_ identifier: PersistentIdentifier) throws -> Bool {
        guard !identifier.isTemporary else { return false }
        guard let row = try records.row(of: identifier) else { return true }
        return try !records.state(row).hasArrived
    }

    /// True for a row that the view does not show because it needs a row which is not captured yet.
    private func waitsForCapture(_ snapshot: DefaultSnapshot) throws -> Bool {
        guard let entity = schema.entities[snapshot.layout.entityName] else { return false }
        for (slot, property) in entity.properties.enumerated() {
            guard case .reference = property, case .identifier(let target) = snapshot.values[slot] else { continue }
            if try isUncaptured(target) { return true }
        }
        return false
    }

    private func isUnsent(_ identifier: PersistentIdentifier) throws -> Bool {
        try selections?.covers(identifier.entityName) == true && !identifier.isTemporary
            && records.row(of: identifier) == nil
    }

    /// Follows the delete rules for rows that were not sent, which the view does not know.
    private mutating func releaseUnsent(of snapshot: DefaultSnapshot) throws {
        guard selections?.isEmpty == false, let entity = schema.entities[snapshot.layout.entityName] else { return }
        for (slot, property) in entity.properties.enumerated() {
            var (members, reference): ([PersistentIdentifier], Int) = ([], 0)
            switch property {
            case .members(_, let other?, _): (members, reference) = (try rows.members(slot, of: snapshot), other)
            case .inverseReference(_, let other, _):
                guard case .identifier(let member) = snapshot.values[slot] else { continue }
                (members, reference) = ([member], other)
            default: continue
            }
            let isCascade = entity.layout.properties[slot].relationship?.0.deleteRule == .cascade
            for member in members where try isUnsent(member) && edits.deleted[member] == nil {
                try rows.load([member])
                guard let row = rows[member] else { continue }
                guard isCascade || !row.layout.properties[reference].isOptional else {
                    edits.set(.null, reference, of: member, rows)
                    continue
                }
                edits.delete(row)
                try releaseUnsent(of: row)
            }
        }
    }

    // MARK: Held rows

    /// Reads the values of all attributes, since a row is written as a whole or not at all.
    private mutating func readValues() throws {
        for (row, content) in contents {
            guard let entity = schema.entities[row.entity.text] else { continue }
            do {
                values[row] = try attributes(
                    entity,
                    row,
                    content,
                    current: try place(of: row).flatMap { rows[$0] }
                )
            } catch let error as SyncError {
                held[row] = error
            }
        }
    }

    private mutating func attributes(
        _ entity: SyncEntity,
        _ row: RecordID,
        _ content: RowContent,
        current: DefaultSnapshot?
    ) throws -> [Int: StoredValue] {
        var values: [Int: StoredValue] = [:]
        var failure: SyncError?
        try entity.checkReadable(content)
        for (slot, property) in entity.properties.enumerated() {
            guard case .attribute(let name, let attribute) = property else { continue }
            let coding = ValueCoding(attribute: attribute, entity: entity.layout.entityName)
            if let value = content.values[name], value != .null || attribute.isOptional {
                if let current, try isEqual(current.values[slot], value, coding) { continue }
                do {
                    values[slot] = try coding.stored(value, bytes: blobs.bytes)
                    if let reference = value.carriedBlob { arrived[row, default: []].insert(reference) }
                } catch let error as SyncError where error.code == .blobMissing {
                    // The rest is looked for as well, so that all that is missing is fetched together.
                    failure = failure ?? error
                }
            } else if current == nil {
                values[slot] = try initialValue(attribute, entity)
            }
        }
        if let failure { throw failure }
        return values
    }

    private func isEqual(_ stored: StoredValue, _ value: SyncValue, _ coding: ValueCoding) throws -> Bool {
        // A damaged value is replaced.
        if case .unloaded = stored { return false }
        // The size from which on a value travels apart is a setting of each device.
        let isLarge = value.carriedBlob != nil
        return try coding.wire(stored) { isLarge ? BlobReference(of: $0) : nil } == value.content
    }

    /// The value of an attribute that no device has written, as a new model has it.
    private func initialValue(_ attribute: Schema.Attribute, _ entity: SyncEntity) throws -> StoredValue {
        if let value = attribute.defaultValue { return attribute.stored(value) }
        guard attribute.isOptional else {
            throw SyncError(
                .value,
                "A row has arrived without a value that this version of the app requires. Give the property a default value.",
                entity: entity.layout.entityName,
                property: attribute.name
            )
        }
        return try attribute.encoded(.null)
    }

    /// Holds the rows that require a row which is not in the store.
    private mutating func holdDependents() throws {
        var isChanged = true
        while isChanged {
            isChanged = false
            for (row, content) in contents where held[row] == nil {
                guard let entity = schema.entities[row.entity.text] else { continue }
                for (slot, property) in entity.properties.enumerated() {
                    guard case .reference(let name) = property, !entity.layout.properties[slot].isOptional else {
                        continue
                    }
                    if case .reference(let target)? = content.values[name], try isThere(target) { continue }
                    held[row] = SyncError(
                        .value,
                        "A row waits for the row that it requires, which this version of the app cannot show.",
                        entity: entity.layout.entityName,
                        property: entity.layout.properties[slot].name
                    )
                    isChanged = true
                    break
                }
            }
        }
    }

    /// Holds the rows with a unique value that a held row keeps in the store. Returns true where there is such a row.
    private mutating func holdColliding(_ heldBefore: Set<RecordID>) throws -> Bool {
        var kept: [UniqueValues: RecordID] = [:]
        for row in Set(held.keys).union(heldBefore.filter { contents[$0] == nil }) {
            guard let entity = schema.entities[row.entity.text],
                let place = try place(of: row) ?? records.place(of: row)
            else { continue }
            try rows.load([place])
            guard let snapshot = rows[place] else { continue }
            for key in try uniqueValues(entity, { try stored($0, snapshot, entity) }) { kept[key] = row }
        }
        guard !kept.isEmpty else { return false }
        var isChanged = false
        for (row, content) in contents where held[row] == nil {
            guard let entity = schema.entities[row.entity.text] else { continue }
            let keys = try uniqueValues(entity) { content.values[$0] }
            guard keys.contains(where: { kept[$0].map { $0 != row } ?? false }) else { continue }
            held[row] = SyncError(
                .value,
                "A row waits for a row that has its unique value and is to have another one, which it cannot take yet.",
                entity: entity.layout.entityName
            )
            isChanged = true
        }
        return isChanged
    }

    private struct UniqueValues: Hashable {
        let constraint: SyncRules.Unique
        let values: [SyncValue]
    }

    private func uniqueValues(_ entity: SyncEntity, _ value: (SyncName) throws -> SyncValue?) throws -> [UniqueValues] {
        try (schema.rules.entities[entity.name]?.unique ?? []).compactMap { constraint in
            let values = try constraint.properties.compactMap { try value($0) }.filter { $0 != .null }
            guard values.count == constraint.properties.count else { return nil }
            return UniqueValues(constraint: constraint, values: values)
        }
    }

    /// The value of a property in the store.
    private func stored(_ name: SyncName, _ snapshot: DefaultSnapshot, _ entity: SyncEntity) throws -> SyncValue? {
        for (slot, property) in entity.properties.enumerated() {
            switch property {
            case .attribute(name, let attribute):
                if case .unloaded = snapshot.values[slot] { return nil }
                return try ValueCoding(attribute: attribute, entity: entity.layout.entityName)
                    .wire(snapshot.values[slot]) { _ in nil }
            case .reference(name):
                guard case .identifier(let target) = snapshot.values[slot] else { return nil }
                return try records.row(of: target).map { .reference($0) }
            default: continue
            }
        }
        return nil
    }

    private func isThere(_ row: RecordID) throws -> Bool {
        if contents[row] != nil { return try held[row] == nil || records.place(of: row) != nil }
        return try records.place(of: row) != nil
    }

    // MARK: Values

    private mutating func write(_ row: RecordID) throws {
        guard let entity = schema.entities[row.entity.text], let content = contents[row], let place = places[row] else {
            return
        }
        for (slot, value) in values[row] ?? [:] { edits.set(value, slot, of: place, rows) }
        for (slot, property) in entity.properties.enumerated() {
            switch property {
            case .reference(let name): try writeReference(name, slot, entity, content, place)
            case .pairs(let name): try writePairs(name, slot, content, place)
            case .attribute, .inverseReference, .members, .inversePairs, .none: continue
            }
        }
        for (name, owner) in entity.owners { try writeOwner(name, owner, content, place) }
    }

    // MARK: Order

    /// Orders the members of the relationships in which a row has a place that is written.
    private mutating func writeOrders() throws {
        struct Target: Hashable {
            let owner: RecordID
            let name: SyncName
        }
        var targets: [Target: (placement: SyncEntity.Placement, rows: [RecordID])] = [:]
        for (row, content) in contents {
            guard let entity = schema.entities[row.entity.text] else { continue }
            for (name, placement) in entity.placements {
                guard case .reference(let owner)? = content.values[placement.reference] else { continue }
                targets[Target(owner: owner, name: name), default: (placement, [])].rows.append(row)
            }
        }
        for (target, members) in targets.sorted(by: { ($0.key.owner, $0.key.name) < ($1.key.owner, $1.key.name) }) {
            // The members in the store are looked at only where one of them may have a place.
            if members.rows.contains(where: { contents[$0]?.orders[target.name] != nil }) {
                try records.noteOrdered(target.name, of: target.owner)
            }
            guard try records.isOrdered(target.name, of: target.owner),
                members.rows.contains(where: { held[$0] == nil })
            else { continue }
            try writeOrder(of: target.owner, target.name, members.placement, members.rows)
        }
    }

    private mutating func writeOrder(
        of owner: RecordID,
        _ name: SyncName,
        _ placement: SyncEntity.Placement,
        _ rows: [RecordID]
    ) throws {
        guard let place = try self.place(of: owner), schema.entities[owner.entity.text] != nil else { return }
        let slot = placement.owner.slot
        var members: [(id: RecordID, key: OrderKey?, place: PersistentIdentifier)] = []
        var seen: Set<RecordID> = []
        func add(_ id: RecordID, _ key: OrderKey?, _ identifier: PersistentIdentifier) {
            if seen.insert(id).inserted { members.append((id, key, identifier)) }
        }
        for row in rows {
            if let identifier = try self.place(of: row) { add(row, contents[row]?.orders[name], identifier) }
        }
        // Without a place among the ones that have come, and without one before, the order is that of the store.
        var former: [PersistentIdentifier] = []
        if !place.isTemporary {
            try self.rows.load([place])
            if let snapshot = self.rows[place] { former = try self.rows.members(slot, of: snapshot) }
        }
        for identifier in former where edits.deleted[identifier] == nil {
            guard let row = try records.row(of: identifier), contents[row] == nil else { continue }
            let key = try records.states(ofRow: row).values.compactMap { $0.orders[name] }.max()?.value
            add(row, key, identifier)
        }
        guard members.contains(where: { $0.key != nil }) else { return }
        members.sort { left, right in
            switch (left.key, right.key) {
            case (let first?, let second?) where first != second: first < second
            case (_?, nil): true
            case (nil, _?): false
            default: left.id < right.id
            }
        }
        let wanted = members.map(\.place)
        guard wanted != former else { return }
        edits.order(wanted, slot, of: place, self.rows)
    }

    // MARK: Relationships

    private mutating func writeReference(
        _ name: SyncName,
        _ slot: Int,
        _ entity: SyncEntity,
        _ content: RowContent,
        _ place: PersistentIdentifier
    ) throws {
        var wanted: PersistentIdentifier?
        if case .reference(let target)? = content.values[name] { wanted = try self.place(of: target) }
        var current: PersistentIdentifier?
        if case .identifier(let identifier)? = rows[place]?.values[slot] { current = identifier }
        if wanted == nil, let current, try isUncaptured(current) { return }
        if wanted != current { edits.set(wanted.map { .identifier($0) } ?? .null, slot, of: place, rows) }
        guard let inverse = partnerSlot(entity, slot) else { return }
        // The other side of a one-to-one relationship has a column of its own.
        if let current, wanted != current { try clearPartner(current, inverse, of: place) }
        guard let wanted else { return }
        if !wanted.isTemporary { try rows.load([wanted]) }
        if case .identifier(let back)? = rows[wanted]?.values[inverse], back == place { return }
        partners.append((place, inverse, wanted))
    }

    /// The slot of the other side of a one-to-one relationship; nil for other relationships.
    private func partnerSlot(_ entity: SyncEntity, _ slot: Int) -> Int? {
        let inverse = SchemaReading.declaring(entity.layout, slot).inverse(of: slot)
        guard let inverse, inverse.layout.properties[inverse.slot].isToOne else { return nil }
        return inverse.slot
    }

    private mutating func clearPartner(
        _ partner: PersistentIdentifier,
        _ slot: Int,
        of place: PersistentIdentifier
    ) throws {
        try rows.load([partner])
        if case .identifier(let back)? = rows[partner]?.values[slot], back == place {
            edits.set(.null, slot, of: partner, rows)
        }
    }

    private mutating func writePairs(
        _ name: SyncName,
        _ slot: Int,
        _ content: RowContent,
        _ place: PersistentIdentifier
    ) throws {
        let changes = content.members.changes[name] ?? [:]
        let current = Set(try rows[place].map { try rows.members(slot, of: $0) } ?? [])
        var (added, removed) = ([PersistentIdentifier](), [PersistentIdentifier]())
        var whole: Set<PersistentIdentifier> = []
        for (member, change) in changes {
            guard let place = try self.place(of: member) else { continue }
            switch change {
            case .present:
                whole.insert(place)
                if !current.contains(place) { added.append(place) }
            case .absent:
                if current.contains(place) { removed.append(place) }
            }
        }
        if content.members.isWhole {
            removed = try current.subtracting(whole).filter { try !isUncaptured($0) }.sorted()
        }
        edits.change(slot, of: place, adding: added, removing: removed, rows)
    }

    /// Writes the owner of a row in a relationship without an inverse, which is a change of the owners.
    private mutating func writeOwner(
        _ name: SyncName,
        _ owner: SyncEntity.OwnerSlot,
        _ content: RowContent,
        _ place: PersistentIdentifier
    ) throws {
        guard let layout = schema.entities[owner.entity]?.layout else { return }
        var wanted: PersistentIdentifier?
        if case .reference(let target)? = content.values[name] { wanted = try self.place(of: target) }
        let current = place.isTemporary ? nil : try rows.owner(of: place, slot: owner.slot, of: layout)
        guard wanted != current else { return }
        if wanted == nil, let current, try isUncaptured(current) { return }
        try rows.load([wanted, current].compactMap { $0 }.filter { !$0.isTemporary })
        if let current { edits.change(owner.slot, of: current, adding: [], removing: [place], rows) }
        if let wanted { edits.change(owner.slot, of: wanted, adding: [place], rows) }
    }
}
