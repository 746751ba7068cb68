// A hierarchy whose subclasses are in other modules.
public import SwiftData

@Model
open class Place {
    open var name: String
    public var isOpen = true

    public init(name: String) {
        self.name = name
    }
}
