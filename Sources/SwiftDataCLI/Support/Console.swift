import Foundation

/// The output of a command: the terminal or a pipe, or a buffer that a test reads.
package struct Console: Sendable {
    /// The output that programs read.
    package let output: @Sendable (String) -> Void
    /// Errors and progress.
    package let messages: @Sendable (String) -> Void
    /// True if a person sees the messages at once, so that a line may be drawn again and again.
    package let messagesAreShown: Bool
    /// The number of cells of a line of the terminal; nil if the output is not a terminal.
    package let width: Int?

    package init(
        output: @escaping @Sendable (String) -> Void,
        messages: @escaping @Sendable (String) -> Void,
        messagesAreShown: Bool = false,
        width: Int? = nil
    ) {
        self.output = output
        self.messages = messages
        self.messagesAreShown = messagesAreShown
        self.width = width
    }

    /// The console of the command that is running.
    @TaskLocal package static var current = Console.standard

    /// The standard streams of the process.
    package static let standard = Console(
        output: { write($0, to: .standardOutput) },
        messages: { write($0, to: .standardError) },
        messagesAreShown: Terminal.isTerminal(FileHandle.standardError.fileDescriptor),
        width: Terminal.width(FileHandle.standardOutput.fileDescriptor)
    )

    func print(_ line: String = "") { output(line + "\n") }

    func print(_ value: JSONValue) { output(value.text(isPretty: true) + "\n") }

    private static func write(_ text: String, to handle: FileHandle) {
        // A failure is ignored: there is no reader left to report it to.
        try? handle.write(contentsOf: Data(text.utf8))
    }
}
