import Foundation
import SwiftDataCLI
import SwiftDataCore
import SwiftDataSQL
import SwiftDataSQLite
import Testing

/// Archives in which something is missing or of another kind: the whole is refused, and not read without it.
struct DamagedArchiveTests {
    private static let family: ModelOutline = {
        let properties: [PropertyOutline] = [
            .attribute(AttributeOutline("first", .string)), .attribute(AttributeOutline("second", .string)),
        ]
        return ModelOutline(entities: [
            EntityOutline("Above", properties: properties),
            EntityOutline("Below", super: "Above", properties: properties),
        ])
    }()

    /// An archive like that of a model, in which some objects are changed.
    private static func model(
        _ outline: ModelOutline = family,
        _ change: (inout [PropertyListValue]) -> Void
    ) throws -> Data {
        guard case .dictionary(var top)? = PropertyListValue(ModelCache.archive(outline)),
            case .array(var objects)? = top["$objects"]
        else { throw StoreError(.corruptRow, "The archive cannot be read.") }
        change(&objects)
        top["$objects"] = .array(objects)
        return BinaryPropertyListWriter.data(.dictionary(top))
    }

    private static func edit(
        _ objects: inout [PropertyListValue],
        _ member: String,
        _ edit: ([String: PropertyListValue]) -> PropertyListValue?
    ) {
        for index in objects.indices {
            guard case .dictionary(var members) = objects[index], members[member] != nil,
                let value = edit(members)
            else { continue }
            members[member] = value
            objects[index] = .dictionary(members)
        }
    }

    @Test func theUnchangedModelIsRead() throws {
        let model = try ModelCache.model(archive: Self.model { _ in })
        #expect(model.entities.map(\.properties.count) == [2, 2])
        #expect(model.entities.map(\.superName) == [nil, "Above"])
    }

    @Test(arguments: ["NSRenamingIdentifier", "NSProperties", "NSFlagsKey", "NSAttributeType", "NS.keys"])
    func aModelWithAMemberThatLeadsNowhereIsRefused(_ name: String) throws {
        let archive = try Self.model { objects in
            Self.edit(&objects, name) { members in
                guard case .array(let keys)? = members[name] else { return .reference(9_000) }
                return .array(keys.map { _ in .reference(9_000) })
            }
        }
        let error = #expect(throws: StoreError.self) { try ModelCache.model(archive: archive) }
        #expect(error?.code == .corruptRow)
    }

    @Test func aModelWithANumberWhereATextBelongsIsRefused() throws {
        let archive = try Self.model { objects in
            Self.edit(&objects, "NSRenamingIdentifier") { _ in .integer(1) }
        }
        #expect(throws: StoreError.self) { try ModelCache.model(archive: archive) }
    }

    /// An app writes what it likes there.
    @Test func aModelWithUserInfoOfOtherKeysThanTextIsRead() throws {
        let archive = try Self.model { objects in
            let info = objects.count
            objects += [
                .dictionary(["NS.keys": .array([.reference(info + 1)]), "NS.objects": .array([.reference(info + 1)])]),
                .integer(7),
            ]
            for index in objects.indices {
                guard case .dictionary(var members) = objects[index],
                    members["NSAttributeType"] != nil || members["NSEntityName"] != nil
                else { continue }
                members["NSUserInfo"] = .reference(info)
                objects[index] = .dictionary(members)
            }
        }
        #expect(try ModelCache.model(archive: archive).entities.map(\.properties.count) == [2, 2])
    }

    /// A default value of another kind than the attribute's is left out for all kinds of attributes.
    @Test(arguments: [AttributeKind.string, .composite])
    func aModelWithADefaultValueOfAnotherKindIsRead(_ kind: AttributeKind) throws {
        let elements = kind == .composite ? [AttributeOutline("part", .string)] : []
        let entity = EntityOutline(
            "Above",
            properties: [.attribute(AttributeOutline("first", kind, elements: elements))]
        )
        let archive = try Self.model(ModelOutline(entities: [entity])) { objects in
            Self.edit(&objects, "NSDefaultValue") { _ in .integer(1) }
        }
        let attribute = try ModelCache.model(archive: archive).entities.first?.properties.first
        #expect(attribute?.name == "first")
    }

