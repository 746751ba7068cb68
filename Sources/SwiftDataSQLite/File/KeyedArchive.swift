import Foundation

/// An archive in the form of `NSKeyedArchiver`, put together object by object.
struct KeyedArchive {
    /// The classes of an object: its own class and its superclasses.
    struct Class: Hashable {
        let names: [String]

        init(_ names: String...) {
            self.names = names + ["NSObject"]
        }
    }

    /// The reference that stands for nil: the first object of every archive.
    static let null = PropertyListValue.reference(0)

    private var objects: [PropertyListValue] = [.string("$null")]
    private var strings: [String: Int] = [:]
    private var classes: [Class: Int] = [:]

    /// A place for an object that other objects refer to before it is complete.
    mutating func reserve() -> Int {
        objects.append(Self.null)
        return objects.count - 1
    }

    mutating func add(_ value: PropertyListValue) -> PropertyListValue {
        objects.append(value)
        return .reference(objects.count - 1)
    }

    mutating func add(_ string: String) -> PropertyListValue {
        if let position = strings[string] { return .reference(position) }
        let reference = add(.string(string))
        strings[string] = objects.count - 1
        return reference
    }

    mutating func add(_ string: String?) -> PropertyListValue { string.map { add($0) } ?? Self.null }

    /// Completes a reserved object.
    mutating func fill(_ position: Int, _ archivedClass: Class, _ members: [String: PropertyListValue]) {
        var members = members
        members["$class"] = reference(to: archivedClass)
        objects[position] = .dictionary(members)
    }

    /// Completes a reserved object with a plain value.
    mutating func fill(_ position: Int, with value: PropertyListValue) {
        objects[position] = value
    }

    mutating func add(_ archivedClass: Class, _ members: [String: PropertyListValue]) -> PropertyListValue {
        let position = reserve()
        fill(position, archivedClass, members)
        return .reference(position)
    }

    /// An array or a set of objects of the archive.
    mutating func add(_ elements: [PropertyListValue], as archivedClass: Class = .mutableArray) -> PropertyListValue {
        add(archivedClass, ["NS.objects": .array(elements)])
    }

    mutating func add(
        entries: [(key: String, value: PropertyListValue)],
        as archivedClass: Class = .mutableDictionary
    ) -> PropertyListValue {
        let keys = entries.map { add($0.key) }
        return add(archivedClass, ["NS.keys": .array(keys), "NS.objects": .array(entries.map(\.value))])
    }

    private mutating func reference(to archivedClass: Class) -> PropertyListValue {
        if let position = classes[archivedClass] { return .reference(position) }
        let reference = add(
            .dictionary([
                "$classname": .string(archivedClass.names[0]),
                "$classes": .array(archivedClass.names.map { .string($0) }),
            ])
        )
        classes[archivedClass] = objects.count - 1
        return reference
    }

    /// The archive with an object as its root.
    func data(root: Int) -> Data {
        BinaryPropertyListWriter.data(
            .dictionary([
                "$version": .integer(100_000), "$archiver": .string("NSKeyedArchiver"),
                "$top": .dictionary(["root": .reference(root)]), "$objects": .array(objects),
            ])
        )
    }
}

extension KeyedArchive.Class {
    static let array = Self("NSArray")
    static let mutableArray = Self("NSMutableArray", "NSArray")
    static let dictionary = Self("NSDictionary")
    static let mutableDictionary = Self("NSMutableDictionary", "NSDictionary")
    static let set = Self("NSSet")
    static let date = Self("NSDate")
    static let uuid = Self("NSUUID")
    static let url = Self("NSURL")
}
