// Property observers, computed properties, static and lazy members, nested functions and several initialisers.
import SwiftData

@Model
final class Document {
    var title: String {
        didSet { revision += 1 }
    }
    var body: String = "" {
        willSet { pending = newValue.count }
        didSet {
            guard body != oldValue else { return }
            revision += 1
        }
    }
    var size: Int = 0 {
        didSet(previous) { size = max(size, previous) }
    }
    private(set) var revision = 0
    private(set) var pending: Int = 0
    var modified: Date? { didSet { print(modified as Any) } }

    static let limit = 10
    static var last: String { "last" }
    @Transient lazy var cache: [String] = []
    @Transient var handler: (() -> Void)?
    @Transient let queue = [Int]()

    var summary: String {
        get { String(body.prefix(Self.limit)) }
        set { body = newValue }
    }

    subscript(index: Int) -> Character? {
        index < body.count ? body[body.index(body.startIndex, offsetBy: index)] : nil
    }

    init(title: String) {
        self.title = title
        defer { body = title }
        self.modified = .now
    }

    convenience init() {
        self.init(title: "Untitled")
    }

    init?(checked title: String) {
        guard !title.isEmpty else { return nil }
        self.title = title
    }

    init(throwing title: String) throws {
        guard !title.isEmpty else { throw CocoaError(.coderInvalidValue) }
        self.title = title
        self.body = title
        update()
    }

    private func update() {
        summary = title
    }

    deinit {
        print("gone")
    }
}
