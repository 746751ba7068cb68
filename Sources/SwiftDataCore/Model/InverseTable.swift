import Synchronization

/// The inverses of a layout's relationships that are known, to be looked up without a lock: each change of a
/// relationship asks for one.
///
/// `@unchecked Sendable`: the entries are atomic, and the objects that they point to are never changed. It is freed
/// with the table. The layouts in it are held by ``ModelLayout/inverses``, which is emptied after this table only.
final class InverseTable: @unchecked Sendable {
    /// A known answer: no inverse where the layout is nil.
    struct Answer {
        fileprivate let layout: Unmanaged<ModelLayout>?
        fileprivate let slot: Int

        var property: (layout: ModelLayout, slot: Int)? { layout.map { ($0.takeUnretainedValue(), slot) } }
    }

    /// An entry in a class, since an array cannot hold noncopyable values.
    private final class Entry {
        let answer = Atomic<UnsafePointer<Answer>?>(nil)
    }

    private let entries: [Entry]
    /// Every answer that was ever given; changed under the lock of ``ModelLayout/inverses``.
    private var made: [UnsafePointer<Answer>] = []

    init(slotCount: Int) {
        entries = (0..<slotCount).map { _ in Entry() }
    }

    deinit {
        for answer in made { answer.deallocate() }
    }

    func known(_ slot: Int) -> Answer? {
        guard entries.indices.contains(slot) else { return nil }
        return entries[slot].answer.load(ordering: .acquiring)?.pointee
    }

    /// Notes an answer. To be called under the lock of ``ModelLayout/inverses``.
    func note(_ answer: InverseAnswer, _ slot: Int) {
        guard entries.indices.contains(slot) else { return }
        let made = UnsafeMutablePointer<Answer>.allocate(capacity: 1)
        if case .property(let layout, let slot) = answer {
            made.initialize(to: Answer(layout: .passUnretained(layout), slot: slot))
        } else {
            made.initialize(to: Answer(layout: nil, slot: 0))
        }
        self.made.append(UnsafePointer(made))
        entries[slot].answer.store(UnsafePointer(made), ordering: .releasing)
    }

    func forgetAll() {
        for entry in entries { entry.answer.store(nil, ordering: .relaxed) }
    }
}
