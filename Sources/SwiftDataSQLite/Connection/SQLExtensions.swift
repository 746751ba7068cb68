import GRDB

/// The functions and collations that our SQL, or triggers of Core Data's in a file, need.
enum SQLExtensions {
    static func register(on database: Database) {
        for function in derivedAttributeFunctions { database.add(function: function) }
    }

    /// The triggers of Core Data's derived attributes call these; they exist inside Apple's connection only.
    private static let derivedAttributeFunctions = [
        "NSCoreDataDATriggerUpdatedAffectedObjectValue", "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue",
    ].map { name in DatabaseFunction(name, argumentCount: 5) { _ in nil } }
}
