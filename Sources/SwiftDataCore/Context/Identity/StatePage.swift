/// The states of sixteen neighbouring keys, a part of a ``StateTable``.
///
/// Keys come in runs, so that most look-ups, registrations and removals are of the page of the one before: an index
/// into it, without hashing. A state has a reference to its page and is removed when it is released. Pages are behind
/// the lock of the identity map.
///
/// The memory of a page is the table's, which frees it when the last state has left, or when the table is released; the
/// table then clears the references of the states to the page, so that none of them dangles.
struct StatePage {
    /// The number of keys of a page: a state that is alone in its page costs no more than itself.
    static let width = 16
    static let shift: Int64 = 4

    /// The key of the first place, divided by ``width``.
    let number: Int64
    /// The table, by a reference that is not counted: the page is a part of the table.
    let table: Unmanaged<StateTable>
    var count = 0

    typealias Reference = UnsafeMutablePointer<StatePage>
    typealias Place = UnsafeMutablePointer<Unmanaged<ModelState>?>

    private static let size = MemoryLayout<StatePage>.stride + width * MemoryLayout<Unmanaged<ModelState>?>.stride

    /// An empty page, to be ended with ``free(_:)``.
    static func make(_ number: Int64, of table: StateTable) -> Reference {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: MemoryLayout<StatePage>.alignment)
        let page = memory.initializeMemory(
            as: StatePage.self,
            to: StatePage(number: number, table: .passUnretained(table))
        )
        (memory + MemoryLayout<StatePage>.stride).initializeMemory(
            as: Unmanaged<ModelState>?.self,
            repeating: nil,
            count: width
        )
        return page
    }

    static func free(_ page: Reference) { UnsafeMutableRawPointer(page).deallocate() }

    /// The places follow the page in its memory, and are bound to their type since it was made.
    @inline(__always)
    static func places(_ page: Reference) -> Place {
        (UnsafeMutableRawPointer(page) + MemoryLayout<StatePage>.stride).assumingMemoryBound(
            to: Unmanaged<ModelState>?.self
        )
    }
}
