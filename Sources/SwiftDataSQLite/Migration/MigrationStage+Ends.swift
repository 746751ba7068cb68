import SwiftDataCore

extension MigrationStage {
    var source: any VersionedSchema.Type {
        switch self {
        case .lightweight(let source, _), .custom(let source, _, _, _): source
        }
    }

    var target: any VersionedSchema.Type {
        switch self {
        case .lightweight(_, let target), .custom(_, let target, _, _): target
        }
    }

    /// A text such as `TripsV1 (1.0.0) → TripsV2 (2.0.0)`.
    var name: String { "\(Self.name(source)) → \(Self.name(target))" }

    static func name(_ version: any VersionedSchema.Type) -> String { "\(version) (\(version.versionIdentifier))" }
}
