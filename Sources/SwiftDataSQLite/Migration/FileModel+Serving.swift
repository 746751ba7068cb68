import SwiftDataCore
import SwiftDataSQL

extension FileModel {
    /// True if a schema can be served from the file as it is: every table and column exists, and has the values that
    /// the schema means by it. Indices, delete rules and other things that the schema does not need may differ.
    /// - Parameters:
    ///   - layout: The tables of the schema, by the names that the file has for its entities.
    ///   - strictly: True if the file may not lack values that the schema requires in every row. Models for Core Data's
    ///     files often require more than the files do.
    func serves(_ layout: StoreLayout, strictly: Bool, _ runner: SQLRunner) throws -> Bool {
        try hasColumns(of: layout, runner)
            && differences(from: layout.model).allSatisfy { $0.isOfOptionality && !strictly }
    }

    /// The error for a table or column that a schema needs, that the file lists, and that is not there: no migration
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

    /// The parts of a schema that differ in the file. A part that cannot be compared counts as equal.
    func differences(from model: ModelOutline) -> [ServedDifference] {
        guard let outline = try? outline(before: model) else { return [] }
        return ServedDifferences(outline, model).found
    }

    /// True if rows can be read in the form of a model, although the file would have to be migrated.
    /// - Parameter steps: The migration.
    func canBeRead(as layout: StoreLayout, insteadOf steps: [PlanStep], _ runner: SQLRunner) throws -> Bool {
        guard try hasColumns(of: layout, runner) else { return false }
        let harmless = differences(from: layout.model).allSatisfy {
            $0.isOfConstraint || ($0.isOfOptionality && !isWrittenByLibrary)
        }
        guard harmless else { return false }
        return steps.allSatisfy { $0.code == nil && !$0.inferred.mapping.narrows }
    }
}

extension ModelMapping {
    /// True if there are integers that need not fit their new type.
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
