/// The name that ``ResultsObserver`` has in the first talks about it.
@available(*, deprecated, renamed: "ResultsObserver")
public typealias ModelResultsObserver = ResultsObserver
