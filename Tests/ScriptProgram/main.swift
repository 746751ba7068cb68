// Another program that writes to the store of a random script.
import Foundation
import SwiftDataTesting

exit(ScriptProgram.main(CommandLine.arguments))
