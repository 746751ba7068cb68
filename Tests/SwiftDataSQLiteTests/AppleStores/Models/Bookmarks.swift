import Foundation
import SwiftData

/// Models as those of the app that wrote coredata-ddg-Bookmarks_V4.sqlite.
enum Bookmarks4 {
    @Model final class BookmarkEntity {
        var uuid: String
        var title: String?
        var url: String?
        var isFolder: Bool
        var isPendingDeletion: Bool? = false
        var modifiedAt: Date?
        var parent: BookmarkEntity?
        @Relationship(deleteRule: .cascade, inverse: \BookmarkEntity.parent) var children: [BookmarkEntity] = []
        var favoriteFolders: [BookmarkEntity] = []
        @Relationship(inverse: \BookmarkEntity.favoriteFolders) var favorites: [BookmarkEntity] = []

        init(uuid: String, isFolder: Bool = false) {
            self.uuid = uuid
            self.isFolder = isFolder
        }
    }
}

/// Models as those of the app that wrote coredata-ddg-Bookmarks_V5.sqlite.
enum Bookmarks5 {
    @Model final class BookmarkEntity {
        var uuid: String
        var title: String?
        var url: String?
        var isFolder: Bool
        var isPendingDeletion: Bool? = false
        var modifiedAt: Date?
        var lastChildrenPayloadReceivedFromSync: String?
        var parent: BookmarkEntity?
        @Relationship(deleteRule: .cascade, inverse: \BookmarkEntity.parent) var children: [BookmarkEntity] = []
        @Relationship(originalName: "favoriteFolder") var favoriteFolders: [BookmarkEntity] = []
        @Relationship(inverse: \BookmarkEntity.favoriteFolders) var favorites: [BookmarkEntity] = []

        init(uuid: String, isFolder: Bool = false) {
            self.uuid = uuid
            self.isFolder = isFolder
        }
    }
}

/// Models as those of the app that wrote coredata-ddg-SyncMetadata_V3.sqlite.
enum SyncMetadata {
    @Model final class SyncableSettingsMetadata {
        var key: String
        var lastModified: Date?

        init(key: String) { self.key = key }
    }

    @Model final class SyncFeatureEntity {
        var name: String
        var lastModified: String?
        var state: String

        init(name: String, state: String) {
            self.name = name
            self.state = state
        }
    }
}
