#if PostgreSQL
/// The names of the prepared statements of a connection. Of more than the limit, the one that was not used for the longest
/// time is given up.
struct StatementNames {
    struct Key: Hashable {
        let sql: String
        /// The numbers of the parameters' types.
        let types: [UInt32]
    }

    enum Answer {
        /// Statements are not prepared.
        case none
        case known(String)
        /// The statement has to be prepared under the name, and the other one, if any, has to be given up.
        case new(String, evicted: String?)
    }

    private let limit: Int
    private var names: [Key: (name: String, lastUse: UInt64)] = [:]
    private var uses: UInt64 = 0
    private var made: UInt64 = 0

    init(limit: Int) { self.limit = limit }

    mutating func name(for key: Key) -> Answer {
        guard limit > 0 else { return .none }
        uses += 1
        if let known = names[key] {
            names[key] = (known.name, uses)
            return .known(known.name)
        }
        var evicted: String?
        if names.count >= limit, let oldest = names.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            names[oldest.key] = nil
            evicted = oldest.value.name
        }
        made += 1
        let name = "s\(made)"
        names[key] = (name, uses)
        return .new(name, evicted: evicted)
    }

    /// True if the server may have prepared statements that have no name here.
    private(set) var hasForgotten = false

    /// Forgets all names, which are not used again.
    /// - Parameter isDone: True if the server has given the statements up too.
    mutating func forgetAll(isDone: Bool = false) {
        hasForgotten = isDone ? false : hasForgotten || !names.isEmpty
        names = [:]
    }
}
#endif
