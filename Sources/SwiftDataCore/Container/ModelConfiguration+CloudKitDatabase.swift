extension ModelConfiguration {
    /// The CloudKit database that a store is mirrored to.
    ///
    /// Differs from Apple's: there is no CloudKit. A store syncs where the program has registered a transport for the database
    /// by `SyncEngine.register(for:)` of the module SwiftDataSync. Without one ``automatic`` and ``none`` mean the same, and
    /// ``private(_:)`` makes the store log one notice when it opens.
    public struct CloudKitDatabase: Sendable {
        private enum Choice: Equatable {
            case automatic, none
            case named(String)
        }
        private let choice: Choice

        /// The first container in the app's entitlements.
        public static var automatic: ModelConfiguration.CloudKitDatabase { Self(choice: .automatic) }
        /// No sync.
        public static var none: ModelConfiguration.CloudKitDatabase { Self(choice: .none) }
        /// The private database of a container.
        public static func `private`(_ privateDBName: String) -> ModelConfiguration.CloudKitDatabase {
            Self(choice: .named(privateDBName))
        }

        package var identifier: String? {
            if case .named(let name) = choice { name } else { nil }
        }

        /// True if both are the same. The type is not `Equatable`, as Apple's is not.
        package func isSame(as other: CloudKitDatabase) -> Bool { choice == other.choice }
    }

    /// The notice to log when the store opens, if the caller expects a sync that does not exist; nil otherwise.
    package var missingSyncNotice: String? {
        if SyncRegistry.serves(self) { return nil }
        return cloudKitContainerIdentifier.map {
            "Configuration \"\(name)\": no transport is registered for the CloudKit database \"\($0)\"; the store is local."
        }
    }
}
