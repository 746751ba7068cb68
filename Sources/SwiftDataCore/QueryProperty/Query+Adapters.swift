// The members of a query for adapters of user interfaces. Additions to Apple's API.

extension Query {
    /// Gives the query the context that a user interface has in its environment; nil for none.
    public func use(_ context: ModelContext?) { box.use(context) }

    /// Takes over the results of the value that the query had before, such as that of a view before it was rebuilt, so that
    /// nothing is fetched again. Does nothing where the queries are not the same.
    public func adopt(_ previous: Query) { box.adopt(previous.box) }
}
