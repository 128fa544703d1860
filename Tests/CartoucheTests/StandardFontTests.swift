import Cartouche
import Foundation
import Logging
import Testing

@Suite @MainActor struct StandardFontTests {
  @Test("a text layer without fonts uses the standard fonts")
  func standard() {
    let layer = TextLayer("Haven 港口")
    #expect(layer.fonts === FontCollection.standard)
    #expect(layer.preferredFrameSize().width > 50)
    #expect(FontCollection.standard.familyNames.first == "DejaVu Sans")
  }

  @Test("a folder adds the fonts in it and its subfolders, in the order of their paths, and nothing else")
  func folder() throws {
    let fonts = FontCollection()
    fonts.add(fileOrFolder: "/usr/share/fonts/truetype/lohit-devanagari")
    fonts.add(fileOrFolder: "/no/such/file")
    #expect(fonts.familyNames == ["Lohit Devanagari"])
    #expect(fonts.takeErrors() == [.unreadable(file: "/no/such/file")])
    let empty = FileManager.default.temporaryDirectory.appending(path: "no-fonts-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: empty) }
    fonts.add(fileOrFolder: empty)
    #expect(fonts.takeErrors() == [.noFonts(folder: empty)])
    let (link, linked) = (empty + "/link", FontCollection())
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/usr/share/fonts/truetype/lohit-devanagari")
    linked.add(fileOrFolder: link)
    #expect(linked.familyNames == ["Lohit Devanagari"] && linked.takeErrors().isEmpty)
  }

  @Test("any thread makes text in the standard fonts, with the same layout and drawing")
  nonisolated func severalThreads() async {
    let texts = ["Haven 港口", "مرحبا", "Grüße aus Vaduz", "สวัสดี", "नमस्ते"]
    func drawing(_ text: String) -> [UInt8] {
      let layer = TextLayer(text, frame: Rect(x: 0, y: 0, width: 300, height: 40))
      var list = DisplayList()
      layer.draw(into: &list, transform: .identity, opacity: 255)
      let recording = DisplayListRecording(size: PixelSize(width: 300, height: 40), list: list)
      return (try? recording.encoded()) ?? []
    }
    let expected = texts.map { drawing($0) }
    #expect(expected.allSatisfy { !$0.isEmpty })
    FontCollection.standard.glyphs.removeAll()
    await withTaskGroup(of: Bool.self) { group in
      for task in 0..<8 {
        group.addTask {
          (0..<40).allSatisfy { round in
            let index = (task + round) % texts.count
            if round % 8 == task { FontCollection.standard.glyphs.removeAll() }
            return drawing(texts[index]) == expected[index]
          }
        }
      }
      for await isSame in group { #expect(isSame) }
    }
  }

  @Test("fonts that another thread adds change a text in the next frame of its kiosk")
  func addedElsewhere() async throws {
    let fonts = FontCollection()
    let kiosk = try Kiosk(board: .headless(size: PixelSize(width: 120, height: 48)))
    let layer = TextLayer("नम", fonts: fonts, frame: Rect(x: 0, y: 0, width: 100, height: 40))
    kiosk.root.addSublayer(layer)
    _ = try kiosk.run()
    let boxes = kiosk.snapshot()
    #expect(layer.layout.glyphs.allSatisfy { $0.face < 0 })
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      Thread.detachNewThread {
        fonts.add(fileOrFolder: "/usr/share/fonts/truetype/lohit-devanagari")
        done.resume()
      }
    }
    #expect(layer.layout.glyphs.allSatisfy { $0.face < 0 }, "drawing between frames changes nothing")
    _ = try kiosk.run()
    #expect(layer.layout.glyphs.allSatisfy { $0.face == 0 })
    let letters = kiosk.snapshot()
    #expect(PPM.encode(letters) != PPM.encode(boxes))
  }

  @Test("a kiosk logs each character that the standard fonts lack once")
  func missing() throws {
    let messages = LogMessages()
    var board = Board(name: "test")
    board.display = .headless
    board.mode = PreferredDisplayMode(size: PixelSize(width: 64, height: 48))
    board.glyphMemory = 3 << 20
    for _ in 0..<2 {
      let kiosk = try Kiosk(board: board, replay: nil, logger: Logger(label: "test") { _ in MessageLogHandler(messages: messages) })
      kiosk.root.addSublayer(TextLayer("go \u{1F9ED}", frame: kiosk.root.bounds))
      _ = try kiosk.run()
    }
    #expect(messages.sentences.filter { $0.contains("U+1F9ED") }.count == 1)
    #expect(FontCollection.standard.glyphs.byteLimit == 3 << 20)
  }
}

/// The messages that a kiosk logged.
final class LogMessages: @unchecked Sendable {
  var sentences: [String] = []
}

/// A log handler that collects messages.
struct MessageLogHandler: LogHandler {
  let messages: LogMessages
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.trace

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    messages.sentences.append("\(event.message)")
  }
}
