extension Schema: Hashable {
    public convenience init(_ types: [any PersistentModel.Type]) { self.init() }
    public static func == (lhs: Schema, rhs: Schema) -> Bool { lhs === rhs }
    public func hash(into hasher: inout Hasher) {}
}
extension Schema { package var problem: StoreError? { nil } }
