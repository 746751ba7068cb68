extension BackingData {
    /// The same row seen as the superclass, which a subclass hands to `super.init(backingData:)`.
    public func _superClassBackingData<SuperClass>(
        of givenType: any PersistentModel.Type
    ) -> any BackingData<SuperClass> where SuperClass: PersistentModel {
        if let state = _$state { return DefaultBackingData<SuperClass>(state) }
        return DefaultBackingData<SuperClass>(ModelState(layout: givenType._$modelLayout))
    }

    /// The same row seen as the current class.
    public func _generateCurrentClassBackingData<CurrentClass>() -> any BackingData<CurrentClass>
    where CurrentClass: PersistentModel {
        if let state = _$state { return DefaultBackingData<CurrentClass>(state) }
        return DefaultBackingData<CurrentClass>(ModelState(layout: CurrentClass._$modelLayout))
    }
}
