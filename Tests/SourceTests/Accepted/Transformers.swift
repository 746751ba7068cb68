// Values that a transformer stands before, and the other options of attributes.
import Foundation
import SwiftData

final class Ink {
    var hue: Double
    init(hue: Double) { self.hue = hue }
}

final class InkTransformer: ValueTransformer {
    static let name = NSValueTransformerName(rawValue: "InkTransformer")

    override class func transformedValueClass() -> AnyClass { NSData.self }
    override class func allowsReverseTransformation() -> Bool { true }

    override func transformedValue(_ value: Any?) -> Any? {
        (value as? Ink).map { Data(String($0.hue).utf8) }
    }

    override func reverseTransformedValue(_ value: Any?) -> Any? {
        (value as? Data).flatMap { Double(String(decoding: $0, as: UTF8.self)) }.map(Ink.init(hue:))
    }

    static func register() {
        ValueTransformer.setValueTransformer(InkTransformer(), forName: name)
    }
}

@Model
final class Pen {
    @Attribute(.transformable(by: InkTransformer.self)) var ink: Ink
    @Attribute(.transformable(by: "InkTransformer")) var spare: Ink?
    @Attribute(.unique) var serial: String
    @Attribute(.unique, originalName: "price_in_cents") var price: Int
    @Attribute(.externalStorage) var scan: Data?
    @Attribute(.externalStorage, .allowsCloudEncryption) var contract: Data = Data()
    @Attribute(.spotlight) var name: String = ""
    @Attribute(.ephemeral) var isSelected = false
    @Attribute(.codable) var history: [String: [Date]] = [:]
    @Attribute(hashModifier: "v2") var model: String = "a"
    @Attribute var plain: Int = 0
    @Attribute() var empty: Int = 0
    @SwiftData.Attribute(.preserveValueOnDeletion) var qualified: String = ""
    @SwiftData.Transient var passing = 0

    init(ink: Ink, serial: String, price: Int) {
        self.ink = ink
        self.serial = serial
        self.price = price
    }
}
