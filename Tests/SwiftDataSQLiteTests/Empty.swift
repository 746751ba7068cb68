// See the feature folders.
