#if PostgreSQL
import CLibPQ
import Foundation
import SwiftDataCore

extension PostgresConnection {
    /// Sends something, and waits for all that the server answers.
    /// - Parameter send: Calls a function of libpq that sends, which returns 0 for a failure.
    /// - Returns: The last result.
    /// - Throws: ``PostgresFailure``, the first error of the server; `CancellationError`, or ``StoreError`` with code `timedOut`,
    ///   where the call of `read` or `write` that runs has to stop.
    func exchange(_ send: () -> Int32) throws -> PostgresResult {
        roundTrip?()
        guard send() == 1 else { throw PostgresFailure(connection: handle) }
        var last: PostgresResult?
        var failure: PostgresFailure?
        while let result = try next() {
            do {
                last = try checked(result)
            } catch let error as PostgresFailure {
                failure = failure ?? error
                // A lost connection has no end of results.
                if isLost { break }
            }
            if let last, last.isCopy { return last }
        }
        if let failure { throw statementError(failure) }
        guard let last else { throw PostgresFailure(connection: handle) }
        return last
    }

    /// The next result; nil after the last one.
    func next() throws -> OpaquePointer? {
        try flush()
        while PQisBusy(handle) == 1 {
            try wait(isWriting: false)
            guard PQconsumeInput(handle) == 1 else { throw PostgresFailure(connection: handle) }
        }
        return PQgetResult(handle)
    }

    /// Sends the content of libpq's buffer, and reads the bytes that the server sends meanwhile.
    func flush() throws {
        while true {
            switch PQflush(handle) {
            case 0: return
            case 1:
                if try wait(isWriting: true), PQconsumeInput(handle) != 1 {
                    throw PostgresFailure(connection: handle)
                }
            default: throw PostgresFailure(connection: handle)
            }
        }
    }

    /// Waits until the server has sent something, or, where there is something to send, until it takes more.
    /// - Returns: True if it has sent something.
    @discardableResult
    private func wait(isWriting: Bool) throws -> Bool {
        var isCancelled = false
        let end = answerLimit.map { ContinuousClock.now + $0 }
        while true {
            if let end, ContinuousClock.now >= end {
                // The end of the connection ends the statement.
                giveUp()
                throw PostgresFailure(
                    state: nil,
                    message: "the server has not answered in time",
                    isConnectionLost: true
                )
            }
            let socket = PQsocket(handle)
            guard socket >= 0 else { throw PostgresFailure(connection: handle) }
            let call = isCancelled ? nil : ContextCall.current
            var poll = pollfd(fd: socket, events: Int16(isWriting ? POLLIN | POLLOUT : POLLIN), revents: 0)
            let limit = end.map { Int32(clamping: Int64(max(($0 - .now) / .milliseconds(1), 0)) + 1) } ?? -1
            let ready = Foundation.poll(&poll, 1, call == nil ? limit : Self.callInterval)
            if ready > 0 { return Int32(poll.revents) & (POLLIN | POLLHUP | POLLERR) != 0 }
            if ready < 0, errno != EINTR { throw PostgresFailure(connection: handle) }
            if let call, call.mustStop {
                // The answer is waited for: the connection is of use afterwards.
                cancellation?.cancelOnOwnThread()
                isCancelled = true
            }
        }
    }

    /// The time between two looks at a call that may have been cancelled, in milliseconds.
    private static var callInterval: Int32 { 20 }

    /// The error of a statement: that of the call where it was stopped for that.
    private func statementError(_ failure: PostgresFailure) -> any Error {
        if failure.isCancelled, let stop = ContextCall.current?.stop { return stop }
        return failure
    }

    /// Takes over a result, and the error in it.
    func checked(_ result: OpaquePointer) throws -> PostgresResult {
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY, PGRES_COPY_IN, PGRES_COPY_OUT,
            PGRES_PIPELINE_SYNC:
            return PostgresResult(result)
        default:
            defer { PQclear(result) }
            throw PostgresFailure(result, connection: handle)
        }
    }
}

