extension Schema.Relationship {
    /// The effect of the deletion of a model on the other side of a relationship.
    ///
    /// ```swift
    /// @Model
    /// final class Owner {
    ///     @Relationship(deleteRule: .cascade, inverse: \Pet.owner) var pets: [Pet] = []
    ///
    ///     init() {}
    /// }
    ///
    /// @Model
    /// final class Pet {
    ///     var owner: Owner?
    ///
    ///     init() {}
    /// }
    /// ```
    public enum DeleteRule: String, Codable, Equatable, Hashable, RawRepresentable, Sendable {
        /// No action: the other side may refer to a deleted model.
        case noAction
        /// The other side forgets the model.
        case nullify
        /// The other side is deleted too.
        case cascade
        /// The model cannot be deleted while there is another side.
        case deny
    }

    /// A choice made in `@Relationship`.
    public struct Option: Codable, Hashable, Sendable {
        package enum Choice: Codable, Hashable, Sendable {
            case unique
            case deleteRule(DeleteRule)
        }

        package let choice: Choice

        private init(_ choice: Choice) {
            self.choice = choice
        }

        /// No two models have the same destination.
        public static var unique: Option { Option(.unique) }

        /// The first betas' spelling of a delete rule.
        @available(*, deprecated, message: "Write @Relationship(deleteRule: .cascade).")
        public static var cascade: Option { Option(.deleteRule(.cascade)) }

        /// The first betas' spelling of a delete rule.
        @available(*, deprecated, message: "Write @Relationship(deleteRule: .nullify).")
        public static var nullify: Option { Option(.deleteRule(.nullify)) }

        /// The first betas' spelling of a delete rule.
        @available(*, deprecated, message: "Write @Relationship(deleteRule: .deny).")
        public static var deny: Option { Option(.deleteRule(.deny)) }

        /// The first betas' spelling of a delete rule.
        @available(*, deprecated, message: "Write @Relationship(deleteRule: .noAction).")
        public static var noAction: Option { Option(.deleteRule(.noAction)) }

        /// The delete rule that the option stands for in the first betas' spelling.
        package var deleteRule: DeleteRule? {
            if case .deleteRule(let rule) = choice { rule } else { nil }
        }
    }
}

extension Schema.Relationship.Option: CustomDebugStringConvertible {
    /// The name of the option.
    public var debugDescription: String {
        switch choice {
        case .unique: "unique"
        case .deleteRule(let rule): rule.rawValue
        }
    }
}
