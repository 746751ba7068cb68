import SwiftData
import Synchronization

/// The last part of a model's identifier, such as `p7`, which stands for it in addresses.
package struct Slug: Hashable, Sendable, CustomStringConvertible {
    package let description: String

    /// Nil for a text that is the last part of no identifier: one with other characters than letters, digits and
    /// hyphens, or a long one.
    package init?(_ text: some StringProtocol) {
        guard (1...64).contains(text.utf8.count) else { return nil }
        guard text.utf8.allSatisfy({ Self.plain.contains($0) }) else { return nil }
        description = String(text)
    }

    /// The slug of a saved model.
    package init?(_ identifier: PersistentIdentifier) {
        guard let part = identifier.description.split(separator: "/").last else { return nil }
        self.init(part)
    }

    private static let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-".utf8)
}

/// Finds the identifier that a slug stands for: a program has one store, and an address does not name it.
final class Slugs: Sendable {
    /// The part before the entity in the text of each identifier; nil until a model was seen.
    private let prefix = Mutex<String?>(nil)

    /// The identifier of a model of an entity; nil where the store has no such entity, or no model at all.
    func identifier<T: PersistentModel>(
        _ slug: Slug,
        of type: T.Type,
        in context: ModelContext
    ) throws -> PersistentIdentifier? {
        guard let prefix = try knownPrefix(in: context, asking: type) else { return nil }
        return PersistentIdentifier("\(prefix)/\(Schema.entityName(for: type))/\(slug)")
    }

    /// The model that a slug stands for, or nil.
    func model<T: PersistentModel>(_ slug: Slug, of type: T.Type, in context: ModelContext) throws -> T? {
        guard let id = try identifier(slug, of: type, in: context) else { return nil }
        return try context.fetch(FetchDescriptor<T>(predicate: #Predicate { $0.persistentModelID == id })).first
    }

    private func knownPrefix<T: PersistentModel>(in context: ModelContext, asking type: T.Type) throws -> String? {
        if let known = prefix.withLock({ $0 }) { return known }
        var first = FetchDescriptor<T>()
        first.fetchLimit = 1
        guard let text = try context.fetchIdentifiers(first).first?.description else { return nil }
        let found = text.split(separator: "/", omittingEmptySubsequences: false).dropLast(2).joined(separator: "/")
        prefix.withLock { $0 = found }
        return found
    }
}
