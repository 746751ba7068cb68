import SwiftDataTesting
import Testing

/// The findings of random scripts, as they were shrunk.
@Suite struct ScriptFindingsTests {
    private let trial = ScriptTrial()
    private let undoing = RandomScript.Setting(hasUndo: true)
    private let lazy = RandomScript.Setting(isLazy: true)

    private func work(_ label: Int) -> ScriptStep { .make(label, .work, [.text("w"), .nothing]) }
    private func room(_ label: Int) -> ScriptStep { .make(label, .room, [.integer(1)]) }
    private func topic(_ label: Int) -> ScriptStep { .make(label, .topic, [.text("t")]) }
    private func gallery(_ label: Int) -> ScriptStep { .make(label, .gallery, [.text("g")]) }
    private func frame(_ label: Int, of owner: Int) -> ScriptStep { .make(label, .frame, [.text("f")], of: owner) }
    private func artist(_ label: Int) -> ScriptStep { .make(label, .artist, [.text("a"), .integer(1), .nothing]) }

    private func sculptor(_ label: Int) -> ScriptStep {
        .make(label, .sculptor, [.text("s"), .integer(1), .nothing, .nothing])
    }

    @Test func aModelMadeWithAnInsertedPartnerMayBeUsedAtOnce() throws {
        try trial.run(RandomScript([work(1), .insert(1), frame(2, of: 1)]))
    }

    @Test func whatWasNeverSavedAndIsDeletedLeavesNothingBehind() throws {
        try trial.run(
            RandomScript([room(1), .insert(1), gallery(2), .point(1, "gallery", 2), .delete(2), .save])
        )
        try trial.run(
            RandomScript([gallery(1), .insert(1), artist(2), .point(1, "patron", 2), .delete(2), .save])
        )
    }

    @Test func aRelationshipThatNobodyClearedMayBeSet() throws {
        let start = [room(1), .insert(1), gallery(2), .point(1, "gallery", 2), .save, .delete(2), .save]
        try trial.run(RandomScript(start + [.point(1, "gallery", nil), .save]))
        try trial.run(RandomScript(start + [.reopen, .point(1, "gallery", nil), .save]))
        try trial.run(RandomScript(start + [.reopen, .delete(1), .save]))
    }

    @Test func aPartnerThatIsDisplacedIsNotInserted() throws {
        try trial.run(RandomScript([work(1), frame(2, of: 1), work(3), .insert(3), .point(3, "frame", 2), .save]))
        try trial.run(
            RandomScript([work(1), work(2), frame(3, of: 1), frame(4, of: 2), .insert(2), .point(4, "work", 1)])
        )
    }

    @Test func aPartnerThatIsDisplacedAndThatNobodyHoldsIsSaved() throws {
        try trial.run(
            RandomScript(lazy, [work(1), .insert(1), frame(2, of: 1), .save, .switchContext, frame(3, of: 1)])
        )
    }

    @Test func aRelationshipToNoModelsIsTheSameAsNone() throws {
        try trial.run(RandomScript([work(1), .insert(1), .save, .switchContext, .replace(1, "topics", [])]))
    }

    private func badge(_ label: Int, _ code: String) -> ScriptStep { .make(label, .badge, [.text(code), .text("c")]) }

    @Test func anEditOfATransactionMayMakeTwoNewModelsOne() throws {
        let start = [badge(1, "a"), topic(2), .insert(2), .append(1, "topics", 2), badge(3, "b"), .insert(3)]
        let edits: [ScriptStep] = [.set(3, "code", .text("a")), .append(3, "topics", 2)]
        for edits in [edits, Array(edits.prefix(1)), edits.reversed()] {
            for setting in [undoing, lazy] {
                try trial.run(RandomScript(setting, start + [.transaction(edits, fails: false), .fetch(.badge)]))
            }
        }
    }

    @Test func theSameValueAgainIsNoEdit() throws {
        try trial.run(
            RandomScript([
                topic(1), .insert(1), .save, .set(1, "word", .text("t")), .writeElsewhere(1, "word", .text("u")),
            ])
        )
    }

    @Test func aRowDoesNotLeadToOneThatTheSameSaveDeletes() throws {
        try trial.run(
            RandomScript([artist(1), gallery(2), .insert(1), .save, .point(2, "patron", 1), .delete(1), .save])
        )
    }

    @Test func aDeletedPartnerIsNotInsertedAgain() throws {
        try trial.run(
            RandomScript([artist(1), gallery(2), .point(2, "patron", 1), .insert(1), .delete(1), .insert(2), .save])
        )
    }

    @Test func insertionsAreUndoneWithWhatBroughtThem() throws {
        try trial.run(RandomScript(undoing, [topic(1), .insert(1), work(2), .append(1, "works", 2), .undo, .save]))
        try trial.run(
            RandomScript(undoing, [topic(1), .insert(1), work(2), .append(1, "works", 2), .undo, .redo, .save])
        )
        try trial.run(RandomScript(undoing, [work(1), .insert(1), frame(2, of: 1), .undo, .redo, .save]))
    }

