/// A position in the packets that a zone delivers: first its snapshot, where there is one, then the log behind it.
enum Position: Equatable, Sendable {
    /// The position after a packet of the log.
    case log(Int)
    /// The position after a packet of a snapshot.
    case snapshot(generation: Int, Int)

    /// The text for clients. The mark is that of the zone's account, so that a position of another log is known.
    func text(_ mark: String) -> String {
        switch self {
        case .log(let position): "\(mark)-\(position)"
        case .snapshot(let generation, let position): "\(mark)-\(generation).\(position)"
        }
    }

    /// Reads a text of any origin; nil for one of another log or of another form.
    init?(_ text: some StringProtocol, _ mark: String) {
        guard text.utf8.count <= 64, text.hasPrefix("\(mark)-") else { return nil }
        let numbers = text.dropFirst(mark.count + 1).split(separator: ".", omittingEmptySubsequences: false)
        switch numbers.count {
        case 1:
            guard let position = Words.number(numbers[0]) else { return nil }
            self = .log(position)
        case 2:
            guard let generation = Words.number(numbers[0]), let position = Words.number(numbers[1]) else { return nil }
            self = .snapshot(generation: generation, position)
        default: return nil
        }
    }
}
