extension StoreBox {
    package func fetchBatch<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>,
        _ editing: EditingState
    ) throws -> FetchedBatch? {
        try batches?.rows(DataStoreFetchRequest(editingState: editing, descriptor: descriptor))
    }

    package func identifierList<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>,
        _ editing: EditingState
    ) throws -> IdentifierList? {
        try batches?.identifierList(DataStoreFetchRequest(editingState: editing, descriptor: descriptor))
    }

    package func rowBatch(_ keys: [Int64], of layout: ModelLayout) throws -> (rows: RowBatch, places: [Int])? {
        try batches?.rows(keys, of: layout)
    }

    package func memberBatch(
        _ slot: Int,
        of layout: ModelLayout,
        owners: [Int64],
        salvaging: Bool,
        limit: Int
    ) throws -> MemberBatch? {
        try batches?.members(slot, of: layout, owners: owners, salvaging: salvaging, limit: limit)
    }
}
