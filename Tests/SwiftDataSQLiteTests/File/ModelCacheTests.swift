import Foundation
import SwiftDataCore
import SwiftDataSQL
import SwiftDataSQLite
import TestSupport
import Testing

@Suite("The model cache", .enabled(if: Program.python3 != nil, "needs python3"))
struct ModelCacheTests {
    /// Python's property lists and zlib share no code with ours.
    private func normalized(_ model: ModelOutline) throws -> [String] {
        let folder = try TemporaryFolder()
        try ModelCache.content(model).write(to: folder.file)
        return try CachedModel.normalized(folder.file)
    }

    @Test(
        "The archive of a real store's model has every key, class and value of the real one",
        .enabled(if: SampleStore.canBeRead, "needs ../shared/stores"),
        arguments: ["swiftdata-cartkit-v1.sqlite", "swiftdata-spezi-iOS26MigrationInput.sqlite"]
    )
    func sameAsApple(name: String) throws {
        let store = try SampleStore(name)
        defer { store.remove() }
        let theirs = try CachedModel.normalized(store.file)
        #expect(theirs.count > 100)
        #expect(try normalized(CachedModel.read(store.file)) == theirs)
    }

    @Test("Inheritance, renamed and kept attributes, external storage and enums are archived as Core Data does")
    func variants() throws {
        var photo = AttributeOutline("photo", .data, isOptional: true)
        photo.allowsExternalStorage = true
        photo.preservesValueOnDeletion = true
        photo.originalName = "picture"
        var draft = AttributeOutline("draft", .integer(.int16))
        draft.isTransient = true
        draft.defaultValue = .integer(3)
        var unit = AttributeOutline("unit", .rawValue(.string))
        unit.defaultValue = .string("oz")
        let base: [PropertyOutline] = [.attribute(photo), .attribute(draft), .attribute(unit)]
        let lines = try normalized(
            ModelOutline(entities: [
                EntityOutline("Base", properties: base, indices: [IndexOutline(paths: ["draft", "unit"])]),
                EntityOutline("Sub", super: "Base", properties: base),
            ])
        )
        let values = lines.compactMap { line -> String? in
            let prefix = "root.NSEntities.values."
            return line.hasPrefix(prefix) ? String(line.dropFirst(prefix.count)) : nil
        }
        let expected = [
            "0.NSSubentities.Sub -> NSEntityDescription Sub", "1.NSSuperentity -> NSEntityDescription Base",
            "0.NSProperties.photo.NSFlagsKey = int 20", "0.NSProperties.photo.NSRenamingIdentifier = str 'picture'",
            "0.NSProperties.photo._P = int 243", "0.NSProperties.draft.NSIsTransient = bool True",
            "0.NSProperties.draft._P = int 249", "0.NSProperties.draft.NSAttributeType = int 100",
            "0.NSProperties.draft.NSDefaultValue = int 3", "1.NSProperties.draft.NSEntity -> NSEntityDescription Sub",
            "0.NSProperties.unit._P = int 177", "0.NSProperties.unit.NSUserInfo.EnumType = bool True",
            "0.NSProperties.unit.NSAttributeType = int 2100", "0.NSProperties.unit.NSDefaultValue.unit = str 'oz'",
            "0.NSProperties.unit.NSCompositeElements.0.NSAttributeType = int 700",
            "0.NSProperties.unit.NSCompositeElements.0.NSIsOptional = bool True",
            "0.NSCompoundIndexes.0.1 = str 'unit'",
        ]
        for line in expected { #expect(values.contains(line)) }
        #expect(!values.contains { $0.hasPrefix("0.NSProperties.unit.NSUserInfo.enum") })
    }
}