extension PostgresConnection {
    /// Runs statements one after the other, in one round trip.
    ///
    /// A statement after one that fails does not run. Where no transaction is open, the statements before it are rolled
    /// back as well.
    /// - Returns: The result of each.
    /// - Throws: ``PostgresFailure``, the error of the first statement that fails.
    package func pipeline(_ all: [PostgresStatement]) throws -> [PostgresResult] {
        let (results, failure) = try answers(all)
        if let failure { throw failure }
        return results
    }

    /// Runs statements in one round trip.
    /// - Returns: The results of the statements before the first one that fails, and its error.
    /// - Throws: ``PostgresFailure`` for a connection that was lost.
    func answers(_ all: [PostgresStatement]) throws -> (results: [PostgresResult], failure: (any Error)?) {
        roundTrip?()
        guard PQenterPipelineMode(handle) == 1 else { throw PostgresFailure(connection: handle) }
        var isAnswered: [Bool] = []
        var failure: (any Error)?
        do {
            for statement in all {
                observer?(statement.sql)
                try send(statement, &isAnswered)
            }
            guard PQpipelineSync(handle) == 1 else { throw PostgresFailure(connection: handle) }
        } catch {
            failure = error
            // Without an end of the pipeline there is no answer to wait for: the connection is given up.
            guard PQpipelineSync(handle) == 1 else { throw error }
        }
        var results: [PostgresResult] = []
        var place = 0
        // Each answer ends with nil, and the end of the pipeline with an answer of its own.
        while !isLost {
            guard let result = try next() else { continue }
            if PQresultStatus(result) == PGRES_PIPELINE_SYNC {
                PQclear(result)
                break
            }
            do {
                let answer = try checked(result)
                if failure == nil, place < isAnswered.count, isAnswered[place] { results.append(answer) }
            } catch {
                failure = failure ?? error
            }
            place += 1
        }
        guard !isLost else { throw failure ?? PostgresFailure(connection: handle) }
        PQexitPipelineMode(handle)
        if let failure {
            // Which of the statements are prepared now is not known.
            statements.forgetAll()
            return (results, (failure as? PostgresFailure).map(statementError) ?? failure)
        }
        return (results, nil)
    }

    /// Makes the connection ready for another borrower: no transaction is open, and no forgotten statement is prepared.
    /// - Throws: ``PostgresFailure``
    package func reset() throws {
        if isInTransaction { try script("ROLLBACK") }
        if statements.hasForgotten {
            try script("DEALLOCATE ALL")
            statements.forgetAll(isDone: true)
        }
    }

    /// - Parameter isAnswered: Gets, for each answer that the server will send, true if it is that of the statement itself.
    private func send(_ statement: PostgresStatement, _ isAnswered: inout [Bool]) throws {
        let (sql, parameters) = (statement.sql, statement.parameters)
        let types = parameters.map(\.type)
        func check(_ sent: Int32) throws {
            guard sent == 1 else { throw PostgresFailure(connection: handle) }
        }
        switch statements.name(for: StatementNames.Key(sql: sql, types: types)) {
        case .none:
            try check(parameters.withPointers { PQsendQueryParams(handle, sql, $0, types, $1, $2, $3, 1) })
        case .new(let name, let evicted):
            if let evicted {
                try check(PQsendQueryParams(handle, "DEALLOCATE \(evicted)", 0, nil, nil, nil, nil, 1))
                isAnswered.append(false)
            }
            try check(PQsendPrepare(handle, name, sql, Int32(types.count), types))
            isAnswered.append(false)
            try check(parameters.withPointers { PQsendQueryPrepared(handle, name, $0, $1, $2, $3, 1) })
        case .known(let name):
            try check(parameters.withPointers { PQsendQueryPrepared(handle, name, $0, $1, $2, $3, 1) })
        }
        isAnswered.append(true)
    }
}
#endif
