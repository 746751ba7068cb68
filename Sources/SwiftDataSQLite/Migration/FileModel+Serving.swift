import SwiftDataCore
import SwiftDataSQL

extension FileModel {
    /// Whether a schema can be served from the file as it is: every table and column is there, and has the values that the
    /// schema means by it. What the schema does not need may be otherwise, such as indices and delete rules.
    /// - Parameters:
    ///   - layout: The tables of the schema, by the names that the file has for its entities.
    ///   - strictly: Whether it counts that the file lets values be missing which the schema has in every row. Models for
    ///     Core Data's files often ask for more than those do.
    func serves(_ layout: StoreLayout, strictly: Bool, _ runner: SQLRunner) throws -> Bool {
        try hasColumns(of: layout, runner)
            && differences(from: layout.model).allSatisfy { $0.isOfOptionality && !strictly }
    }

    /// The error for a table or column that a schema needs, that the file says it has, and that is not there: no migration
    /// makes up for it.
    func damage(for layout: StoreLayout, _ runner: SQLRunner) throws -> StoreError? {
        let missing: StoreError
        do {
            try StoreFileCheck(layout: layout, tables: tables, path: path).check(runner)
            return nil
        } catch let error as StoreError where error.code == .cannotOpen {
            missing = error
        }
        guard let outline = try? outline(before: layout.model),
            let entity = layout.model.entities.first(where: { $0.name == missing.entityName }),
            let stored = outline.entities.first(where: { $0.name == entity.storedName })
        else { return nil }
        guard let property = missing.propertyName else {
            let table = layout[entity.name]?.tableName
            return table.map(tables.contains) == false ? missing : nil
        }
        guard stored.properties.contains(where: { $0.name == property }) else { return nil }
        let isOtherwise = ServedDifferences(outline, layout.model).found.contains {
            $0.entity == entity.name && ($0.property == nil || $0.property == property)
        }
        return isOtherwise ? nil : missing
    }

    /// What of a schema the file has otherwise. What cannot be told counts as being the same.
    func differences(from model: ModelOutline) -> [ServedDifference] {
        guard let outline = try? outline(before: model) else { return [] }
        return ServedDifferences(outline, model).found
    }

    /// Whether rows can be read as a model has them, although the file would have to be migrated.
    /// - Parameter steps: The migration.
    func canBeRead(as layout: StoreLayout, insteadOf steps: [PlanStep], _ runner: SQLRunner) throws -> Bool {
        guard try hasColumns(of: layout, runner) else { return false }
        let harmless = differences(from: layout.model).allSatisfy {
            $0.isOfConstraint || ($0.isOfOptionality && !isOurs)
        }
        guard harmless else { return false }
        return steps.allSatisfy { $0.code == nil && !$0.inferred.mapping.narrows }
    }
}

extension ModelMapping {
    /// Whether there are integers that need not fit their new type.
    fileprivate var narrows: Bool {
        entities.contains { entity in
            entity.properties.contains { property in
                guard case .attribute(_, let fills) = property else { return false }
                return fills.contains { fill in
                    if case .column(_, .narrowed) = fill.origin { true } else { false }
                }
            }
        }
    }
}
