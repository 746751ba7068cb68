import Foundation
import SwiftDataCore
import SwiftDataModelSource
import SwiftDataSQL
import TestSupport
import Testing

/// Models as Xcode saves them.
struct ModelContentsTests {
    private func entity(named name: String = "Item", _ contents: String, beside: String = "") throws -> EntityOutline {
        let file = try ModelFile(["Model": "<entity name=\"\(name)\">\(contents)</entity>\(beside)"])
        let model = try #require(try file.read().current?.model)
        return try #require(model.entities.first { $0.name == name })
    }

    private func attribute(_ xml: String, beside: String = "") throws -> AttributeOutline {
        let entity = try entity("<attribute name=\"a\" \(xml)/>", beside: beside)
        guard case .attribute(let attribute)? = entity.properties.first else { throw CocoaError(.coderReadCorrupt) }
        return attribute
    }

    @Test(arguments: [
        ("Integer 16", AttributeKind.integer(.int16)), ("Integer 32", .integer(.int32)),
        ("Integer 64", .integer(.int64)), ("Decimal", .decimal), ("Double", .double), ("Float", .float),
        ("String", .string), ("Boolean", .boolean), ("Date", .date), ("Binary", .data), ("UUID", .uuid), ("URI", .url),
        ("Transformable", .transformable("NSSecureUnarchiveFromData")), ("Undefined", .data),
    ])
    func everyTypeOfXcodeHasAKind(_ type: String, _ kind: AttributeKind) throws {
        #expect(try attribute("attributeType=\"\(type)\"").kind == kind)
    }

    @Test func anUnknownTypeIsNamed() throws {
        let error = #expect(throws: StoreError.self) { try attribute("attributeType=\"Tensor\"") }
        #expect(error?.message.contains("Tensor") == true)
        #expect(error?.entityName == "Item")
        #expect(error?.propertyName == "a")
    }

    @Test(arguments: [
        ("Boolean", "YES", "integer(1)"), ("Boolean", "NO", "integer(0)"), ("Integer 16", "-7", "integer(-7)"),
        ("Double", "1.5", "double(1.5)"), ("Decimal", "10.11", "decimal(10.11)"), ("String", "x", "string(\"x\")"),
        ("URI", "https://example.org/a", "url(https://example.org/a)"),
    ])
    func defaultsAreRead(_ type: String, _ text: String, _ expected: String) throws {
        let value = try attribute("attributeType=\"\(type)\" defaultValueString=\"\(text)\"").defaultValue
        #expect(value.map { "\($0)" } == expected)
    }

    @Test func aDefaultDateIsSecondsSince2001() throws {
        let value = try attribute("attributeType=\"Date\" defaultDateTimeInterval=\"86400\"").defaultValue
        guard case .date(let date)? = value else { throw CocoaError(.coderReadCorrupt) }
        #expect(date == Date(timeIntervalSinceReferenceDate: 86_400))
    }

    @Test func theOptionsOfAnAttributeAreRead() throws {
        let all = try attribute(
            """
            attributeType="Binary" optional="YES" transient="YES" allowsExternalBinaryDataStorage="YES" \
            preserveAfterDeletion="YES" allowsCloudEncryption="YES" spotlightIndexingEnabled="YES" elementID="b" \
            versionHashModifier="2" derived="YES"
            """
        )
        #expect(all.isOptional && all.isTransient && all.allowsExternalStorage && all.preservesValueOnDeletion)
        #expect(all.allowsCloudEncryption && all.isSpotlightIndexed && all.isDerived)
        #expect(all.originalName == "b")
        #expect(all.hashModifier == "2")
        let none = try attribute("attributeType=\"Binary\"")
        #expect(!none.isOptional && !none.isTransient && !none.allowsExternalStorage && !none.preservesValueOnDeletion)
        #expect(!none.allowsCloudEncryption && !none.isSpotlightIndexed && !none.isDerived)
        #expect(none.originalName == "a")
    }

    @Test func compositesAreTakenApart() throws {
        let composites = """
            <composite name="Place"><attribute name="city" attributeType="String"/>\
            <attribute name="point" attributeType="Composite" composite="Point" optional="YES"/></composite>\
            <composite name="Point"><attribute name="x" attributeType="Double"/></composite>
            """
        let place = try attribute("attributeType=\"Composite\" composite=\"Place\"", beside: composites)
        #expect(place.kind == .composite)
        #expect(place.elements.map(\.name) == ["city", "point"])
        #expect(place.elements[1].isOptional)
        #expect(place.elements[1].elements.map(\.name) == ["x"])
    }

