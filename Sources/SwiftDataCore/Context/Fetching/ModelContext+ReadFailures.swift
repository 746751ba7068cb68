public import Foundation

extension ModelContext {
    /// The properties of models in memory whose values could not be read, and have not been read since.
    ///
    /// An addition to Apple's API. A getter of such a property returns the last known value, otherwise a stand-in, and
    /// tries again each time. An object with a failed read cannot be saved with unsaved changes until the read
    /// succeeds: ``save()`` throws a ``StoreError`` with code `unreadable`. At most 1,000 failures are kept; the log
    /// counts further ones. To be used in the context's isolation.
    public var readFailures: [ReadFailure] { unit.exclusively { unit.failures.current() } }

    /// Posted when a value could not be read, with a ``ReadFailure`` in the userInfo under ``readFailureKey``. The object
    /// is the context. It is posted once for each failure, not for each attempt.
    ///
    /// An addition to Apple's API.
    public static let didFailToRead = Notification.Name("OpenSwiftDataModelContextDidFailToRead")

    /// The key of the ``ReadFailure`` in the userInfo of ``didFailToRead``.
    ///
    /// An addition to Apple's API.
    public static let readFailureKey = "failure"

    /// The number of failures that ``readFailures`` does not have, because there are too many.
    package var readFailuresLeftOut: Int { unit.reads.leftOut }
}
