package import SwiftDataCore

/// The problems that prevent a migration, all of which are reported at once.
package struct MigrationProblems {
    package private(set) var errors: [StoreError] = []

    package init() {}

    package mutating func add(_ message: String, entity: String, property: String? = nil) {
        errors.append(StoreError(.migration, message, entity: entity, property: property))
    }

    /// Runs a function and records the error that it throws, so that the next step can run. Nil if it has thrown.
    mutating func collect<Result>(_ body: () throws -> Result) -> Result? {
        do {
            return try body()
        } catch let error as StoreError {
            errors.append(error)
        } catch {
            errors.append(StoreError(.migration, "The models cannot be compared.", underlying: error))
        }
        return nil
    }

    /// - Throws: ``StoreError`` with code `migration` for the problems, if there are any.
    package func check() throws {
        guard let first = errors.first else { return }
        guard errors.count > 1 else { throw first }
        let lines = errors.map { error in
            let place = [error.entityName, error.propertyName].compactMap(\.self).joined(separator: ".")
            return "- " + (place.isEmpty ? "" : place + ": ") + error.message
        }
        throw StoreError(
            .migration,
            "\(errors.count) changes prevent the migration:\n" + lines.joined(separator: "\n"),
            entity: first.entityName,
            property: first.propertyName
        )
    }
}
