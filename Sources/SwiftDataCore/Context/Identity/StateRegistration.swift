/// The place of a state in the identity map. The map and its tables alone change it, under the map's lock.
struct StateRegistration {
    /// The page of the state; nil where the state is not registered, and in custom stores. See ``StatePage``.
    private(set) var page: StatePage.Reference?
    /// The place in ``page``.
    private(set) var index: UInt8 = 0
    /// True if the state is in a table of custom keys.
    private(set) var isCustom = false

    /// The state is registered in a page.
    mutating func enter(_ page: StatePage.Reference, at index: Int) {
        (self.page, self.index) = (page, UInt8(truncatingIfNeeded: index))
    }

    /// The state has left its page, or the page has ended.
    mutating func leavePage() { page = nil }

    /// The state is registered in a table of custom keys.
    mutating func enterCustomTable() { isCustom = true }

    mutating func leaveCustomTable() { isCustom = false }
}
