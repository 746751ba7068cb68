/// The position in the history of a container's stores at which a stream of transactions begins.
///
/// An addition to Apple's API.
public enum HistoryStart<Token>: Sendable where Token: Sendable {
    /// With the saves from now on: the moment at which the stream is made, not the one at which it is first read.
    case now
    /// With the oldest transaction that each store still has.
    case beginning
    /// After a transaction, which its token names. Other stores of the container begin now.
    case after(Token)
    /// After a transaction in each store, by the identifiers of the stores. Stores that are not named begin now.
    case afterEach([String: Token])
}
