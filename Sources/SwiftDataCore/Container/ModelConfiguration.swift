// INTERIM
import Foundation
public struct ModelConfiguration: Hashable, Sendable { public var name = "" }
