/// The token of the user, which is asked for once, and once more where the server has refused it.
actor HTTPTokens {
    private let ask: @Sendable (String?) async throws -> String?
    private var current: String??
    /// The question under way, which several calls wait for.
    private var question: (number: Int, task: Task<String?, any Error>)?
    private var count = 0

    init(_ ask: @escaping @Sendable (String?) async throws -> String?) { self.ask = ask }

    /// Returns the token, another one than a token that the server has refused.
    func token() async throws -> String? {
        if let current { return current }
        return try await answer(nil)
    }

    /// Returns a token in the place of one that the server has refused.
    func token(insteadOf refused: String?) async throws -> String? {
        // Another call may have replaced it.
        if let current, current != refused { return current }
        return try await answer(refused)
    }

    private func answer(_ refused: String?) async throws -> String? {
        if let question { return try await question.task.value }
        count += 1
        let number = count
        let task = Task { [ask] in try await Self.checked(ask, refused) }
        question = (number, task)
        defer { if question?.number == number { question = nil } }
        let token = try await task.value
        current = .some(token)
        return token
    }

    private static func checked(
        _ ask: @Sendable (String?) async throws -> String?,
        _ refused: String?
    ) async throws -> String? {
        let token: String?
        do { token = try await ask(refused) } catch let error as SyncTransportError {
            throw error
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            // The error of the program may have the token in it.
            throw SyncTransportError(
                .unreachable,
                "The closure for the token has thrown an error. Try again later."
            )
        }
        guard let token else { return nil }
        guard HTTPText.isToken(token) else {
            throw SyncTransportError(.refused, "The token has characters that no header can have. Return another one.")
        }
        return token
    }
}
