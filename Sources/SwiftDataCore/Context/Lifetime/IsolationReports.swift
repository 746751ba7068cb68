#if DEBUG
    import Synchronization

    /// Reports uses of a context and its models by an isolation that they do not belong to.
    ///
    /// The compiler refuses most of them. `nonisolated(unsafe)`, `@unchecked Sendable` and the Swift 5 mode let them
    /// pass. A debug build finds them for the contexts whose isolation is known: the main context, and the contexts of
    /// model actors. A release build does not check.
    package enum IsolationReports {
        package enum Use: Hashable, Sendable {
            /// A method of the context.
            case operation
            /// A property of a model of this entity.
            case access(String)
            /// An access of the deinitialiser of a model of this entity, where it has to have no effect.
            case deinitialiser(String)
        }

        private static let handler = Mutex<(@Sendable (Use, String) -> Void)?>(nil)
        /// Each use is logged once in a process.
        private static let known = Mutex<Set<Use>>([])

        /// Sets the closure that is called instead of the log.
        package static func setHandler(_ newHandler: (@Sendable (Use, String) -> Void)?) {
            handler.withLock { $0 = newHandler }
        }

        static func report(_ use: Use, _ unit: UnitOfWork) {
            let message = text(use, unit)
            if let handler = handler.withLock({ $0 }) { return handler(use, message) }
            guard known.withLock({ $0.insert(use).inserted }) else { return }
            log.error(message)
        }

        private static func text(_ use: Use, _ unit: UnitOfWork) -> String {
            let isolation =
                switch unit.actorIsolation.kind {
                case .mainActor: "the main actor"
                default: "a model actor"
                }
            return switch use {
            case .operation:
                "a context of \(isolation) was used outside of it. Make a context of your own, or call a method of the "
                    + "actor."
            case .deinitialiser(let entityName):
                "\(entityName): the deinitialiser of a model ran outside of the context's isolation, and used persisted "
                    + "properties. A property that is not in memory reads as its default value, and writes are ignored. Do "
                    + "this work before the model is released."
            case .access(let entityName):
                "\(entityName): a model of \(isolation) was read or written outside of it. Send its persistentModelID, "
                    + "and fetch it in a context of your own."
            }
        }
    }
#endif