    @Test func aCompositeOfItselfIsRefused() throws {
        let composite = """
            <composite name="C"><attribute name="c" attributeType="Composite" composite="C"/></composite>
            """
        #expect(throws: StoreError.self) {
            try attribute("attributeType=\"Composite\" composite=\"C\"", beside: composite)
        }
    }

    @Test func relationshipsAreRead() throws {
        let entity = try entity(
            """
            <relationship name="stops" optional="YES" toMany="YES" minCount="1" maxCount="30" deletionRule="Cascade" \
            ordered="YES" destinationEntity="Stop" inverseName="item" inverseEntity="Stop" elementID="places"/>\
            <relationship name="owner" maxCount="1" deletionRule="Deny" destinationEntity="Stop"/>
            """,
            beside: """
                <entity name="Stop"><relationship name="item" optional="YES" maxCount="1" deletionRule="No Action" \
                destinationEntity="Item" inverseName="stops" inverseEntity="Item"/></entity>
                """
        )
        guard case .relationship(let owner)? = entity.properties.first,
            case .relationship(let stops)? = entity.properties.last
        else { throw CocoaError(.coderReadCorrupt) }
        #expect(stops.destination == "Stop" && stops.inverseName == "item" && stops.originalName == "places")
        #expect(!stops.isToOne && stops.isOptional && stops.isOrdered && stops.deleteRule == .cascade)
        #expect(stops.minimumCount == 1 && stops.maximumCount == 30)
        #expect(owner.isToOne && !owner.isOptional && owner.inverseName == nil && owner.deleteRule == .deny)
        #expect(owner.maximumCount == 1)
    }

    @Test func constraintsAndIndicesAreRead() throws {
        let entity = try entity(
            """
            <attribute name="a" attributeType="Double"/><attribute name="b" attributeType="Double"/>\
            <fetchIndex name="byBoth"><fetchIndexElement property="a" type="Binary" order="ascending"/>\
            <fetchIndexElement property="b" type="Binary" order="ascending"/></fetchIndex>\
            <fetchIndex name="space"><fetchIndexElement property="a" type="RTree"/></fetchIndex>\
            <fetchIndex name="expression"><fetchIndexElement expression="a + b" type="Binary"/></fetchIndex>\
            <uniquenessConstraints><uniquenessConstraint><constraint value="a"/><constraint value="b"/>\
            </uniquenessConstraint></uniquenessConstraints>
            """
        )
        #expect(
            entity.indices == [
                IndexOutline(name: "byBoth", paths: ["a", "b"]),
                IndexOutline(name: "space", paths: ["a"], isSpatial: true),
            ]
        )
        #expect(entity.uniquenessConstraints == [["a", "b"]])
        #expect(entity.olderIndices.isEmpty)
    }

    @Test func indicesOfBefore2017AreRead() throws {
        let entity = try entity(
            """
            <attribute name="a" attributeType="Double" indexed="YES"/><attribute name="b" attributeType="Double"/>\
            <compoundIndexes><compoundIndex><index value="b"/><index value="a"/></compoundIndex></compoundIndexes>
            """
        )
        #expect(entity.olderIndices == [["a"], ["b", "a"]])
    }

    @Test func aSubentityHasWhatItInheritsFirst() throws {
        let entity = try entity(
            named: "Hotel",
            "<attribute name=\"a\" attributeType=\"Double\"/>",
            beside: """
                <entity name="Stop" isAbstract="YES"><attribute name="z" attributeType="Double"/></entity>
                """
        )
        #expect(entity.properties.map(\.name) == ["a"])
        let file = try ModelFile([
            "Model": """
            <entity name="Hotel" parentEntity="Stop" representedClassName="CDHotel" elementID="Inn">\
            <attribute name="a" attributeType="Double"/></entity>\
            <entity name="Stop" isAbstract="YES"><attribute name="z" attributeType="Double"/></entity>
            """
        ])
        let model = try #require(try file.read().current?.model)
        #expect(model.entities.map(\.name) == ["Hotel", "Stop"])
        #expect(model.entities[0].properties.map(\.name) == ["z", "a"])
        #expect(model.entities[0].superName == "Stop")
        #expect(model.entities[0].className == "CDHotel")
        #expect(model.entities[0].originalName == "Inn")
        #expect(model.entities[1].isAbstract && !model.entities[0].isAbstract)
    }

    @Test func whatHasNoPlaceInSwiftIsTold() throws {
        let file = try ModelFile([
            "Model": """
            <entity name="Item" versionHashModifier="3">\
            <attribute name="a" attributeType="Double" minValueString="1"/>\
            <attribute name="b" attributeType="Undefined" transient="YES"/>\
            <attribute name="c" attributeType="Integer 64" derived="YES" derivationExpression="d.@count"/>\
            <attribute name="d" attributeType="String"><userInfo><entry key="k" value="v"/></userInfo></attribute>\
            <fetchedProperty name="e"><fetchRequest name="x" entity="Item"/></fetchedProperty>\
            <fetchIndex name="i"><fetchIndexElement expression="a" type="Binary" order="ascending"/></fetchIndex>\
            <fetchIndex name="j" partialIndexPredicate="a &gt; 1">\
            <fetchIndexElement property="a" type="Binary" order="descending"/></fetchIndex>\
            <userInfo/></entity>\
            <fetchRequest name="all" entity="Item"/><configuration name="Cloud"/>
            """
        ])
        let model = try #require(try file.read().current?.model)
        let expected: [ModelOmission] = [
            ModelOmission(.configuration, name: "Cloud"),
            ModelOmission(.fetchRequest, name: "all"),
            ModelOmission(.hashModifier, entity: "Item"),
            ModelOmission(.indexOfExpression, name: "i", entity: "Item"),
            ModelOmission(.partialIndex, name: "j", entity: "Item"),
            ModelOmission(.descendingIndex, name: "j", entity: "Item"),
            ModelOmission(.validation, entity: "Item", property: "a"),
            ModelOmission(.undefinedType, entity: "Item", property: "b"),
            ModelOmission(.derivation, entity: "Item", property: "c"),
            ModelOmission(.userInfo, entity: "Item", property: "d"),
            ModelOmission(.fetchedProperty, entity: "Item", property: "e"),
        ]
        #expect(model.omissions == expected)
    }
}
