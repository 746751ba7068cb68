import SwiftDataCore
import SwiftDataSyncCore

/// The order in which the rows of a store that joins are captured: classes before the classes that refer to them.
///
/// A record that needs another one waits until that one is there, and all records that wait are then computed again. Of
/// classes that refer to each other in a circle, one that waits for none of the rest comes first, and else the one with
/// the least name.
enum CaptureOrder {
    /// The classes that a class refers to.
    private struct Needs {
        /// The classes whose rows are read as null until they exist.
        var any: Set<String> = []
        /// The classes whose rows are waited for.
        var waiting: Set<String> = []
    }

    /// Returns the names of all classes in order, and the names of classes that an earlier class or the class itself
    /// refers to.
    static func order(_ entities: [String: SyncEntity], _ rules: SyncRules) -> ([String], early: Set<String>) {
        var needs = entities.mapValues { needed(by: $0, entities, rules) }
        var (order, early): ([String], Set<String>) = ([], [])
        for name in needs.keys where needs[name]?.any.remove(name) != nil {
            early.insert(name)
            needs[name]?.waiting.remove(name)
        }
        while let next = next(needs) {
            order.append(next)
            early.formUnion(needs[next]?.any ?? [])
            needs[next] = nil
            for name in needs.keys {
                needs[name]?.any.remove(next)
                needs[name]?.waiting.remove(next)
            }
        }
        return (order, early)
    }

    private static func next(_ needs: [String: Needs]) -> String? {
        let left = needs.keys.sorted()
        if let free = left.first(where: { needs[$0]?.any.isEmpty == true }) { return free }
        // The classes of a circle reach each other alone, and the classes that refer to the circle reach themselves as well.
        return left.map { name in
            (name, reached(from: name) { needs[$0]?.any ?? [] }, reached(from: name) { needs[$0]?.waiting ?? [] })
        }.min { ($0.1, $0.2, $0.0) < ($1.1, $1.2, $1.0) }?.0
    }

    /// The number of classes that a class leads to.
    private static func reached(from name: String, _ needs: (String) -> Set<String>) -> Int {
        var (seen, open): (Set<String>, [String]) = ([], [name])
        while let name = open.popLast() {
            for other in needs(name) where seen.insert(other).inserted { open.append(other) }
        }
        return seen.count
    }

    private static func needed(by entity: SyncEntity, _ entities: [String: SyncEntity], _ rules: SyncRules) -> Needs {
        var needs = Needs()
        func add(_ destination: String, _ name: SyncName) {
            let isWaiting = rules.entities[entity.name]?.references[name]?.needsDestination == true
            for other in entities.values where other.layout.isKind(of: destination) {
                needs.any.insert(other.layout.entityName)
                if isWaiting { needs.waiting.insert(other.layout.entityName) }
            }
        }
        for (slot, property) in entity.properties.enumerated() {
            switch property {
            case .reference(let name):
                guard case .toOne(_, let destination) = entity.layout.properties[slot].shape else { continue }
                add(ModelLayout.of(destination).entityName, name)
            case .pairs(let name):
                guard case .toMany(_, let destination) = entity.layout.properties[slot].shape else { continue }
                add(ModelLayout.of(destination).entityName, name)
            case .attribute, .inverseReference, .members, .inversePairs, .none: continue
            }
        }
        for (name, owner) in entity.owners { add(owner.entity, name) }
        return needs
    }
}
