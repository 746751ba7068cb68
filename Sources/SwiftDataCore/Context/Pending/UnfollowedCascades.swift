// Deleting a model deletes the models that its cascades lead to. Where none of these models is in memory, the store
// finds their rows when the deletion is saved: they need not be made only to be deleted. Any operation whose result
// could differ makes them first.

/// The cascades of deleted models that have not been followed.
package struct UnfollowedCascades {
    package struct Item {
        package let state: ModelState
        package let slot: Int

        package init(state: ModelState, slot: Int) {
            self.state = state
            self.slot = slot
        }
    }

    private(set) var items: [Item] = []
    /// The entities whose rows are concerned.
    private(set) var entityNames: Set<String> = []
    /// True while the models of cascades are being deleted: no further cascade is left to the store.
    private(set) var isFollowing = false
    private var reaches: [CascadeEdge: CascadeReach?] = [:]

    private struct CascadeEdge: Hashable {
        let layout: ObjectIdentifier
        let slot: Int
    }

    var isEmpty: Bool { items.isEmpty }

    /// Drops the cascades that were not followed: they were saved, or their models are not deleted any more.
    mutating func removeAll(where isRemoved: (ModelState) -> Bool = { _ in true }) {
        guard !items.isEmpty else { return }
        items.removeAll { isRemoved($0.state) }
        if items.isEmpty { entityNames = [] }
    }

    /// Hands over the cascades, which the caller follows until ``endFollowing()``.
    mutating func beginFollowing() -> [Item] {
        let following = items
        removeAll()
        isFollowing = true
        return following
    }

    mutating func endFollowing() { isFollowing = false }

    /// Leaves a cascade to the store.
    mutating func keep(_ item: Item, _ core: ContainerCore) {
        items.append(item)
        entityNames.formUnion(reach(of: item.state, item.slot, core)?.entityNames ?? [])
    }

    mutating func reach(of state: ModelState, _ slot: Int, _ core: ContainerCore) -> CascadeReach? {
        let edge = CascadeEdge(layout: ObjectIdentifier(state.layout), slot: slot)
        if let known = reaches[edge] { return known }
        let reach = CascadeReach(state.layout, slot, core)
        reaches[edge] = .some(reach)
        return reach
    }
}
