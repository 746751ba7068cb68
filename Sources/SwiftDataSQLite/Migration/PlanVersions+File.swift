import SwiftDataCore
import SwiftDataSQL

extension PlanVersions {
    /// The version that a file has.
    func index(of file: FileModel) -> Int? { index(version: file.version) { file.isVersion($0) } }
}

extension StoredNames: StoredEntityNames {}
