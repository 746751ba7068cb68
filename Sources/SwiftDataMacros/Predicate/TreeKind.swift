/// The macro, of two, that builds a tree.
enum TreeKind {
    case predicate
    case expression

    /// The type of Foundation's that the macro makes, which is the macro's name too.
    var type: String {
        switch self {
        case .predicate: "Predicate"
        case .expression: "Expression"
        }
    }

    var inWords: String {
        switch self {
        case .predicate: "a predicate"
        case .expression: "an expression"
        }
    }
}
