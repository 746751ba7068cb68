import SwiftDataCore
import SwiftDataSQL

/// The positions of a row's values among the columns of a result, for each entity that a row may have.
struct RowShape: Sendable {
    /// The source of the value of one slot.
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

    /// The entity whose rows were asked for.
    let asked: StoreEntity
    private let keyColumn: Int
    private let entityColumn: Int
    /// The position of the optimistic-lock counter.
    private let lockColumn: Int?
    /// The shapes by entity number, from the number of the entity that was asked for.
    let shapes: [EntityShape]
    private let firstNumber: Int64

    /// Computes the shape of a result from the names of its columns; a property without its columns is unloaded.
    /// - Parameter wanted: The slots of an entity that are read; nil for all.
    init(
        columns: [String],
        of entity: StoreEntity,
        in model: StoreModel,
        wanted: (StoreEntity) -> Set<Int>? = { _ in nil }
    ) throws {
        // Of columns with one name the first is the entity's own.
        let positions = Dictionary(
            columns.enumerated().map { ($0.element, $0.offset) },
            uniquingKeysWith: { first, _ in first }
        )
        guard let key = positions["Z_PK"], let number = positions["Z_ENT"] else {
            throw StoreError(.sql, "a result has no Z_PK or no Z_ENT", entity: entity.name)
        }
        asked = entity
        (keyColumn, entityColumn, firstNumber) = (key, number, entity.number)
        lockColumn = positions["Z_OPT"]
        shapes = model.family(of: entity).map { member in
            let slots = wanted(member)
            let sources = member.slots.enumerated().map { slot, columns -> Source in
                let isWanted = slots?.contains(slot) ?? true
                if case .none = columns { return .constant(member.defaults[slot]) }
                return isWanted ? Self.source(columns, positions, model) ?? .constant(.unloaded) : .constant(.unloaded)
            }
            return EntityShape(entity: member, sources: sources)
        }
    }

    /// The source of the value of a property among columns with the given names; nil if one of its own is missing.
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

    /// The place of a row's shape among ``shapes``; nil for one of an entity that is not among them.
    func place(of row: ResultRow) -> Int? {
        let offset = row.integer(entityColumn) &- firstNumber
        // NULL is 0, which is no entity's number.
        return offset >= 0 && offset < Int64(shapes.count) ? Int(offset) : nil
    }
}
