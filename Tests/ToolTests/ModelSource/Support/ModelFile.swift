import Foundation
import SwiftDataModelSource
import TestSupport

/// A model as Xcode would have saved it, in a temporary folder.
struct ModelFile {
    let folder: TemporaryFolder
    let url: URL

    /// - Parameter versions: The contents of the model's element, by the name of the version.
    init(named name: String = "Trips", current: String? = nil, _ versions: KeyValuePairs<String, String>) throws {
        folder = try TemporaryFolder()
        url = folder.url.appending(path: "\(name).xcdatamodeld")
        for (version, contents) in versions {
            let inside = url.appending(path: "\(version).xcdatamodel")
            try FileManager.default.createDirectory(at: inside, withIntermediateDirectories: true)
            try Data(Self.whole(contents).utf8).write(to: inside.appending(path: "contents"))
        }
        guard let current else { return }
        let list = ["_XCCurrentVersionName": "\(current).xcdatamodel"]
        try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
            .write(to: url.appending(path: ".xccurrentversion"))
    }

    func read() throws -> ModelSource { try ModelSource.read(url) }

    static func whole(_ contents: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" \
        userDefinedModelVersionIdentifier="">
        \(contents)
        </model>
        """
    }
}
