#if DEBUG
    import Foundation
    import SwiftData
    import SwiftDataCore
    import TestSupport
    import Testing

    // The reports of a process serve one test at a time.
    extension ReleaseElsewhereTests {
        /// A debug build says where a context or a model is used outside of its isolation.
        @Suite struct IsolationReportTests {
            /// Collects the reports of some work.
            private func reports(of work: () async throws -> Void) async rethrows -> [IsolationReports.Use] {
                let found = Mutexed<[IsolationReports.Use]>([])
                IsolationReports.setHandler { use, _ in found.withLock { $0.append(use) } }
                defer { IsolationReports.setHandler(nil) }
                try await work()
                return found.withLock { $0 }
            }

            /// Something that the compiler is told not to look at.
            private struct Smuggled: @unchecked Sendable {
                let store: TemporaryFolder
                let context: ModelContext
                let diary: Diary
            }

            @MainActor private func smuggled() throws -> Smuggled {
                let store = try TemporaryFolder()
                let context = try store.container(for: Diary.self).mainContext
                let diary = Diary(owner: "A", text: "B")
                context.insert(diary)
                try context.save()
                return Smuggled(store: store, context: context, diary: diary)
            }

            @Test func aMainContextThatAnotherThreadUsesIsReported() async throws {
                let smuggled = try await smuggled()
                let found = try await reports {
                    try await Task.detached {
                        _ = try smuggled.context.fetchCount(FetchDescriptor<Diary>())
                        _ = smuggled.diary.text
                    }.value
                }
                #expect(found.contains(.operation))
                #expect(found.contains(.access("Diary")))
            }

            @Test func useOnTheMainActorAndTheReleaseElsewhereAreNotReported() async throws {
                let found = try await reports {
                    let smuggled = try await smuggled()
                    try await MainActor.run {
                        _ = try smuggled.context.fetch(FetchDescriptor<Diary>()).map(\.text)
                        smuggled.diary.text = "C"
                        try smuggled.context.save()
                    }
                }
                #expect(!found.contains(.access("Diary")))
            }
        }
    }
#endif
