// Names that the framework, the standard library or an expansion uses too.
import SwiftData

struct Attribute { var name = "" }
struct Relationship { var name = "" }
enum State: String, Codable { case on, off }

@Model
final class Schema {
    var metadata: String = ""
    var initialValue: Int = 0
    var newValue: Int = 0 {
        didSet { print(oldValue, newValue) }
    }
    var oldValue = 0 {
        willSet { print(newValue) }
    }
    var state: State = State.on
    var layout: [Int] = []
    var type = ""
    var slot: Int?
    var key: String?
    var value: String?
    var `default` = false
    var `class`: String = ""
    var `self2`: String = ""
    var description = ""
    var access = 0
    var backingData: Data?
    var schema: Schema?
    var entity: Entity?
    var größe: Double = 1
    var 名前: String = ""
    var _private: Int = 0
    var isPrivate_: Bool = true

    init(access: Int) {
        self.access = access
    }
}

@Model
final class Entity {
    enum String: Swift.String, Codable { case a }
    struct Int: Codable { var wrapped = 1 }

    var choice: String = String.a
    var number = Int()
    var plain: Swift.Int = 0

    init() {}
}

@Model
final class Item<Element: Codable> {
    var element: Element
    init(element: Element) { self.element = element }
}

@Model
final class Model {
    var model: Model?
    init() {}
}

@Model
final class Index {
    var index = 0
    init() {}
}
