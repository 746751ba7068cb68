/// The counters by which a context detects changes since its last look.
package struct ContextClock {
    /// The number of changes that code of the program has made.
    package private(set) var edits = 0
    /// The number of times at which rows may have changed. Rows that were loaded ahead are valid for one generation.
    package private(set) var generation = 0

    package init() {}

    package mutating func noteEdit() { edits &+= 1 }

    package mutating func noteNewRows() { generation &+= 1 }
}
