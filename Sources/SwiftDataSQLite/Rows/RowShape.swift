import SwiftDataCore
import SwiftDataSQL

/// Where the values of a row are among the columns of a result, for each entity that a row may be of.
struct RowShape: Sendable {
    /// How the value of one slot is found.
    indirect enum Source: Sendable {
        case column(Int, StoredColumn)
        case composite([Source], isOptional: Bool)
        case toOne(Int, entityColumn: Int?, StoreEntity)
        /// The same in every row: not fetched, or not in the store.
        case constant(StoredValue)
    }

    struct EntityShape: Sendable {
        let entity: StoreEntity
        let sources: [Source]
    }

    private let keyColumn: Int
    private let entityColumn: Int
    /// Where the optimistic-lock counter is.
    private let lockColumn: Int?
    /// By entity number, from that of the entity that was asked for.
    let shapes: [EntityShape]
    private let firstNumber: Int64

    /// Works out the shape of a result from the names of its columns; a property without its columns is unloaded.
    init(columns: [String], of entity: StoreEntity, in model: StoreModel, slots: Set<Int>? = nil) throws {
        // Of columns with one name the first is the entity's own.
        let positions = Dictionary(
            columns.enumerated().map { ($0.element, $0.offset) },
            uniquingKeysWith: { first, _ in first }
        )
        guard let key = positions["Z_PK"], let number = positions["Z_ENT"] else {
            throw StoreError(.sql, "a result has no Z_PK or no Z_ENT", entity: entity.name)
        }
        (keyColumn, entityColumn, firstNumber) = (key, number, entity.number)
        lockColumn = positions["Z_OPT"]
        shapes = model.family(of: entity).map { member in
            let sources = member.slots.enumerated().map { slot, columns -> Source in
                let isWanted = slots.map { $0.contains(slot) || slot >= entity.slots.count } ?? true
                if case .none = columns { return .constant(member.defaults[slot]) }
                return isWanted ? Self.source(columns, positions, model) ?? .constant(.unloaded) : .constant(.unloaded)
            }
            return EntityShape(entity: member, sources: sources)
        }
    }

    /// How the value of a property is found among columns of some names; nil where one of its own is missing.
    static func source(
        _ columns: SlotColumns,
        _ positions: [String: Int],
        _ model: StoreModel
    ) -> Source? {
        switch columns {
        case .value(let column): return positions[column.name].map { .column($0, column) }
        case .composite(let elements, let isOptional):
            let sources = elements.compactMap { source($0, positions, model) }
            return sources.count == elements.count ? .composite(sources, isOptional: isOptional) : nil
        case .toOne(let column, let entityColumn, let destination):
            guard let position = positions[column], let entity = model[destination] else { return nil }
            return .toOne(position, entityColumn: entityColumn.flatMap { positions[$0] }, entity)
        case .toManyByKey, .toManyByJoin: return .constant(.unloaded)
        case .none: return .constant(.null)
        }
    }

    /// The optimistic-lock counter of a row.
    func lock(of row: ResultRow) -> Int64 {
        guard let lockColumn else { return DefaultSnapshot.unknownLock }
        let lock = row.integer(lockColumn)
        // NULL and text are 0 as well.
        return lock != 0 || row.storageClass(lockColumn) == .integer ? lock : DefaultSnapshot.unknownLock
    }

    /// The key of a row.
    func key(of row: ResultRow) -> Int64 { row.integer(keyColumn) }

    /// The key of a row and where its values are.
    func entity(of row: ResultRow) throws -> (shape: EntityShape, key: Int64) {
        let (place, key) = try place(of: row)
        return (shapes[place], key)
    }

    /// The key of a row and the place of its shape among ``shapes``.
    func place(of row: ResultRow) throws -> (place: Int, key: Int64) {
        let key = row.integer(keyColumn)
        let offset = row.integer(entityColumn) &- firstNumber
        // NULL is 0, which is no entity's number.
        guard offset >= 0, offset < Int64(shapes.count) else {
            let asked = shapes.first?.entity
            throw StoreError(
                .corruptRow,
                "Z_ENT is not the number of this entity or one below it",
                entity: asked?.name,
                model: asked?.identifier(key)
            )
        }
        return (Int(offset), key)
    }
}
