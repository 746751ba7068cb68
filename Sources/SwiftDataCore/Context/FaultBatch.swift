/// The models that came from one fetch or one relationship: when one of them needs its row, or a relationship, the
/// neighbours' are loaded with it, so that walking over n models does not run n statements.
package final class FaultBatch {
    package let identifiers: [PersistentIdentifier]
    private lazy var positions = Dictionary(
        zip(identifiers, identifiers.indices),
        uniquingKeysWith: { first, _ in first }
    )
    /// Rows that were loaded along and have no model yet. They are good while `generation` is the context's.
    private var rows: [PersistentIdentifier: DefaultSnapshot] = [:]
    private var generation = 0
    /// To-many relationships that were loaded along for models that are not in memory, by slot. Good as `rows` are.
    private var related: [Int: [PersistentIdentifier: Members]] = [:]
    /// The slots of to-many relationships of which one has been loaded.
    private var walkedSlots: Set<Int> = []
    /// The batches of the destinations of to-one relationships, by slot.
    private var toOneBatches: [Int: FaultBatch] = [:]

    /// How many rows are loaded together at most.
    package static let width = 200

    package init(_ identifiers: [PersistentIdentifier]) {
        self.identifiers = identifiers
    }

    /// The identifiers around a position. Windows do not overlap, so that a walk in any direction loads each once.
    package func window(at index: Int) -> ArraySlice<PersistentIdentifier> {
        guard identifiers.indices.contains(index) else { return [] }
        let start = index / Self.width * Self.width
        return identifiers[start..<min(start + Self.width, identifiers.count)]
    }

    /// The position of an identifier, or the first where it is not in the batch.
    package func position(of identifier: PersistentIdentifier) -> Int { positions[identifier] ?? 0 }

    package func row(_ identifier: PersistentIdentifier, generation: Int) -> DefaultSnapshot? {
        self.generation == generation ? rows[identifier] : nil
    }

    package func keep(_ snapshots: [PersistentIdentifier: DefaultSnapshot], generation: Int) {
        renew(generation)
        rows.merge(snapshots) { _, new in new }
    }

    /// The members of a to-many relationship, and where their models begin in the batch of all that were loaded.
    package struct Members {
        package let identifiers: [PersistentIdentifier]
        package let batch: FaultBatch
        package let start: Int
    }

    package func members(of owner: PersistentIdentifier, slot: Int, generation: Int) -> Members? {
        self.generation == generation ? related[slot]?[owner] : nil
    }

    package func keep(_ members: Members, of owner: PersistentIdentifier, slot: Int, generation: Int) {
        renew(generation)
        related[slot, default: [:]][owner] = members
    }

    /// Whether a to-many relationship is being read of one model after the other. The first time it is not: the others
    /// may have been let go because nobody wants them.
    package func isWalk(slot: Int) -> Bool { !walkedSlots.insert(slot).inserted }

    private func renew(_ generation: Int) {
        guard self.generation != generation else { return }
        rows.removeAll()
        related.removeAll()
        self.generation = generation
    }

    /// The batch of the models that a to-one relationship of this batch's models leads to.
    package func toOneBatch(slot: Int, make: () -> [PersistentIdentifier]) -> FaultBatch {
        if let batch = toOneBatches[slot] { return batch }
        let batch = FaultBatch(make())
        toOneBatches[slot] = batch
        return batch
    }
}