    /// It was read as an entity of its own, with a table of its own.
    @Test func anEntityBelowOneThatIsNotListedIsRefused() throws {
        let archive = try Self.model { objects in
            Self.edit(&objects, "NSEntityName") { members in
                members["NSSuperentity"] == .reference(0) ? .reference(0) : nil
            }
        }
        let error = #expect(throws: StoreError.self) { try ModelCache.model(archive: archive) }
        #expect(error?.entityName == "Below")
    }

    private static let nameless = ModelOutline(entities: [
        EntityOutline("A", properties: []), EntityOutline("", properties: []),
    ])

    /// It was its own parent, without end.
    @Test func aModelWithAnEntityWithoutANameIsRefused() {
        let archive = ModelCache.archive(Self.nameless)
        let error = #expect(throws: StoreError.self) { try ModelCache.model(archive: archive) }
        #expect(error?.code == .corruptRow)
    }

    @Test func aSchemaWithAnEntityWithoutANameIsRefused() {
        let error = #expect(throws: StoreError.self) { try StoreLayout(Self.nameless) }
        #expect(error?.code == .validation)
    }

    /// A dictionary whose keys are numbers was told without them.
    @Test func aDictionaryWithOtherKeysThanTextHasNoContent() {
        func archive(_ key: PropertyListValue) -> Data {
            BinaryPropertyListWriter.data(
                .dictionary([
                    "$top": .dictionary(["root": .reference(1)]),
                    "$objects": .array([
                        .string("$null"),
                        .dictionary(["NS.keys": .array([.reference(2)]), "NS.objects": .array([.reference(3)])]),
                        key, .string("value"),
                    ]),
                ])
            )
        }
        #expect(DynamicValue.archive(archive(.string("key"))).archivedContent == #"{"key":"value"}"#)
        #expect(DynamicValue.archive(archive(.integer(1))).archivedContent == nil)
    }

    private static func content(of object: PropertyListValue) -> String? {
        let archive = BinaryPropertyListWriter.data(
            .dictionary([
                "$top": .dictionary(["root": .reference(1)]),
                "$objects": .array([.string("$null"), .dictionary(["member": .reference(2)]), object]),
            ])
        )
        return DynamicValue.archive(archive).archivedContent
    }

    /// It was told as an object without members.
    @Test func anArrayThatIsNoObjectIsToldAsAnArray() {
        #expect(Self.content(of: .array([.integer(1), .reference(0), .string("a")])) == #"{"member":[1,null,"a"]}"#)
    }

    /// It was told as an object without members.
    @Test func anArchiveWithAValueThatCannotBeToldHasNoContent() {
        #expect(Self.content(of: .integer(1)) == #"{"member":1}"#)
        #expect(Self.content(of: .reference(2)) == nil)
    }

    @Test func anArchiveWithAReferenceToNoObjectHasNoContent() {
        let archive = BinaryPropertyListWriter.data(
            .dictionary([
                "$top": .dictionary(["root": .reference(1)]),
                "$objects": .array([
                    .string("$null"), .dictionary(["NS.objects": .array([.reference(2), .reference(7)])]), .string("a"),
                ]),
            ])
        )
        #expect(DynamicValue.archive(archive).archivedContent == nil)
    }
}

extension PropertyListValue {
    /// The content of a property list that this library wrote.
    fileprivate init?(_ data: Data) {
        guard let reader = BinaryPropertyListReader(data) else { return nil }
        guard let value = Self.value(reader, reader.root) else { return nil }
        self = value
    }

    private static func value(_ reader: BinaryPropertyListReader, _ object: Int) -> PropertyListValue? {
        if let value = reader.boolean(object) { return .boolean(value) }
        if let value = reader.integer(object) { return .integer(value) }
        if let value = reader.real(object) { return .real(value) }
        if let value = reader.string(object) { return .string(value) }
        if let value = reader.data(object) { return .data(value) }
        if let value = reader.uid(object) { return .reference(value) }
        if let elements = reader.array(object) { return .array(elements.compactMap { value(reader, $0) }) }
        return reader.dictionary(object).map { .dictionary($0.compactMapValues { value(reader, $0) }) }
    }
}
