import SwiftDiagnostics
import SwiftSyntax

/// A diagnostic of one of our macros.
struct MacroMessage: DiagnosticMessage {
    let message: String
    let severity: DiagnosticSeverity
    let diagnosticID: MessageID

    init(_ id: String, _ severity: DiagnosticSeverity, _ message: String) {
        self.message = message
        self.severity = severity
        diagnosticID = MessageID(domain: "SwiftDataMacros", id: id)
    }
}

/// A note beside a diagnostic.
struct MacroNote: NoteMessage {
    let message: String
    let noteID: MessageID

    init(_ id: String, _ message: String) {
        self.message = message
        noteID = MessageID(domain: "SwiftDataMacros", id: id)
    }
}

/// The message of a fix-it.
struct MacroFixIt: FixItMessage {
    let message: String
    let fixItID: MessageID

    init(_ id: String, _ message: String) {
        self.message = message
        fixItID = MessageID(domain: "SwiftDataMacros", id: id)
    }
}

extension FixIt {
    /// Replaces a node by another, keeping the space around it.
    static func replacing(
        _ node: some SyntaxProtocol,
        with newNode: some SyntaxProtocol,
        id: String,
        _ message: String
    ) -> FixIt {
        FixIt(
            message: MacroFixIt(id, message),
            changes: [.replace(oldNode: Syntax(node), newNode: Syntax(newNode))]
        )
    }
}
