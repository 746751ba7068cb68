/// The models that came from one fetch or one relationship: when one of them needs its row, or a relationship, the
/// neighbours' are loaded with it, so that walking over n models does not run n statements.
package final class FaultBatch {
    package let identifiers: IdentifierList
    private lazy var positions = Dictionary(
        zip(identifiers, identifiers.indices),
        uniquingKeysWith: { first, _ in first }
    )
    /// Rows that were loaded along and have no model yet, one for each of the identifiers. Valid as long as `rows` are.
    private var batch: RowBatch?
    /// Rows that were loaded along and have no model yet. They are good while `generation` is the context's.
    private var rows: [PersistentIdentifier: LoadedRow] = [:]
    private var generation = 0
    /// To-many relationships that were loaded along for models that are not in memory, by slot. Valid as long as `rows`
    /// are.
    private var related: [Int: [PersistentIdentifier: Members]] = [:]
    /// The number of times that to-many relationships have been loaded, by slot.
    private var loads: [Int: Int] = [:]
    /// The batches of the destinations of to-one relationships, by slot.
    private var toOneBatches: [Int: FaultBatch] = [:]
    /// The maximum number of rows that are loaded together.
    package static let width = 200
    /// The greatest number of models of which a to-many relationship is loaded together, once it is known that it is
    /// needed for more than a few.
    package static let wideWidth = 5_000
    /// The number of members that are loaded together before further models are left for later.
    package static let memberLimit = 100_000

    package init(_ identifiers: IdentifierList) {
        self.identifiers = identifiers
    }

    package convenience init(_ identifiers: [PersistentIdentifier]) {
        self.init(IdentifierList(identifiers))
    }

    /// The batch of rows that were loaded before there is a model of them.
    package init(_ rows: RowBatch, generation: Int) {
        identifiers = rows.identifiers
        batch = rows
        self.generation = generation
    }

    /// The identifiers around a position. Windows do not overlap, so that a walk in any direction loads each once.
    package func window(at index: Int, width: Int = FaultBatch.width) -> Slice<IdentifierList> {
        guard identifiers.indices.contains(index) else { return identifiers[0..<0] }
        let start = index / width * width
        return identifiers[start..<min(start + width, identifiers.count)]
    }

    /// The position of an identifier, or the first where it is not in the batch.
    package func position(of identifier: PersistentIdentifier) -> Int { positions[identifier] ?? 0 }

    /// The row of an identifier, if it was loaded along.
    /// - Parameter index: The most likely index of the identifier.
    package func row(_ identifier: PersistentIdentifier, at index: Int, generation: Int) -> LoadedRow? {
        guard self.generation == generation else { return nil }
        if let batch {
            if index < identifiers.count, identifiers[index] == identifier { return batch.row(at: index) }
            if let index = positions[identifier] { return batch.row(at: index) }
        }
        return rows.isEmpty ? nil : rows[identifier]
    }

    package func keep(_ row: LoadedRow, of identifier: PersistentIdentifier, generation: Int) {
        renew(generation)
        rows[identifier] = row
    }

    /// The members of a to-many relationship: a part of a batch.
    package struct Members {
        package let batch: FaultBatch
        package let range: Range<Int>

        package var identifiers: [PersistentIdentifier] { Array(batch.identifiers[range]) }
    }

    package func members(of owner: PersistentIdentifier, slot: Int, generation: Int) -> Members? {
        self.generation == generation ? related[slot]?[owner] : nil
    }

    package func keep(_ members: Members, of owner: PersistentIdentifier, slot: Int, generation: Int) {
        renew(generation)
        related[slot, default: [:]][owner] = members
    }

    /// Counts that a to-many relationship is being loaded, and returns the number of earlier times. More than once is a
    /// walk; the first time the other models may have been released because they are not used.
    package func countLoad(slot: Int) -> Int {
        let count = loads[slot] ?? 0
        loads[slot] = count + 1
        return count
    }

    /// The rows are valid for a later generation.
    func prolong(to generation: Int) { self.generation = generation }

    private func renew(_ generation: Int) {
        guard self.generation != generation else { return }
        batch = nil
        rows.removeAll()
        related.removeAll()
        self.generation = generation
    }

    /// The batch of the models that a to-one relationship of this batch's models leads to.
    package func toOneBatch(slot: Int, make: () -> FaultBatch) -> FaultBatch {
        if let batch = toOneBatches[slot] { return batch }
        let batch = make()
        toOneBatches[slot] = batch
        return batch
    }
}
