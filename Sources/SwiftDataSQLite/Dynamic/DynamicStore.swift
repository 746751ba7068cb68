public import Foundation
public import SwiftDataCore
package import SwiftDataSQL

/// A store that is read, and written where that is requested, without any model class: by the description of its models
/// in the file.
///
/// An addition to Apple's API. It opens the files of Core Data, of Apple's SwiftData and of this library.
///
/// ```swift
/// let store = try DynamicStore(url: file)
/// for name in store.entityNames { print(name, try store.count(of: name)) }
/// for row in try store.rows(of: "Trip", limit: 10) { print(row["name"] ?? .null) }
/// ```
///
/// Unless it may be written, the file and its folder stay byte for byte as they are. It may be used from any thread.
public final class DynamicStore: Sendable {
    /// The file.
    public let url: URL
    /// The schema that the file describes. The entities have no classes.
    public let schema: Schema
    /// The model as the file describes it.
    package let outline: ModelOutline
    /// The store beneath, which reads and writes rows.
    package let store: DefaultStore
    /// Kept, since the layouts of the store refer to each other.
    private let layouts: DynamicLayouts
    let outlines: [String: EntityOutline]

    /// Opens the store in a file.
    /// - Parameters:
    ///   - url: The file.
    ///   - allowsSave: True if the store may be written.
    ///   - allowsSavingMirroredStore: True if it may be written even where Apple's frameworks mirror it to CloudKit; see
    ///     ``ModelConfiguration/allowsSavingMirroredStores``.
    /// - Throws: ``StoreError`` naming file and cause: there is no store, or it does not describe its model, or its
    ///   tables do not match the model.
    public init(url: URL, allowsSave: Bool = false, allowsSavingMirroredStore: Bool = false) throws {
        guard FileManager.default.fileExists(atPath: url.path) else {
            throw StoreError(.cannotOpen, "There is no store at \(url.path).")
        }
        // Looked at before anything may be written to it.
        let reader = try StoreConnection.readOnlyFile(url.path)
        let outline: ModelOutline
        do {
            defer { try? reader.close() }
            outline = try reader.read { try StoredModel.read($0, path: url.path) }
        }
        // First, since it throws where the model contradicts itself.
        let layout = try StoreLayout(outline.acceptingNull)
        let schema = Schema(outline)
        let layouts = try DynamicLayouts(outline, schema: schema)
        var configuration = ModelConfiguration(url: url, allowsSave: allowsSave)
        configuration.schema = schema
        configuration.allowsSavingMirroredStores = allowsSavingMirroredStore
        var settings = ConnectionSettings.ordinary
        settings.watching = .off
        store = try DefaultStore(
            configuration,
            settings: settings,
            layout: layout,
            layouts: layouts.byEntity
        )
        self.url = url
        self.schema = schema
        self.outline = outline
        self.layouts = layouts
        outlines = Dictionary(outline.entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The stable identifier of the store: the UUID in its file.
    public var identifier: String { store.identifier }

    /// The names of all entities, in alphabetical order.
    public var entityNames: [String] { outline.entities.map(\.name).sorted() }

    /// True if the store has a history of its rows.
    public var hasHistory: Bool { store.file.hasHistory }

    /// Closes the file; the store cannot be used afterwards.
    /// - Throws: ``StoreError`` where that fails.
    public func close() throws { try store.connection.close() }

    /// The entity of a name.
    /// - Throws: ``SwiftDataError/unknownSchema``.
    func entity(_ name: String) throws -> StoreEntity {
        guard let entity = store.model[name] else {
            throw SwiftDataError(.unknownSchema, "The store at \(url.path) has no entity \(name).")
        }
        return entity
    }
}

extension ModelOutline {
    /// The model as rows are read by it: any value may be missing. Core Data checks that only as it saves, and not
    /// where an app disables it.
    fileprivate var acceptingNull: ModelOutline {
        var model = self
        model.entities = entities.map { entity in
            var entity = entity
            entity.properties = entity.properties.map { property in
                guard case .attribute(let attribute) = property else { return property }
                return .attribute(attribute.acceptingNull(isElement: false))
            }
            return entity
        }
        return model
    }
}

extension AttributeOutline {
    fileprivate func acceptingNull(isElement: Bool) -> AttributeOutline {
        var attribute = self
        attribute.elements = elements.map { $0.acceptingNull(isElement: true) }
        attribute.array = describedArray(isElement: isElement)
        if elements.isEmpty { attribute.isOptional = true }
        return attribute
    }
}