    @Test func anEditThatChangesNothingIsNoUndoAction() throws {
        try trial.run(
            RandomScript(
                undoing,
                [
                    sculptor(1), .insert(1), .replace(1, "commissions", []), .delete(1), .undo, .undo, .redo,
                ]
            )
        )
    }

    @Test func aCascadeIsUndoneAfterItWasSaved() throws {
        try trial.run(
            RandomScript(
                undoing,
                [
                    artist(1), .insert(1), work(2), .append(1, "works", 2), frame(3, of: 2), .save, .delete(1), .save,
                    .undo, .save, .reopen,
                ]
            )
        )
    }

    @Test func relationshipsWithoutAnotherSideAreUndoneAfterASave() throws {
        try trial.run(
            RandomScript(
                undoing,
                [
                    gallery(1), .insert(1), artist(2), .point(1, "patron", 2), room(3), .append(1, "rooms", 3), .save,
                    .delete(2), .delete(1), .save, .undo, .undo, .save, .reopen,
                ]
            )
        )
    }

    @Test func whatADeletionLeftAloneIsThereAgainAfterUndo() throws {
        try trial.run(
            RandomScript(
                undoing,
                [
                    gallery(1), .insert(1), room(2), .append(1, "rooms", 2), .save, .delete(1),
                    .point(2, "gallery", nil), .undo, .undo, .save,
                ]
            )
        )
        try trial.run(
            RandomScript(
                undoing,
                [
                    gallery(1), .insert(1), artist(2), .point(1, "patron", 2), .save, .delete(2),
                    .point(1, "patron", nil), .undo, .undo, .save,
                ]
            )
        )
    }

    @Test func theOrderIsAsItWasWhenARollbackIsOver() throws {
        try trial.run(
            RandomScript([
                artist(1), artist(2), artist(3), .insert(1), .replace(1, "pupils", [3, 2]), .save,
                .replace(1, "pupils", [2]), .append(1, "pupils", 3), .rollback,
            ])
        )
    }

    // MARK: Two contexts

    @Test func anEditTakesAModelFromTheOwnerThatAnotherContextGaveIt() throws {
        try trial.run(
            RandomScript([
                artist(3), .insert(3), .save, sculptor(4), .append(4, "pupils", 3), .switchContext,
                .append(3, "pupils", 3), .save, .switchContext, .save,
            ])
        )
        try trial.run(
            RandomScript([
                work(2), .insert(2), .save, frame(8, of: 2), .switchContext, frame(11, of: 2), .save, .switchContext,
                .delete(11), .save,
            ])
        )
    }

    @Test func whatAnotherContextRelatesToADeletedModelFallsUnderItsRules() throws {
        let start = [work(1), .insert(1), .save, .delete(1), .switchContext]
        try trial.run(RandomScript(start + [topic(2), .append(1, "topics", 2), .save, .switchContext, .rollback]))
        try trial.run(RandomScript(start + [frame(2, of: 1), .save, .switchContext, .save]))
        try trial.run(
            RandomScript([
                work(3), .insert(3), artist(7), .save, .point(3, "artist", 7), .delete(3), .switchContext,
                sculptor(18), .point(3, "artist", 18), .save, .switchContext, .save,
            ])
        )
    }

    @Test func aBatchDeletionLeavesNothingInUnsavedEdits() throws {
        try trial.run(
            RandomScript([
                .make(1, .badge, [.text("a"), .text("b")]), .insert(1), .save, topic(3), .append(1, "topics", 3),
                .deleteAll(.badge, "colour", .text("b"), subclasses: true), .save,
            ])
        )
    }

    // MARK: One owner

    @Test func aMemberWithoutAnotherSideHasOneOwner() throws {
        for setting in [lazy, RandomScript.Setting()] {
            let start = [gallery(1), gallery(2), work(3), .insert(1), .insert(2), .append(1, "shown", 3), .save]
            try trial.run(RandomScript(setting, start + [.append(2, "shown", 3), .save]))
            try trial.run(RandomScript(setting, start + [.forget, .append(2, "shown", 3), .rollback]))
            try trial.run(
                RandomScript(setting, start + [.reopen, .append(2, "shown", 3), .remove(2, "shown", 3), .save])
            )
            try trial.run(
                RandomScript(
                    setting,
                    start + [
                        gallery(4), .insert(4), .save, .switchContext, .append(2, "shown", 3), .switchContext,
                        .append(4, "shown", 3), .save, .switchContext, .save,
                    ]
                )
            )
            try trial.run(
                RandomScript(setting, start + [.delete(1), .append(2, "shown", 3), .insert(1), .save])
            )
        }
    }

    @Test func aTransactionThatFailsLeavesAModelThatItInsertedAsItWas() throws {
        try trial.run(
            RandomScript([artist(2), .transaction([.insert(2), .point(2, "mentor", 2)], fails: true)])
        )
        try trial.run(
            RandomScript([
                .make(6, .juror, [.text("a")]), .make(12, .jury, [.text("b")]),
                .transaction([.insert(6), .point(6, "jury", 12), .set(12, "prize", .text("c"))], fails: true),
            ])
        )
    }
}
