// Every access level, on classes and on their members.
import SwiftData

@Model
public final class PublicFinal {
    public var name: String
    public internal(set) var internalSetter: Int = 0
    public private(set) var privateSetter: String = ""
    public fileprivate(set) var fileprivateSetter = 0.0
    package var packaged: Int?
    internal var plain = false
    fileprivate var hidden: String?
    private var secret: Data? = nil
    public static let shared = "shared"
    public static var computed: Int { 1 }
    public var length: Int { name.count }

    public init(name: String) {
        self.name = name
    }

    public func rename(to name: String) {
        self.name = name
        privateSetter = name
        hidden = secret.map { "\($0.count)" }
    }
}

@Model
public class PublicOpenToTheModule {
    public var name: String = ""
    public init() {}
}

@Model
package final class Packaged {
    package var name: String
    package init(name: String) { self.name = name }
}

@Model
open class Opened {
    open var name: String
    public init(name: String) { self.name = name }
}

@Model
fileprivate final class FilePrivate {
    var name = ""
    init() {}
}

@Model
private final class Private {
    var name: String
    var partner: FilePrivate?
    init(name: String) { self.name = name }
}

@Model
class NonFinal {
    var name: String
    init(name: String) { self.name = name }
}

@Model
final class Defaults {
    var name = "no initialiser is needed"
    var count: Int = 0
    var date: Date?
    var others: [NonFinal] = []
}

func use() -> [any PersistentModel] {
    [
        PublicFinal(name: ""), PublicOpenToTheModule(), Packaged(name: ""), Opened(name: ""), FilePrivate(),
        Private(name: ""), NonFinal(name: ""), Defaults(),
    ]
}
