package import SwiftDataCore

extension MigrationStage {
    package var source: any VersionedSchema.Type {
        switch self {
        case .lightweight(let source, _), .custom(let source, _, _, _): source
        }
    }

    package var target: any VersionedSchema.Type {
        switch self {
        case .lightweight(_, let target), .custom(_, let target, _, _): target
        }
    }

    /// A text such as `TripsV1 (1.0.0) → TripsV2 (2.0.0)`.
    package var name: String { "\(Self.name(source)) → \(Self.name(target))" }

    package static func name(_ version: any VersionedSchema.Type) -> String {
        "\(version) (\(version.versionIdentifier))"
    }
}
