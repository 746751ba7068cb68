import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import SwiftData

extension Problem {
    /// The problem that is reported to a client for an error; nil where only the log may describe it.
    static func expected(_ error: any Error) -> Problem? {
        switch error {
        case let error as Problem: error
        case let error as StoreError where [.busy, .locked, .timedOut].contains(error.code): .busy
        case let error as StoreError where error.code == .diskFull: .storageFull
        case let error as any HTTPResponseError: .of(error.status)
        // The client has disconnected, or sends bytes that are no HTTP.
        case is HTTPParserError, is ChannelError, is IOError: .badRequest
        case is CancellationError: .busy
        default: nil
        }
    }

    private static func of(_ status: HTTPResponse.Status) -> Problem {
        switch status {
        case .notFound, .methodNotAllowed: .noSuchRequest
        case .contentTooLarge: .tooLarge
        default: status.kind == .serverError ? .failure : .badRequest
        }
    }
}
