import ClientModels
import SwiftData
import Testing

@Suite struct ConditionalPropertyTests {
    @Test func onlyCompiledPropertiesAreInTheSchema() throws {
        let entity = try #require(Schema([Build.self]).entitiesByName["Build"])
        var names: Set<String> = ["name", "number", "commit", "last"]
        #if os(Linux) || os(Windows) || os(Android)
            names.insert("kernel")
        #else
            names.insert("signature")
        #endif
        #expect(Set(entity.attributesByName.keys) == names)
        #expect(entity.attributesByName["commit"]?.isUnique == true)
    }

    @Test func propertiesAfterOthersThatAreLeftOutKeepTheirValues() throws {
        let context = try memoryContext(Build.self)
        let build = Build(name: "a", commit: "c0ffee")
        build.last = 5
        context.insert(build)
        try context.save()
        let found = try #require(try ModelContext(context.container).fetch(FetchDescriptor<Build>()).first)
        #expect(found.name == "a")
        #expect(found.commit == "c0ffee")
        #expect(found.number == 1)
        #expect(found.last == 5)
        #if os(Linux) || os(Windows) || os(Android)
            #expect(found.kernel == "a kernel")
        #endif
    }
}
