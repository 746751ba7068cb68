/// The models of a class of which something was touched.
struct TouchedClass {
    let layout: ModelLayout
    var slots: SlotSet
}

extension ObserverWatch {
    /// Whether what was touched can matter to an observer.
    func isTouched(by touched: some Sequence<TouchedClass>, layout: ModelLayout) -> Bool {
        if isUnbounded { return true }
        return touched.contains { one in
            switch kind {
            case .results, .storedResults:
                one.layout.isKind(of: layout) && (one.slots == .all || one.slots.intersects(slots))
            case .reads:
                classes.contains {
                    one.layout.isKind(of: $0.layout) && (one.slots == .all || one.slots.intersects($0.slots))
                }
            }
        }
    }
}
