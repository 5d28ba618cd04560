import MeridianKernel
import MeridianTestSupport
import MeridianWorkspace
import Testing

/// The seven states, what makes a document dirty, and how both are told.
@Suite struct `The state of a document` {
  private typealias Facts = DocumentState.Facts

  @Test func `the first state that holds is shown`() {
    #expect(
      DocumentState.allCases.map(\.rawValue) == [
        "unavailable", "notDownloaded", "downloading", "conflict", "localDraft", "edited",
        "downloaded",
      ])
    #expect(DocumentState(Facts()) == .downloaded)
    #expect(DocumentState(Facts(saved: .notes)) == .edited)
    #expect(DocumentState(Facts(hasSessionEdits: true, saved: .notes)) == .localDraft)
    #expect(DocumentState(Facts(hasSourceChanged: true, saved: .layers)) == .conflict)
    #expect(DocumentState(Facts(hasSourceChanged: true, hasSessionEdits: true)) == .conflict)
    for (source, state) in [
      (Facts.Source.unavailable, DocumentState.unavailable), (.notDownloaded, .notDownloaded),
      (.downloading, .downloading),
    ] {
      let facts = Facts(
        source: source, hasSourceChanged: true, hasSessionEdits: true, saved: .bookmarks)
      #expect(DocumentState(facts) == state)
    }
  }

  @Test func `a source that changed under a clean copy is no conflict`() {
    #expect(DocumentState(Facts(hasSourceChanged: true)) == .downloaded)
  }

  @Test func `layers, attributes, notes and bookmarks make dirty, and nothing else`() {
    let all: Dirt = [.layers, .attributes, .notes, .bookmarks]
    #expect(all.words == "layers, attributes, notes and bookmarks")
    #expect(Dirt().words.isEmpty && Dirt.notes.words == "notes")
    #expect(Dirt([.layers, .bookmarks]).words == "layers and bookmarks")
    #expect(Facts(hasSessionEdits: true, saved: .notes).dirt == [.attributes, .notes])
    #expect(Facts().dirt.isEmpty)
  }

  @Test func `every state and reason has a text, a symbol of its own and words`() {
    let states = DocumentState.allCases
    #expect(Set(states.map(\.text)).count == states.count)
    #expect(Set(states.map(\.symbol)).count == states.count)
    #expect(Set(states.map(\.spoken)).count == states.count)
    for state in states {
      #expect(!state.text.isEmpty && !state.symbol.isEmpty)
      #expect(state.spoken.hasPrefix(state.text + ":"), "the words begin with what is shown")
    }
    let reasons: [Editability] = [
      .editable, .layerHidden, .layerLocked, .markup, .reference, .noStableID, .readOnlyFile,
    ]
    #expect(Set(reasons.map(\.symbol)).count == reasons.count)
    #expect(Set(reasons.map(\.spoken)).count == reasons.count)
    #expect(!reasons.contains { $0.spoken.isEmpty || $0.symbol.isEmpty })
    #expect(Editability.layerLocked.spoken == "Not editable: the layer is locked; unlock it first")
    #expect(Editability.editable.spoken == "Editable")
  }
}
