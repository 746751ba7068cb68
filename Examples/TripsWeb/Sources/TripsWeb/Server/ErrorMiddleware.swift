import Foundation
import HTTPTypes
import Hummingbird
import SwiftData

/// Makes a page of each error. A script that has sent a form gets the message alone.
struct ErrorMiddleware: RouterMiddleware {
    let pages: PageWriter

    func handle(
        _ request: Request,
        context: WebContext,
        next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        let answer: (status: HTTPResponse.Status, title: String, message: String)
        do {
            return try await next(request, context)
        } catch let error as WebError {
            answer = (error.status, error.title, error.message)
        } catch let error as FormErrors {
            // Of a form that has no page of its own.
            let message = error.messages.sorted { $0.key < $1.key }.map(\.value).joined(separator: " ")
            answer = (.unprocessableContent, "Something is wrong with the form", message)
        } catch let error as any HTTPResponseError {
            answer = Self.text(error.status)
        } catch let error as StoreError where error.code == .fileMoved {
            context.logger.error("\(request.method) \(request.uri.path): \(error)")
            let message = "Their file was moved or deleted. The server has to be started again."
            answer = (.serviceUnavailable, "The trips are gone", message)
        } catch  where error is StoreError || error is CocoaError {
            context.logger.error("\(request.method) \(request.uri.path): \(error)")
            answer = (.serviceUnavailable, "The trips cannot be read or saved now", "Try again in a moment.")
        } catch {
            context.logger.error("\(request.method) \(request.uri.path): \(error)")
            answer = (.internalServerError, "Something went wrong", "The log of the server says more.")
        }
        if request.isSentByScript {
            return Response(
                status: answer.status,
                headers: [.contentType: "text/plain; charset=utf-8"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: answer.message))
            )
        }
        return pages.error(answer.status, answer.title, answer.message, for: context.session)
    }

    private static func text(
        _ status: HTTPResponse.Status
    ) -> (status: HTTPResponse.Status, title: String, message: String) {
        switch status {
        case .notFound: (status, "There is no such page", "The address leads nowhere.")
        case .contentTooLarge: (status, "This is too long", "A photo has 5 MB at most, and a table as well.")
        case .requestTimeout: (status, "This came too slowly", "Try again.")
        case .unsupportedMediaType, .badRequest: (status, "This was not understood", "Go back and try again.")
        default: (status, status.reasonPhrase, "The server could not do this.")
        }
    }
}

extension Request {
    /// True for a form that the page's script has sent: it wants no page back.
    var isSentByScript: Bool { headers[.requestedWith] == "live" }
}
