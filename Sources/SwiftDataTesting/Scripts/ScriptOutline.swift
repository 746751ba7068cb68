/// The entities of the random scripts, as the reference model has them: written by hand, so that a mistake in our
/// schema is not repeated in its reference.
package enum ScriptEntity: String, CaseIterable, Sendable {
    case artist, sculptor, work, topic, frame, commission, gallery, room, badge, jury, juror

    /// True if models of this entity are models of another entity too.
    package func isKind(of other: ScriptEntity) -> Bool { self == other || (self == .sculptor && other == .artist) }

    package var attributes: [ScriptAttribute] { Self.allAttributes[self] ?? [] }

    package var links: [ScriptLink] { Self.allLinks[self] ?? [] }

    package func attribute(_ name: String) -> Int? { attributes.firstIndex { $0.name == name } }

    package func link(_ name: String) -> Int? { links.firstIndex { $0.name == name } }
}

/// An attribute of an entity.
package struct ScriptAttribute: Sendable {
    package enum Kind: Sendable { case text, integer, optionalText, optionalReal }

    package let name: String
    package let kind: Kind
    package var isUnique = false
}

/// A relationship of an entity.
package struct ScriptLink: Sendable {
    package enum Rule: Sendable { case nullify, cascade, deny, noAction }

    package let name: String
    package let isToMany: Bool
    package let destination: ScriptEntity
    package let inverse: String?
    package var rule = Rule.nullify
    /// True if the property is not optional.
    package var isRequired = false
    /// The numbers of models that are valid, unless there is none.
    package var counts: ClosedRange<Int>?
}

extension ScriptEntity {
    private static let artistAttributes = [
        ScriptAttribute(name: "name", kind: .text), ScriptAttribute(name: "age", kind: .integer),
        ScriptAttribute(name: "motto", kind: .optionalText),
    ]

    private static let allAttributes: [ScriptEntity: [ScriptAttribute]] = [
        .artist: artistAttributes,
        .sculptor: artistAttributes + [ScriptAttribute(name: "marble", kind: .optionalReal)],
        .work: [ScriptAttribute(name: "title", kind: .text), ScriptAttribute(name: "price", kind: .optionalReal)],
        .topic: [ScriptAttribute(name: "word", kind: .text)],
        .frame: [ScriptAttribute(name: "material", kind: .text)],
        .commission: [ScriptAttribute(name: "sum", kind: .integer)],
        .gallery: [ScriptAttribute(name: "town", kind: .text)],
        .room: [ScriptAttribute(name: "number", kind: .integer)],
        .badge: [
            ScriptAttribute(name: "code", kind: .optionalText, isUnique: true),
            ScriptAttribute(name: "colour", kind: .text),
        ],
        .jury: [ScriptAttribute(name: "prize", kind: .text)],
        .juror: [ScriptAttribute(name: "name", kind: .text)],
    ]

    private static let artistLinks = [
        ScriptLink(name: "mentor", isToMany: false, destination: .artist, inverse: "pupils"),
        ScriptLink(name: "pupils", isToMany: true, destination: .artist, inverse: "mentor"),
        ScriptLink(name: "rival", isToMany: false, destination: .artist, inverse: "challenger"),
        ScriptLink(name: "challenger", isToMany: false, destination: .artist, inverse: "rival"),
        ScriptLink(name: "works", isToMany: true, destination: .work, inverse: "artist", rule: .cascade),
        ScriptLink(name: "badges", isToMany: true, destination: .badge, inverse: "holder"),
    ]

    private static let allLinks: [ScriptEntity: [ScriptLink]] = [
        .artist: artistLinks,
        .sculptor: artistLinks + [
            ScriptLink(name: "commissions", isToMany: true, destination: .commission, inverse: "sculptor", rule: .deny)
        ],
        .work: [
            ScriptLink(name: "artist", isToMany: false, destination: .artist, inverse: "works"),
            ScriptLink(name: "topics", isToMany: true, destination: .topic, inverse: "works"),
            ScriptLink(name: "frame", isToMany: false, destination: .frame, inverse: "work", rule: .cascade),
        ],
        .topic: [
            ScriptLink(name: "works", isToMany: true, destination: .work, inverse: "topics"),
            ScriptLink(name: "badges", isToMany: true, destination: .badge, inverse: "topics"),
        ],
        .frame: [ScriptLink(name: "work", isToMany: false, destination: .work, inverse: "frame", isRequired: true)],
        .commission: [
            ScriptLink(name: "sculptor", isToMany: false, destination: .sculptor, inverse: "commissions")
        ],
        .gallery: [
            ScriptLink(name: "shown", isToMany: true, destination: .work, inverse: nil),
            ScriptLink(name: "patron", isToMany: false, destination: .artist, inverse: nil),
            ScriptLink(name: "rooms", isToMany: true, destination: .room, inverse: "gallery", rule: .noAction),
        ],
        .room: [ScriptLink(name: "gallery", isToMany: false, destination: .gallery, inverse: "rooms")],
        .badge: [
            ScriptLink(name: "holder", isToMany: false, destination: .artist, inverse: "badges"),
            ScriptLink(name: "topics", isToMany: true, destination: .topic, inverse: "badges"),
        ],
        .jury: [ScriptLink(name: "jurors", isToMany: true, destination: .juror, inverse: "jury", counts: 2...3)],
        .juror: [ScriptLink(name: "jury", isToMany: false, destination: .jury, inverse: "jurors")],
    ]
}

/// A value of an attribute.
package enum ScriptValue: Hashable, Sendable {
    case nothing
    case text(String)
    case integer(Int)
    case real(Double)

    /// The value as a person would write it.
    package var swiftCode: String {
        switch self {
        case .nothing: ".nothing"
        case .text(let text): ".text(\(text.debugDescription))"
        case .integer(let integer): ".integer(\(integer))"
        case .real(let real): ".real(\(real))"
        }
    }
}
