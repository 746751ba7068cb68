// A component is a type for one operation on a state. It is made for the call, and costs nothing.

extension ModelState {
    /// The reading of slots, from the row where it is needed.
    @inline(__always) package var reading: SlotReading { SlotReading(state: self) }
    /// The reading of attributes as Swift values.
    @inline(__always) var attributes: AttributeReading { AttributeReading(state: self) }
    /// The reading of relationships as models.
    @inline(__always) package var partners: PartnerReading { PartnerReading(state: self) }
    /// The stand-ins for values that could not be read.
    @inline(__always) package var standIns: StandIns { StandIns(state: self) }
    /// Accesses to attributes with an observer, or with a backing data of the program.
    @inline(__always) var watchedAccess: WatchedAccess { WatchedAccess(state: self) }
    /// The backing data of the program, where it drives the model.
    @inline(__always) var backing: CustomBacking { CustomBacking(state: self) }
    /// The writing of slots, and the note of the changes.
    @inline(__always) var writing: SlotWriting { SlotWriting(state: self) }
    /// The values that init accessors collect.
    @inline(__always) var firstValues: FirstValues { FirstValues(state: self) }
    /// The moment at which a model can be referred to.
    @inline(__always) var binding: ModelBinding { ModelBinding(state: self) }
    /// The notes by which changes of the model are reverted.
    @inline(__always) var undo: UndoNoting { UndoNoting(state: self) }
    /// The values of slots as a journal keeps them.
    @inline(__always) var images: SlotImages { SlotImages(state: self) }
    /// The unsaved edits beside the stored values.
    @inline(__always) var edits: EditComparing { EditComparing(state: self) }
    /// The restoring of values of the last save, or of the one under way.
    @inline(__always) var reverting: EditReverting { EditReverting(state: self) }
    /// The values as stores keep them.
    @inline(__always) var encoding: ValueEncoding { ValueEncoding(state: self) }
    /// The writing of to-one relationships.
    @inline(__always) var toOne: ToOneWriting { ToOneWriting(state: self) }
    /// The writing of to-many relationships.
    @inline(__always) var toMany: ToManyWriting { ToManyWriting(state: self) }
    /// The addition of members to to-many relationships.
    @inline(__always) var appending: MemberAppending { MemberAppending(state: self) }
    /// The side of a relationship that follows a write of the other one.
    @inline(__always) var otherSide: OtherSide { OtherSide(state: self) }
    /// The one context of models that are related.
    @inline(__always) var joining: ContextJoining { ContextJoining(state: self) }
    /// The preparation of a model that comes into a context.
    @inline(__always) var entering: ContextEntering { ContextEntering(state: self) }
    /// The partners of a model that leaves a context or comes back.
    @inline(__always) var parting: PartnerParting { PartnerParting(state: self) }
    /// The one owner of each member of a relationship without another side.
    @inline(__always) var taking: MemberTaking { MemberTaking(state: self) }
    /// The identifiers of other models, as these are saved and deleted.
    @inline(__always) var references: ReferenceUpkeep { ReferenceUpkeep(state: self) }
    /// The relationships as they are known, beside the relationships that an undo restores.
    @inline(__always) var links: LinkRestoring { LinkRestoring(state: self) }
    /// The filling of unread values from rows.
    @inline(__always) package var filling: RowFilling { RowFilling(state: self) }
    /// The values of newly read rows, beside unsaved edits.
    @inline(__always) var refreshing: RowRefreshing { RowRefreshing(state: self) }
    /// The rows that are read again after another writer has written.
    @inline(__always) var rereading: RowRereading { RowRereading(state: self) }
    /// The way of a model back to unread values.
    @inline(__always) package var faulting: Faulting { Faulting(state: self) }
    /// The values as a row, for stores and for other contexts.
    @inline(__always) var rowMaking: RowMaking { RowMaking(state: self) }
    /// The observers of the model, and the observers of its context.
    @inline(__always) package var observing: ModelObserving { ModelObserving(state: self) }
    /// The end of the model, on whatever thread that is.
    @inline(__always) var ending: ModelEnding { ModelEnding(state: self) }

    /// The known members of a to-many relationship.
    @inline(__always) package func knownMembers(_ slot: Int) -> KnownMembers { KnownMembers(state: self, slot: slot) }
}
