/// The position in the history of a container's stores at which a stream of transactions begins.
///
/// An addition to Apple's API.
public enum HistoryStart<Token>: Sendable where Token: Sendable {
    /// The saves from now on: the moment at which the stream is made, not the one at which it is first read.
    case now
    /// The oldest transaction that each store still has.
    case beginning
    /// The position after a transaction, which its token names. Other stores of the container begin now.
    case after(Token)
    /// The positions after a transaction in each store, by the identifiers of the stores. Stores that are not named
    /// begin now.
    case afterEach([String: Token])
}
