/// A property of an entity with the name of its class, the form in which it is encoded.
package struct CodedProperty: Codable {
    package let property: any SchemaProperty

    private enum Keys: String, CodingKey {
        case attribute, composite, relationship
    }

    package init(_ property: any SchemaProperty) {
        self.property = property
    }

    package var attribute: Schema.Attribute? { property as? Schema.Attribute }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        if container.contains(.attribute) {
            property = try container.decode(Schema.Attribute.self, forKey: .attribute)
        } else if container.contains(.composite) {
            property = try container.decode(Schema.CompositeAttribute.self, forKey: .composite)
        } else {
            property = try container.decode(Schema.Relationship.self, forKey: .relationship)
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        switch property {
        case let property as Schema.CompositeAttribute: try container.encode(property, forKey: .composite)
        case let property as Schema.Attribute: try container.encode(property, forKey: .attribute)
        case let property as Schema.Relationship: try container.encode(property, forKey: .relationship)
        default: break
        }
    }
}
