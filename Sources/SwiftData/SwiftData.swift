// `import SwiftData` brings the modules that a model layer needs: the framework, its default store, and, as Apple's
// module does, Foundation and Observation.
@_exported public import Foundation
@_exported public import Observation
@_exported public import SwiftDataCore
@_exported public import SwiftDataSQLite
