import SwiftDataCore
import SwiftDataSQL
import SwiftDataSQLite

/// The check of the metadata that a file has about itself.
enum MetadataCheck {
    static func findings(_ runner: SQLRunner, _ description: StoreDescription) throws -> [Finding] {
        var findings: [Finding] = []
        if let failure = description.modelFailure {
            findings.append(
                Finding(
                    .metadata,
                    "The model cache cannot be used, so only the file itself was checked: \(failure.message)"
                )
            )
        }
        for (table, rows) in [
            ("Z_METADATA", try runner.count("Z_METADATA")), ("Z_MODELCACHE", try cacheRows(runner, description)),
        ]
        where rows > 1 {
            findings.append(Finding(.metadata, "\(table) has \(rows) rows instead of one."))
        }
        let hashes = description.metadata.modelVersionHashes
        if let digest = description.details.digest, digest != VersionHash.digest(hashes) {
            findings.append(Finding(.metadata, "The digest of the version hashes does not fit them."))
        }
        if let checksum = description.details.checksum, checksum != VersionHash.checksum(hashes) {
            findings.append(Finding(.metadata, "The checksum of the version hashes does not fit them."))
        }
        if let model = description.model {
            let names = Set(model.entities.map(\.name))
            for name in names.symmetricDifference(hashes.keys).sorted() {
                let place =
                    names.contains(name) ? "model cache and not in the metadata" : "metadata and not in the model cache"
                findings.append(Finding(.metadata, "The entity is in the \(place).", entity: name))
            }
        }
        return findings
    }

    private static func cacheRows(_ runner: SQLRunner, _ description: StoreDescription) throws -> Int64 {
        description.tables["Z_MODELCACHE"] == nil ? 0 : try runner.count("Z_MODELCACHE")
    }
}
