extension ObserverRegistry {
    /// The numbers of fetches and patches of results, for tests and benchmarks.
    package struct Counts: Sendable {
        package var fetches = 0
        package var patches = 0
        package var tests = 0
        /// The number of times that the sort keys of a model were read.
        package var keys = 0
        /// The number of models that were removed from results, or inserted into them.
        package var moves = 0
        /// The number of results that were visited to find places.
        package var steps = 0
        /// The number of times that an observer was asked about a changed model.
        package var offers = 0
        /// The number of checks if an observer that cannot be woken has to be notified.
        package var notifications = 0

        package init() {}
    }
}
