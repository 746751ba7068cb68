import TripsKit

/// The desks of the people who change something, the latest ones.
actor Desks {
    private let board: LiveBoard
    private var desks: [(person: String, desk: Desk)] = []

    /// Beyond this number, the desk that was left longest ago is closed, with what its person could undo.
    private static let most = 50

    init(board: LiveBoard) { self.board = board }

    /// The desk of a person.
    func desk(of person: String) async -> Desk {
        let desk = desks.first { $0.person == person }?.desk ?? Desk(board.store, board: board, person: person)
        desks.removeAll { $0.person == person }
        desks.append((person, desk))
        if desks.count > Self.most { await board.show(nil, for: desks.removeFirst().person) }
        return desk
    }
}
