import SwiftDataCore

/// The numbers of entities that a store keeps when its model changes, so that no row has to be written for the sake of an entity
/// beside it.
package enum EntityNumbers {
    /// The numbers of a model's entities: the numbers of the entities that they come from, where a hierarchy has the
    /// same members in the same places as before. A hierarchy that has changed gets numbers that no entity had.
    /// - Parameters:
    ///   - origins: The names that entities had before, by the names that they have now.
    ///   - next: A number that no entity has had, and none above it.
    package static func kept(
        in model: ModelOutline,
        origins: [String: String],
        before: [String: Int64],
        next: Int64
    ) throws -> [String: Int64] {
        var natural = model
        natural.numbers = [:]
        var numbers: [String: Int64] = [:]
        var next = next
        let entries = try EntityNumbering(natural).entries
        for root in entries where root.superNumber == 0 {
            let family = entries.filter { root.familyNumbers.contains($0.number) }
            let names = family.map(\.outline.name)
            let old = names.compactMap { name in origins[name].flatMap { before[$0] }.map { (name, $0) } }
            let kept = Dictionary(old) { first, _ in first }
            if kept.count == names.count, isOrdered(model, names: Set(names), kept) {
                numbers.merge(kept) { first, _ in first }
            } else {
                for name in names {
                    numbers[name] = next
                    next += 1
                }
            }
        }
        return numbers
    }

    /// True if the numbers of a hierarchy are consecutive, each entity before its subentities, and these together.
    static func isOrdered(_ model: ModelOutline, names: Set<String>, _ numbers: [String: Int64]) -> Bool {
        let entities = model.entities.filter { names.contains($0.name) }
        guard numbers.count == entities.count, let first = numbers.values.min() else { return false }
        var expected = first
        func follow(_ parent: String?) -> Bool {
            let children = entities.filter { $0.superName == parent }
                .sorted { (numbers[$0.name] ?? 0) < (numbers[$1.name] ?? 0) }
            for child in children {
                guard numbers[child.name] == expected else { return false }
                expected += 1
                guard follow(child.name) else { return false }
            }
            return true
        }
        return follow(nil)
    }
}

extension ModelOutline {
    /// True if the model has numbers for its entities that fit its hierarchies.
    var hasNumbers: Bool {
        guard !numbers.isEmpty, numbers.count == entities.count, Set(numbers.values).count == numbers.count else {
            return false
        }
        let parents = Dictionary(entities.map { ($0.name, $0.superName) }) { first, _ in first }
        func root(of name: String) -> String {
            var (current, steps) = (name, 0)
            while let parent = parents[current] ?? nil, steps <= entities.count {
                (current, steps) = (parent, steps + 1)
            }
            return current
        }
        let families = Dictionary(grouping: entities.map(\.name), by: root)
        return families.values.allSatisfy { names in
            EntityNumbers.isOrdered(self, names: Set(names), numbers.filter { names.contains($0.key) })
        }
    }
}
