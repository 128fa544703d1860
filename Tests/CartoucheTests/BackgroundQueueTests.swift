import Cartouche
import Glibc
import Synchronization
import Testing

/// A layer that loads its color: on the queue of its stage, or else at once.
private final class LoadedLayer: Layer {
  private(set) var hasLoaded = false
  private(set) var loads = 0
  var onLoad: (() -> Void)?

  func load() {
    loads += 1
    guard let queue = backgroundQueue else { return show(.red) }
    queue.compute {
      usleep(20_000)
      return Color.red
    } completion: { [weak self] color in
      self?.show(color)
    }
  }

  private func show(_ color: Color) {
    backgroundColor = color
    hasLoaded = true
    onLoad?()
  }
}

/// A layer whose first layout on a live display submits work.
private final class SubmittingLayer: Layer {
  private var hasSubmitted = false
  let work: @Sendable () -> Void
  let completion: () -> Void

  init(frame: Rect, work: @escaping @Sendable () -> Void, completion: @escaping () -> Void) {
    (self.work, self.completion) = (work, completion)
    super.init(frame: frame)
    backgroundColor = .red
  }

  override func layoutSublayers() {
    guard let queue = backgroundQueue, !hasSubmitted else { return }
    hasSubmitted = true
    queue.submit(work, completion: completion)
  }
}

@MainActor
@Suite("The background queue of a kiosk")
struct BackgroundQueueTests {
  private let kiosk: Kiosk
  private let layer: LoadedLayer

  private static func kiosk(threads: Int) throws -> Kiosk {
    var board = Board(name: "test")
    board.display = .headless
    board.touch = .none
    board.mode = PreferredDisplayMode(size: PixelSize(width: 32, height: 16), refreshMillihertz: 60_000)
    (board.threads, board.buffers) = (threads, 1)
    return try Kiosk(board: board, replay: Replay())
  }

  init() throws {
    kiosk = try Self.kiosk(threads: 1)
    layer = LoadedLayer(frame: kiosk.root.bounds)
    kiosk.root.addSublayer(layer)
  }

  @Test("on a live display, loaded content wakes the kiosk and is shown in a later frame")
  func live() throws {
    var frames = 0
    layer.onLoad = { [unowned layer, kiosk] in
      #expect(frames == 1 && layer.needsFrame(of: kiosk))
    }
    kiosk.onPresent { [unowned layer, kiosk] _ in
      frames += 1
      if layer.hasLoaded { kiosk.stop() } else { layer.load() }
    }
    #expect(try kiosk.runLive() == .stopped)
    #expect(frames == 2 && layer.loads == 1)
    #expect(layer.backgroundQueue == nil, "only while the kiosk runs")
    kiosk.close()
  }

  @Test("work that a layout submits waits until several threads have drawn the frame", .timeLimit(.minutes(1)))
  func pause() throws {
    // More threads than any machine of ours has processors.
    let kiosk = try Self.kiosk(threads: 64)
    let hasBegun = Atomic<Bool>(false)
    kiosk.root.addSublayer(
      SubmittingLayer(frame: kiosk.root.bounds) {
        hasBegun.store(true, ordering: .releasing)
      } completion: {
        kiosk.stop()
      })
    var frames = 0
    kiosk.onPresent { _ in
      frames += 1
      usleep(20_000)
      let isEarly = hasBegun.load(ordering: .acquiring)
      #expect(!isEarly)
    }
    #expect(try kiosk.runLive() == .stopped)
    #expect(frames == 1 && hasBegun.load(ordering: .acquiring))
    kiosk.close()
  }

  @Test("a replay has no queue: content is loaded in the frame that asks for it")
  func replay() throws {
    var frames = 0
    kiosk.onPresent { _ in frames += 1 }
    kiosk.onTick { [unowned layer] _ in
      if layer.loads == 0 {
        layer.load()
        #expect(layer.hasLoaded)
      }
      return .still
    }
    #expect(try kiosk.run() == .finished)
    #expect(frames == 1 && layer.loads == 1)
  }

  @Test("with a count of 0, a live display has no queue either")
  func none() throws {
    kiosk.backgroundThreadCount = 0
    kiosk.onPresent { [unowned layer, kiosk] _ in
      layer.load()
      kiosk.stop()
    }
    #expect(try kiosk.runLive() == .stopped)
    #expect(layer.hasLoaded)
  }

  @Test("closing a kiosk while its threads work waits for them and calls no completion")
  func close() throws {
    kiosk.onPresent { [unowned layer, kiosk] _ in
      for _ in 0..<100 { layer.load() }
      kiosk.stop()
    }
    #expect(try kiosk.runLive() == .stopped)
    let start = ContinuousClock.now
    kiosk.close()
    #expect(ContinuousClock.now - start < .seconds(1), "loading everything takes 2 s on a thread")
    #expect(!layer.hasLoaded)
  }
}

extension LoadedLayer {
  /// Whether the layer's change makes a frame of the kiosk due.
  @MainActor
  fileprivate func needsFrame(of kiosk: Kiosk) -> Bool { kiosk.stage.needsCommit }
}
