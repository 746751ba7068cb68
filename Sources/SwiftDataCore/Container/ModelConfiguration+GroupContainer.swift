extension ModelConfiguration {
    /// The group of programs that shares the store.
    public struct GroupContainer: Sendable {
        package let identifier: String?

        /// The first group in the app's entitlements.
        ///
        /// Differs from Apple's: there are no entitlements, so this is the program's own folder.
        public static var automatic: ModelConfiguration.GroupContainer { Self(identifier: nil) }
        /// The program's own folder.
        public static var none: ModelConfiguration.GroupContainer { Self(identifier: nil) }
        /// A folder named after the group, shared by every program of the user that names it.
        public static func identifier(_ groupName: String) -> ModelConfiguration.GroupContainer {
            Self(identifier: groupName)
        }
    }
}
