import SwiftData
import SwiftDataCore

/// A column of a result, by its Swift type.
struct SQLColumn<Value> {
    let column: SQLQuery.Column
    private let type = QueryTypes.unwrapped(Value.self)

    /// - Throws: ``ModelSQLError`` with code `unsuitableValue` for a type that no column has.
    init() throws {
        guard let column = Self.column(QueryTypes.unwrapped(Value.self)) else {
            throw ModelSQLError(.unsuitableValue, "\(Value.self)")
        }
        self.column = column
    }

    private static func column(_ type: Any.Type) -> SQLQuery.Column? {
        if let type = type as? any PersistentModel.Type { return .key(entity: ModelLayout.of(type).entityName) }
        if let type = type as? any PrimitiveValue.Type { return .value(type.attributeKind) }
        if type is any BinaryInteger.Type { return .value(.integer(.int64)) }
        if let type = type as? any RawRepresentable.Type { return raw(type) }
        return nil
    }

    private static func raw<Raw: RawRepresentable>(_ type: Raw.Type) -> SQLQuery.Column? { column(Raw.RawValue.self) }

    /// The Swift values of a column, in the order of its rows.
    /// - Throws: ``ModelSQLError`` with code `wrongType`.
    func values(_ stored: [StoredValue], number: Int, _ context: ModelContext) throws -> [Value] {
        let models = try (type as? any PersistentModel.Type).map { try Self.models($0, stored, context) }
        return try stored.map { value in
            let found: Any?
            switch value {
            case .null: found = (Value.self as? any OptionalType.Type)?.erasedNil
            case .identifier(let identifier): found = identifier.row.flatMap { models?[$0] }
            default: found = SwiftValues.primitive(value, as: type)
            }
            guard let typed = found as? Value else {
                throw ModelSQLError(.wrongType, "Column \(number): a value is not a \(Value.self)")
            }
            return typed
        }
    }

    /// The number of models that are fetched together.
    private static var chunk: Int { 1_000 }

    /// The models of the keys among some values, by key. Their rows can be rows of subclasses.
    private static func models<Model: PersistentModel>(
        _ type: Model.Type,
        _ stored: [StoredValue],
        _ context: ModelContext
    ) throws -> [Int64: any PersistentModel] {
        let values = stored.filter { if case .identifier = $0 { true } else { false } }.map { QueryValue($0) }
        var models: [Int64: any PersistentModel] = [:]
        for start in stride(from: 0, to: values.count, by: chunk) {
            let list = QueryNode.list(Array(values[start..<min(start + chunk, values.count)]))
            let condition = QueryNode.collection(.contains(list, element: .identifier(.root)))
            var descriptor = FetchDescriptor(predicate: condition.predicate(of: Model.self))
            descriptor.includePendingChanges = false
            for model in try context.fetch(descriptor) {
                if let key = model.persistentModelID.row { models[key] = model }
            }
        }
        return models
    }
}
