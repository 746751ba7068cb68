import Foundation
import Testing

/// A predicate with a name, for tests of the tree and of its conversion.
struct PredicateCase: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let predicate: Predicate<Voyage>

    init(_ name: String, _ predicate: Predicate<Voyage>) {
        testDescription = name
        self.predicate = predicate
    }
}
