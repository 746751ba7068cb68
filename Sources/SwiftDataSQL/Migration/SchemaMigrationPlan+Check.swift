package import SwiftDataCore

extension SchemaMigrationPlan {
    /// Finds the problems that make the plan unusable for any file.
    /// - Throws: ``StoreError`` with code `migration`.
    package static func check() throws {
        var identifiers: [Schema.Version: any VersionedSchema.Type] = [:]
        for version in schemas {
            guard let other = identifiers.updateValue(version, forKey: version.versionIdentifier) else { continue }
            throw StoreError(
                .migration,
                "\(other) and \(version) of \(Self.self) have the same version \(version.versionIdentifier). Give each its "
                    + "own."
            )
        }
        var starts: [ObjectIdentifier: MigrationStage] = [:]
        for stage in stages {
            for end in [stage.source, stage.target] where !schemas.contains(where: { $0 == end }) {
                throw StoreError(
                    .migration,
                    "\(Self.self) has the stage \(stage.name), but does not list \(end) in its schemas."
                )
            }
            let (start, end) = (position(of: stage.source), position(of: stage.target))
            guard start < end else {
                throw StoreError(
                    .migration,
                    "The stage \(stage.name) of \(Self.self) leads to an earlier version: list the schemas from old to new."
                )
            }
            if let other = starts.updateValue(stage, forKey: ObjectIdentifier(stage.source)) {
                throw StoreError(
                    .migration,
                    "\(Self.self) has two stages that begin at \(stage.source): \(other.name) and \(stage.name)."
                )
            }
        }
    }

    private static func position(of version: any VersionedSchema.Type) -> Int {
        schemas.firstIndex { $0 == version } ?? schemas.count
    }
}
