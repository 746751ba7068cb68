import Foundation
import SwiftDataCore
import SwiftDataModelSource
import SwiftDataSQL

/// Models with what the shared ones do not have.
enum HandMadeModels {
    static func all() throws -> [ModelSource] {
        [
            try ModelFile(["Trips": trips]).read(), try ModelFile(named: "Names", ["Names": names]).read(),
            try ModelFile(named: "Friends", ["Friends": friends]).read(), types,
        ]
    }

    static let trips = """
        <entity name="Hotel" parentEntity="Stop"><attribute name="stars" attributeType="Integer 16" \
        defaultValueString="3"/></entity>
        <entity name="Stop"><attribute name="name" attributeType="String"/>\
        <relationship name="trip" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Trip" \
        inverseName="stops" inverseEntity="Trip"/></entity>
        <entity name="Trip" representedClassName="CDTrip" elementID="Journey">
        <attribute name="budget" optional="YES" attributeType="Decimal" defaultValueString="12.50"/>
        <attribute name="class" attributeType="String" defaultValueString="a &quot;b&quot;"/>
        <attribute name="code" attributeType="String"/>
        <attribute name="cover" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
        <attribute name="homepage" optional="YES" attributeType="URI" defaultValueString="https://example.org"/>
        <attribute name="isDeleted" attributeType="Boolean" defaultValueString="NO"/>
        <attribute name="place" attributeType="Composite" composite="Place"/>
        <attribute name="secret" optional="YES" attributeType="String" allowsCloudEncryption="YES" \
        preserveAfterDeletion="YES" elementID="password"/>
        <attribute name="start" attributeType="Date" defaultDateTimeInterval="86400"/>
        <relationship name="stops" optional="YES" toMany="YES" minCount="1" maxCount="30" deletionRule="Cascade" \
        ordered="YES" destinationEntity="Stop" inverseName="trip" inverseEntity="Stop"/>
        <fetchIndex name="byStart"><fetchIndexElement property="start" type="Binary" order="ascending"/>\
        <fetchIndexElement property="code" type="Binary" order="ascending"/></fetchIndex>
        <uniquenessConstraints><uniquenessConstraint><constraint value="code"/></uniquenessConstraint>\
        </uniquenessConstraints>
        </entity>
        <composite name="Place"><attribute name="city" attributeType="String"/>\
        <attribute name="latitude" optional="YES" attributeType="Double"/></composite>
        """

    /// Entities called as types are, and properties called as words of the language.
    static let names = """
        <entity name="Date"><attribute name="day" attributeType="Date"/><attribute name="text" attributeType="String"/>\
        <attribute name="init" attributeType="Double"/><attribute name="self" attributeType="Double"/>\
        <attribute name="default" attributeType="Double"/><attribute name="hashValue" attributeType="Double"/>\
        <attribute name="in" optional="YES" attributeType="URI"/></entity>\
        <entity name="String"><attribute name="value" attributeType="UUID"/></entity>\
        <entity name="Schema"><attribute name="access" attributeType="Boolean"/></entity>
        """

    static let friends = """
        <entity name="A"><relationship name="friends" optional="YES" toMany="YES" deletionRule="Nullify" \
        destinationEntity="A" inverseName="friends" inverseEntity="A"/>\
        <relationship name="next" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="A" \
        inverseName="previous" inverseEntity="A"/>\
        <relationship name="previous" optional="YES" maxCount="1" deletionRule="Nullify" \
        destinationEntity="A" inverseName="next" inverseEntity="A"/>\
        <relationship name="rivals" optional="YES" toMany="YES" deletionRule="Nullify" \
        destinationEntity="A"/></entity>\
        <entity name="B" parentEntity="A"><relationship name="home" maxCount="1" deletionRule="Deny" \
        destinationEntity="C" inverseName="people" inverseEntity="C"/></entity>\
        <entity name="C"><relationship name="people" toMany="YES" deletionRule="Cascade" destinationEntity="B" \
        inverseName="home" inverseEntity="B"/>\
        <attribute name="code" attributeType="Integer 32"/><uniquenessConstraints><uniquenessConstraint>\
        <constraint value="code"/></uniquenessConstraint></uniquenessConstraints></entity>
        """

    /// A model with the attributes that only stores of SwiftData have.
    static var types: ModelSource {
        func optional(_ name: String, _ kind: AttributeKind) -> AttributeOutline {
            AttributeOutline(name, kind, isOptional: true)
        }
        func payload(_ name: String, _ elements: AttributeOutline...) -> AttributeOutline {
            AttributeOutline(name, .composite, isOptional: true, elements: elements)
        }
        func json(_ name: String, _ type: String) -> AttributeOutline {
            var attribute = AttributeOutline(name, .json)
            attribute.valueTypeName = type
            return attribute
        }
        func beginning(_ attribute: AttributeOutline, _ value: StoredValue) -> AttributeOutline {
            var attribute = attribute
            attribute.defaultValue = value
            return attribute
        }
        let spot = AttributeOutline(
            "spot",
            .composite,
            elements: [
                AttributeOutline("x", .double), optional("label", .string),
                AttributeOutline("unit", .rawValue(.integer(.int64))),
            ]
        )
        let hint = AttributeOutline(
            "hint",
            .enumeration,
            elements: [
                payload("at", optional("hour", .integer(.int64)), optional("minute", .integer(.int64))),
                payload("on", optional("_0", .date), optional("label", .string)),
                payload("text", optional("_0", .string)), optional("default", .string), optional("never", .string),
            ]
        )
        let attributes = [
            beginning(AttributeOutline("unit", .rawValue(.string)), .string("oz")),
            optional("maybeUnit", .rawValue(.integer(.int16))),
            beginning(spot, .composite([.double(1), .null, .integer(2)])),
            payload("maybeSpot", optional("a", .double), optional("b", .double)),
            beginning(hint, .composite([.null, .null, .null, .null, .string("never")])),
            json("tags", "Array<String>"), json("counts", "Dictionary<String, Array<Int>>"),
            json("things", "Array<Thing>"), json("days", "Set<Date>"),
            optional("list", .transformable("NSSecureUnarchiveFromData")),
            beginning(AttributeOutline("amount", .decimal), .decimal(Decimal(string: "-0.025") ?? 0)),
            beginning(AttributeOutline("bytes", .data), .data(Data([0, 255]))),
            beginning(AttributeOutline("text", .data), .data(Data("{}".utf8))),
            beginning(AttributeOutline("identifier", .uuid), .uuid(UUID())),
            beginning(AttributeOutline("ratio", .float), .double(.infinity)),
        ]
        let entity = EntityOutline("Item", properties: attributes.map { .attribute($0) })
        var source = ModelSource(
            name: "Types",
            versions: [ModelVersion(name: "Types", model: ModelOutline(entities: [entity]))]
        )
        source.isFromStore = true
        return source
    }
}
