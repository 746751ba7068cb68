import SwiftData

/// Models whose history the tests read.
@Model
final class Expedition {
    @Attribute(.preserveValueOnDeletion) var name: String
    @Attribute(.preserveValueOnDeletion) var code: UUID
    var height: Int
    @Relationship(deleteRule: .cascade, inverse: \Camp.expedition)
    var camps: [Camp] = []

    init(_ name: String, height: Int = 0, code: UUID = UUID()) {
        self.name = name
        self.height = height
        self.code = code
    }
}

@Model
final class Camp {
    var number: Int
    var expedition: Expedition?

    init(_ number: Int, of expedition: Expedition? = nil) {
        self.number = number
        self.expedition = expedition
    }
}
