import TripsKit

/// The desks of the people who change something, the latest ones.
actor Desks {
    private let board: LiveBoard
    private let turns: Turns?
    private var desks: [(person: String, desk: Desk)] = []

    /// Beyond this number, the desk that was left longest ago is closed, with what its person could undo.
    private static let most = 50

    /// - Parameter turns: What changes wait for, in a store without a lock.
    init(board: LiveBoard, turns: Turns?) {
        self.board = board
        self.turns = turns
    }

    /// The desk of a person.
    func desk(of person: String) async -> Desk {
        let desk = desks.first { $0.person == person }?.desk ?? Desk(board.store, board: board, person: person)
        desks.removeAll { $0.person == person }
        desks.append((person, desk))
        if desks.count > Self.most { await board.show(nil, for: desks.removeFirst().person) }
        return desk
    }

    /// Changes something at the desk of a person.
    func change<Value: Sendable>(
        as person: String,
        _ work: @Sendable (Desk) async throws -> Value
    ) async throws -> Value {
        let desk = await desk(of: person)
        guard let turns else { return try await work(desk) }
        return try await turns.take { try await work(desk) }
    }
}
