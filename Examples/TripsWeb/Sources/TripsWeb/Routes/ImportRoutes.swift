import Foundation
import Hummingbird
import TripsKit

/// Imports of places.
struct ImportRoutes: Sendable {
    let importer: Importer

    /// The most bytes of a table; that of the system has about 17,000.
    private static let largestTable = 256 * 1_024

    func add(to router: Router<WebContext>) {
        router.post("/import") { request, context in
            let table: ZoneTable
            if let file = context.form.file, !file.isEmpty {
                guard file.count <= Self.largestTable else {
                    throw FormErrors(["table": "A table has \(Self.largestTable / 1_024) KB at most."])
                }
                table = ZoneTable(file)
                guard !table.rows.isEmpty else {
                    let problem = table.badLines.first.map { " (\($0))" } ?? ""
                    throw FormErrors(["table": "No line of the file is a place\(problem)."])
                }
            } else {
                do {
                    table = try ZoneTable(contentsOf: ZoneTable.system)
                } catch {
                    throw FormErrors(["table": "This system has no table of places; choose a file."])
                }
            }
            try await importer.begin(table, as: context.session.person)
            return context.done(request, .places(search: ""))
        }
    }
}
