import Foundation
import SwiftDataCore
import SwiftDataModelSource
import SwiftDataSQL
import SwiftDataSQLite
import TestSupport
import Testing

/// Models that Xcode saved beside what it compiled of them.
@Suite(.enabled(if: GeneratedModels.modelsCanBeRead, "needs the shared models"))
struct SharedModelTests {
    private static let folder = GeneratedModels.modelFolder

    /// Returns the content that both forms have in common. A compiled model names Foundation's classes in place of the
    /// app's.
    private func comparable(_ model: ModelOutline) -> [String] {
        var lines = ["version \(model.versionIdentifier)"]
        for entity in model.entities.sorted(by: { $0.name < $1.name }) {
            var bare = entity
            bare.properties = []
            bare.indices.sort { $0.name < $1.name }
            lines.append("\(bare)")
            for property in entity.properties {
                switch property {
                case .attribute(var attribute):
                    attribute.valueTypeName = nil
                    lines.append("\(entity.name): \(attribute)")
                case .relationship(let relationship): lines.append("\(entity.name): \(relationship)")
                }
            }
        }
        return lines + model.omissions.map { "\($0)" }
    }

    @Test(arguments: ["SampleModel", "SampleModel2", "SampleModel3"])
    func aCompiledModelSaysTheSameAsItsSource(_ name: String) throws {
        let source = try ModelSource.read(Self.folder.appending(path: "SampleModel.xcdatamodeld"))
        let written = try #require(source.versions.first { $0.name == name })
        let compiled = try #require(try ModelSource.read(Self.folder.appending(path: "\(name).mom")).current)
        #expect(comparable(compiled.model) == comparable(written.model))
        #expect(comparable(compiled.model).count > 10)
    }

    @Test func aCompiledFolderHasTheVersionsOfItsSource() throws {
        let temporary = try TemporaryFolder()
        let compiled = temporary.url.appending(path: "SampleModel.momd")
        let files = FileManager.default
        try files.createDirectory(at: compiled, withIntermediateDirectories: true)
        for name in ["SampleModel", "SampleModel2", "SampleModel3"] {
            try files.copyItem(
                at: Self.folder.appending(path: "\(name).mom"),
                to: compiled.appending(path: "\(name).mom")
            )
        }
        try files.copyItem(
            at: Self.folder.appending(path: "SampleModel-VersionInfo.plist"),
            to: compiled.appending(path: "VersionInfo.plist")
        )
        let fromFolder = try ModelSource.read(compiled)
        let fromSource = try ModelSource.read(Self.folder.appending(path: "SampleModel.xcdatamodeld"))
        #expect(fromFolder.versions.map(\.name) == fromSource.versions.map(\.name))
        #expect(fromFolder.currentIndex == fromSource.currentIndex)
        func lines(_ source: ModelSource) throws -> [Substring] {
            // The class of a transformable value is in the source of the model only.
            try source.swift().text.split(separator: "\n").filter { !$0.contains("Color") }
        }
        #expect(try lines(fromFolder) == lines(fromSource))
    }

    /// A store keeps the model that it was made with.
    @Test(
        .enabled(if: SampleStore.canBeRead, "needs the shared stores"),
        arguments: [
            ("BookmarksModel.xcdatamodeld", "BookmarksModel 4", "coredata-ddg-Bookmarks_V4.sqlite"),
            ("BookmarksModel.xcdatamodeld", "BookmarksModel 5", "coredata-ddg-Bookmarks_V5.sqlite"),
            ("SampleModel.xcdatamodeld", "SampleModel", "SampleModel_V1.sqlite"),
        ]
    )
    func aStoreSaysTheSameAsTheSourceOfItsModel(_ model: String, _ version: String, _ name: String) throws {
        var source = try ModelSource.read(Self.folder.appending(path: model))
        try source.select(version: version)
        let store = try SampleStore(name)
        defer { store.remove() }
        let options = GenerationOptions(versions: .current)
        // The class of a transformable value is in the source of the model only.
        func classes(_ source: ModelSource) throws -> [Substring] {
            let text = try source.swift(options).text.split(separator: "import SwiftData\n").last ?? ""
            return text.split(separator: "\n").filter { !$0.contains("// The bytes of") }
        }
        #expect(try classes(ModelSource.read(store.file)) == classes(source))
        #expect(try classes(source).contains { $0.contains("class ") })
    }

    /// A model that ends anywhere is read or refused, and nothing else.
    @Test func aCompiledModelThatIsCutOffIsRefused() throws {
        let whole = try Data(contentsOf: Self.folder.appending(path: "SampleModel2.mom"))
        let folder = try TemporaryFolder()
        var refused = 0
        for length in stride(from: 0, to: whole.count, by: 97) {
            try whole.prefix(length).write(to: folder.file("cut.mom"))
            do {
                _ = try ModelSource.read(folder.file("cut.mom")).swift()
            } catch is StoreError {
                refused += 1
            }
        }
        // The last part of the file is the table of where everything is.
        #expect(refused == (whole.count + 96) / 97)
    }

    @Test func aCompiledModelWithWrongBytesIsReadOrRefused() throws {
        let whole = try Data(contentsOf: Self.folder.appending(path: "SampleModel3.mom"))
        let folder = try TemporaryFolder()
        var outcomes: [Bool: Int] = [:]
        for position in stride(from: 8, to: whole.count, by: 31) {
            var bytes = whole
            bytes[bytes.startIndex + position] ^= 0x55
            try bytes.write(to: folder.file("damaged.mom"))
            do {
                _ = try ModelSource.read(folder.file("damaged.mom")).swift()
                outcomes[true, default: 0] += 1
            } catch is StoreError {
                outcomes[false, default: 0] += 1
            }
        }
        #expect(outcomes[true] ?? 0 > 0 && outcomes[false] ?? 0 > 0)
    }
}
