import Foundation
import Testing

/// The collation and the search of ICU, of a library that is on the machine: a witness that shares no code with ours.
struct ICULibrary: CustomTestStringConvertible, Sendable {
    typealias Collator = OpaquePointer
    private typealias Open = @convention(c) (UnsafePointer<CChar>?, UnsafeMutablePointer<CInt>) -> Collator?
    private typealias Close = @convention(c) (OpaquePointer) -> Void
    private typealias SetAttribute = @convention(c) (Collator, CInt, CInt, UnsafeMutablePointer<CInt>) -> Void
    private typealias Compare =
        @convention(c) (
            Collator, UnsafePointer<UInt8>?, Int32, UnsafePointer<UInt8>?, Int32, UnsafeMutablePointer<CInt>
        ) -> CInt
    private typealias Search =
        @convention(c) (
            UnsafePointer<UInt16>?, Int32, UnsafePointer<UInt16>?, Int32, Collator, OpaquePointer?,
            UnsafeMutablePointer<CInt>
        ) -> OpaquePointer?
    private typealias First = @convention(c) (OpaquePointer, UnsafeMutablePointer<CInt>) -> Int32

    let testDescription: String
    /// True if it is the library that Foundation comes with. The weights of our own collation were taken from it.
    let isFoundations: Bool
    private let compare: Compare
    private let search: Search
    private let first: First
    private let closeSearch: Close
    private let root: Root

    /// Collators of the root, which the process keeps. `@unchecked Sendable`: they are not changed once they are set up.
    private struct Root: @unchecked Sendable {
        let plain: Collator
        let numeric: Collator
        let letters: Collator
    }

    /// - Parameter prefix: The text before the names of the library's functions.
    /// - Parameter suffix: The text behind them.
    private init?(_ path: String?, prefix: String = "", suffix: String = "") {
        guard let handle = dlopen(path, RTLD_NOW) else { return nil }
        func function<Function>(_ name: String, _ type: Function.Type) -> Function? {
            dlsym(handle, prefix + name + suffix).map { unsafeBitCast($0, to: type) }
        }
        guard let open = function("ucol_open", Open.self),
            let set = function("ucol_setAttribute", SetAttribute.self),
            let compare = function("ucol_strcollUTF8", Compare.self),
            let search = function("usearch_openFromCollator", Search.self),
            let first = function("usearch_first", First.self),
            let closeSearch = function("usearch_close", Close.self)
        else { return nil }
        func collator(strength: CInt, numeric: Bool) -> Collator? {
            var status: CInt = 0
            guard let collator = open("", &status) else { return nil }
            // The numbers of `UCOL_NORMALIZATION_MODE`, `UCOL_STRENGTH`, `UCOL_NUMERIC_COLLATION` and of on and off.
            for (attribute, value) in [(4, 17), (5, strength), (7, numeric ? 17 : 16)] as [(CInt, CInt)] {
                set(collator, attribute, value, &status)
            }
            return status <= 0 ? collator : nil
        }
        guard let plain = collator(strength: 2, numeric: false), let numeric = collator(strength: 2, numeric: true),
            let letters = collator(strength: 0, numeric: false)
        else { return nil }
        testDescription = (path ?? "Foundation's") + suffix
        isFoundations = path == nil
        root = Root(plain: plain, numeric: numeric, letters: letters)
        (self.compare, self.search, self.first, self.closeSearch) = (compare, search, first, closeSearch)
    }

    /// The libraries that there are: the one in Foundation, which is there wherever Foundation is, and the system's.
    static let all: [ICULibrary] = {
        var found = [ICULibrary(nil, prefix: "swift_"), ICULibrary("/usr/lib/libicucore.dylib")].compactMap { $0 }
        for version in (60...99).reversed() {
            guard let library = ICULibrary("libicui18n.so.\(version)", suffix: "_\(version)") else { continue }
            found.append(library)
            break
        }
        return found
    }()

    /// The library of the system; nil where there is none but Foundation's.
    static var system: ICULibrary? { all.first { !$0.isFoundations } }

    func order(_ lhs: String, _ rhs: String, numeric: Bool) -> Int {
        var status: CInt = 0
        let (left, right) = (Array(lhs.utf8), Array(rhs.utf8))
        let collator = numeric ? root.numeric : root.plain
        return Int(compare(collator, left, Int32(left.count), right, Int32(right.count), &status))
    }

    /// True if a text contains another by its letters alone.
    func contains(_ text: String, _ other: String) -> Bool {
        let (whole, part) = (Array(text.utf16), Array(other.utf16))
        guard !whole.isEmpty, !part.isEmpty else { return false }
        var status: CInt = 0
        let opened = search(part, Int32(part.count), whole, Int32(whole.count), root.letters, nil, &status)
        guard let opened else { return false }
        defer { closeSearch(opened) }
        return status <= 0 && first(opened, &status) >= 0
    }
}
