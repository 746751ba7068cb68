/// The options for writing Swift source.
package struct GenerationOptions: Sendable {
    package enum Access: String, Sendable, CaseIterable {
        case `internal`, `public`
    }

    package enum Versions: String, Sendable, CaseIterable {
        /// Every version, each in a `VersionedSchema`, with a plan.
        case all
        /// The classes of the current version alone.
        case current
    }

    package var access: Access
    package var versions: Versions

    package init(access: Access = .internal, versions: Versions = .all) {
        self.access = access
        self.versions = versions
    }
}

/// Swift source, and notices of the parts of the model that it lacks.
package struct GeneratedSource: Sendable {
    package let text: String
    /// Sentences, each about an entity or a property.
    package let notices: [String]
}

/// The notes that are collected while the source of a file is written.
final class Generation {
    let options: GenerationOptions
    let isFromStore: Bool
    private(set) var notices: [String] = []
    /// The transformers to stand in for, by class name, with Core Data's names of them.
    var transformers: [String: String] = [:]
    var usesJSONValue = false
    var usesUnfinishedStage = false

    init(_ options: GenerationOptions, isFromStore: Bool) {
        self.options = options
        self.isFromStore = isFromStore
    }

    /// The access level before a declaration: nothing, or `public` and a space.
    var access: String { options.access == .public ? "public " : "" }

    /// - Parameter what: The statement about the place, or a sentence where there is no place.
    func note(_ entity: String?, _ property: String?, _ what: String) {
        let place = [entity, property].compactMap { $0 }.joined(separator: ".")
        let notice = place.isEmpty ? what : "\(place) \(what)"
        if !notices.contains(notice) { notices.append(notice) }
    }
}
