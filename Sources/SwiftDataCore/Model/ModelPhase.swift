import Synchronization

extension ModelState {
    /// The place of a model in its life.
    package enum Phase: CaseIterable {
        /// The model is in no context.
        case detached
        /// The model is in a context and not yet saved.
        case inserted
        /// The model is in a context and in a store.
        case registered
        /// Marked for deletion, which the next save carries out.
        case deleted
        /// Deleted and saved, or found to have no row any more. The last known values stay readable.
        case gone

        /// True if a model may go from this phase to another one, or stay. All moves that there are:
        ///
        /// | from | to | by |
        /// |---|---|---|
        /// | detached | inserted | insertion |
        /// | detached | registered | a save that wrote the model before a rollback took it back |
        /// | detached | gone | a stand-in for a row that is missing |
        /// | inserted | registered | a save |
        /// | inserted | detached | a rollback |
        /// | inserted | gone | a deletion |
        /// | registered | deleted | a deletion |
        /// | registered | gone | a deletion elsewhere, or a save that joins it with another model of its row |
        /// | deleted | registered | a rollback, or insertion again |
        /// | deleted | inserted | insertion again, of a model that has no row yet |
        /// | deleted | gone | a save |
        /// | gone | inserted | insertion again |
        /// | gone | registered | a save that wrote the model before it was deleted |
        package func mayBecome(_ other: Phase) -> Bool {
            switch (self, other) {
            case (.detached, .deleted), (.inserted, .deleted), (.registered, .inserted), (.registered, .detached),
                (.deleted, .detached), (.gone, .detached), (.gone, .deleted):
                false
            default: true
            }
        }

        /// The number of moves that the table does not have, in this process. Tests expect none.
        package static var unknownMoves: Int { moves.load(ordering: .relaxed) }
        private static let moves = Atomic<Int>(0)

        /// Reports a move that the table does not have.
        @inline(never)
        func noteUnknownMove(to next: Phase, of state: ModelState) {
            Self.moves.wrappingAdd(1, ordering: .relaxed)
            log.error(unknownMove(to: next, of: state))
        }

        /// The message about a move that the table does not have.
        package func unknownMove(to next: Phase, of state: ModelState) -> String {
            "the \(state.layout.entityName) \(state.identifier) goes from the phase \(self) to \(next), which is not a "
                + "valid transition. Please report this."
        }
    }
}
