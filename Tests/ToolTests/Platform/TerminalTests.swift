import Foundation
import Testing

@testable import SwiftDataCLI

/// The facts that the tool finds out about the terminal that it runs in.
@Suite struct TerminalTests {
    @Test func aPipeIsNoTerminal() {
        let pipe = Pipe()
        let descriptor = pipe.fileHandleForWriting.fileDescriptor
        #expect(!Terminal.isTerminal(descriptor))
        #expect(Terminal.width(descriptor) == nil)
    }

    #if os(Linux)
        @Test func aTerminalHasTheWidthOfItsWindow() throws {
            let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
            try #require(terminal >= 0)
            defer { close(terminal) }
            var size = winsize(ws_row: 24, ws_col: 132, ws_xpixel: 0, ws_ypixel: 0)
            try #require(ioctl(terminal, UInt(TIOCSWINSZ), &size) == 0)
            #if PORTABLE_FALLBACKS
                // Nothing is drawn again and again, nor in colours.
                #expect(!Terminal.isTerminal(terminal) && Terminal.width(terminal) == nil)
            #else
                #expect(Terminal.isTerminal(terminal) && Terminal.width(terminal) == 132)
            #endif
        }
    #endif
}
