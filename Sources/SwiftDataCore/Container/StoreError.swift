/// A failure that Apple's framework reports as a Cocoa error: a store that cannot be opened or written, a row that
/// cannot be read, a model that is not valid.
///
/// An addition to Apple's API. Compare ``code``; ``description`` names the entity, the property and the row, or the
/// file, and the remedy. Stored values are in ``debugDescription`` only.
public struct StoreError: Error, CustomStringConvertible, CustomDebugStringConvertible {
    /// The stable reason, to compare with.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Reason: String {
            case notADatabase, newerLayout, noPermission, missingFolder, diskFull, locked, closed, readOnly
            case cannotOpen, fileMoved, forked, corruptRow, missingRow, constraint, validation, deleteDenied, conflict
            case foreignContext, misbehavingStore, sql, unsupportedType, migration, unreadable, saveInProgress
            case alreadyExists, busy, timedOut, outcomeUnknown
        }
        private let reason: Reason

        /// The name of the code.
        public var description: String { reason.rawValue }

        /// The file is not an SQLite database, or not one of ours or Core Data's.
        public static let notADatabase = Code(reason: .notADatabase)
        /// The file has a layout that this version does not support.
        public static let newerLayout = Code(reason: .newerLayout)
        /// The system does not let this process read or write the file.
        public static let noPermission = Code(reason: .noPermission)
        /// The folder of the file does not exist and could not be made.
        public static let missingFolder = Code(reason: .missingFolder)
        /// The disk, or the database's page limit, is full.
        public static let diskFull = Code(reason: .diskFull)
        /// Another connection kept the database locked for longer than the time allowed.
        public static let locked = Code(reason: .locked)
        /// No place for a call of ``ModelContainer/read(waitLimit:totalLimit:_:)`` or
        /// ``ModelContainer/write(waitLimit:totalLimit:_:)`` was free in time.
        public static let busy = Code(reason: .busy)
        /// A call of ``ModelContainer/read(waitLimit:totalLimit:_:)`` or
        /// ``ModelContainer/write(waitLimit:totalLimit:_:)`` took longer than its limit.
        public static let timedOut = Code(reason: .timedOut)
        /// The store has been closed.
        public static let closed = Code(reason: .closed)
        /// The store was opened with `allowsSave: false`.
        public static let readOnly = Code(reason: .readOnly)
        /// The file was replaced, moved or deleted while it was open; a save would have been lost.
        public static let fileMoved = Code(reason: .fileMoved)
        /// The store was opened by the process that this one is a fork of, and cannot be used here.
        public static let forked = Code(reason: .forked)
        /// A file or folder exists already at the path where a backup was to be written.
        public static let alreadyExists = Code(reason: .alreadyExists)
        /// The store could not be opened for another reason.
        public static let cannotOpen = Code(reason: .cannotOpen)
        /// A row holds NULL or a wrong type where the model has a value.
        public static let corruptRow = Code(reason: .corruptRow)
        /// A save would have written a stand-in for a value that could not be read. See ``ModelContext/readFailures``.
        public static let unreadable = Code(reason: .unreadable)
        /// A row that was to be read, updated or deleted is not there any more.
        public static let missingRow = Code(reason: .missingRow)
        /// A constraint of the database refused the save.
        public static let constraint = Code(reason: .constraint)
        /// A model breaks a rule of its schema.
        public static let validation = Code(reason: .validation)
        /// A `.deny` delete rule refused a deletion.
        public static let deleteDenied = Code(reason: .deleteDenied)
        /// Another context or process changed the row since it was read.
        public static let conflict = Code(reason: .conflict)
        /// Models of two contexts or containers were mixed.
        public static let foreignContext = Code(reason: .foreignContext)
        /// A custom store broke its contract.
        public static let misbehavingStore = Code(reason: .misbehavingStore)
        /// SQLite reported an error.
        public static let sql = Code(reason: .sql)
        /// A property's type cannot be stored.
        public static let unsupportedType = Code(reason: .unsupportedType)
        /// The schema has changed in a way that cannot be inferred, or rows prevent the change.
        public static let migration = Code(reason: .migration)
        /// The connection to a server was lost at the commit of a save, and the outcome of the commit could not be
        /// found out.
        public static let outcomeUnknown = Code(reason: .outcomeUnknown)
        /// The operation needs a save of its own, and the context is in the middle of one.
        public static let saveInProgress = Code(reason: .saveInProgress)
    }

    /// The cause of the failure.
    public let code: Code
    /// A description of the failure and of its remedy, without stored values.
    public let message: String
    /// The entity concerned.
    public let entityName: String?
    /// The property concerned.
    public let propertyName: String?
    /// The row or model concerned.
    public let persistentModelID: PersistentIdentifier?
    /// The error below, such as SQLite's.
    public let underlyingError: (any Error)?
    /// Stored values and SQL that help to find the cause; never part of ``description``.
    package let details: String?

    package init(
        _ code: Code,
        _ message: String,
        entity: String? = nil,
        property: String? = nil,
        model: PersistentIdentifier? = nil,
        underlying: (any Error)? = nil,
        details: String? = nil
    ) {
        self.code = code
        self.message = message
        entityName = entity
        propertyName = property
        persistentModelID = model
        underlyingError = underlying
        self.details = details
    }

    /// The error for an identifier of another store.
    package static func ofAnotherStore(_ identifier: PersistentIdentifier) -> StoreError {
        StoreError(
            .foreignContext,
            "the identifier belongs to another store",
            entity: identifier.entityName,
            model: identifier
        )
    }

    /// The error for an entity that no store of a container holds.
    static func withoutStore(_ entity: String) -> StoreError {
        StoreError(
            .validation,
            "no store of the container holds this entity. List it in ModelContainer(for:).",
            entity: entity
        )
    }

    /// The error for an entity whose rows cannot be read for want of a class.
    package static func withoutModelClass(_ entity: String) -> StoreError {
        StoreError(.cannotOpen, "has no model class: make the schema from model types", entity: entity)
    }

    /// The same error with another message.
    package func saying(_ message: String) -> StoreError {
        StoreError(
            code,
            message,
            entity: entityName,
            property: propertyName,
            model: persistentModelID,
            underlying: underlyingError,
            details: details
        )
    }

    /// The code, the place and the message, without stored values.
    public var description: String {
        let place = [entityName, propertyName].compactMap { $0 }.joined(separator: ".")
        let row = persistentModelID.map { " (\($0))" } ?? ""
        return "StoreError.\(code): " + (place.isEmpty ? "" : "\(place)\(row): ") + message
    }

    /// ``description`` with the underlying error and, where known, the SQL and stored values.
    public var debugDescription: String {
        [description, underlyingError.map { "underlying: \($0)" }, details].compactMap { $0 }.joined(separator: "\n")
    }

    /// Matches a code in a `catch` clause: `catch StoreError.Code.locked`.
    public static func ~= (lhs: Code, rhs: StoreError) -> Bool { lhs == rhs.code }
}

extension StoreError.Code {
    /// Matches an error in a `catch` clause.
    public static func ~= (lhs: StoreError.Code, rhs: any Error) -> Bool { lhs == (rhs as? StoreError)?.code }
}
