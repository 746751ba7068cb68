extension DefaultSnapshot {
    public init(from decoder: any Decoder) throws { throw DataStoreError.unsupportedFeature }
    public func encode(to encoder: any Encoder) throws { throw DataStoreError.unsupportedFeature }
    public init(
        from backingData: any BackingData, relatedBackingDatas: inout [PersistentIdentifier: any BackingData]
    ) { preconditionFailure("interim") }
    public func copy(
        persistentIdentifier: PersistentIdentifier,
        remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]? = [:]
    ) -> DefaultSnapshot { self }
}
