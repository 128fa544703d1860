import Cartouche
import CartoucheInventedTown

/// Frames that are drawn one after another to be timed.
@MainActor
protocol FrameBenchmark {
  var size: PixelSize { get }
  var background: Color { get }
  /// What the frame at hand is drawn of.
  var list: DisplayList { get }
  /// After how many frames it begins again.
  var period: Int { get }
  /// Makes the next frame's list.
  func prepare()
  /// Lets the next frame be the first again.
  func restart()
  /// Has what is drawn while a list is made drawn by `workers`.
  func draw(with workers: any WorkerPool)
}

extension FrameBenchmark {
  var background: Color { .white }
  var period: Int { 1 }
  func restart() {}
  func draw(with workers: any WorkerPool) {}
}

/// A file's drawing, recorded anew for each frame.
final class DrawingBenchmark: FrameBenchmark {
  private let drawing: DrawingFile
  private(set) var list = DisplayList()

  init(_ drawing: DrawingFile) {
    self.drawing = drawing
  }

  var size: PixelSize { drawing.size }
  var background: Color { drawing.background }

  func prepare() {
    list.removeAll()
    drawing.record(into: &list)
  }
}

/// Layers that are a little different in each frame, as under a finger.
final class LayerBenchmark: FrameBenchmark {
  let period: Int
  // Not its kiosk, whose loop would hold back the signals that end a program.
  private let stage: Stage
  private let move: (Int) -> Void
  private var number = 0

  init(_ stage: Stage, period: Int, _ move: @escaping (Int) -> Void) {
    (self.stage, self.period, self.move) = (stage, period, move)
  }

  var size: PixelSize { stage.size }
  var list: DisplayList { stage.displayList }

  func prepare() {
    move(number)
    number = (number + 1) % period
    _ = stage.commit()
  }

  func restart() { number = 0 }
  func draw(with workers: any WorkerPool) { stage.workers = workers }
}

/// A map that stands still, recorded anew for each frame.
final class RecordingBenchmark: FrameBenchmark {
  private let recording: DisplayListRecording
  private(set) var list = DisplayList()

  init(_ recording: DisplayListRecording) {
    self.recording = recording
  }

  var size: PixelSize { recording.size }

  func prepare() {
    list.removeAll()
    list.append(recording.list)
  }
}

/// A frame of the program's own.
enum DemoBenchmark: String {
  case map, carousel, belt, clusters, fog

  @MainActor
  func frames(size: PixelSize) throws -> any FrameBenchmark {
    var board = Board(name: "bench")
    board.display = .headless
    board.mode = BoardMode(size: size)
    guard board.mode?.isSupported == true else {
      throw Failure(
        "--size \(size.width)x\(size.height): no such frame can be drawn; give each side 1 to \(BoardMode.maximumSide) pixels.")
    }
    let kiosk = try Kiosk(board: board)
    defer { kiosk.close() }
    switch self {
    case .carousel:
      let carousel = Carousel(on: kiosk, angle: .degrees(20))
      // Until the next card stands where the first one did.
      return LayerBenchmark(kiosk.stage, period: 24) { carousel.layOut(.degrees(20) + .degrees(3) * $0) }
    case .belt:
      let belt = Belt(on: kiosk, angle: .zero, town: TownTileSource(try TownGenerator()))
      // To and fro before a map, so that there is one that changes in every frame.
      return LayerBenchmark(kiosk.stage, period: 20) { belt.layOut(.degrees(1) * (abs($0 - 10) - 5)) }
    case .clusters:
      return try ClusterBenchmark.frames(on: kiosk)
    case .fog:
      return try FogBenchmark.frames(on: kiosk)
    case .map:
      let town = try TownGenerator()
      let best = town.defaultView(width: size.width, height: size.height)
      let map = MapView(frame: kiosk.root.bounds, theme: .standard)
      map.sources = [TownTileSource(town)]
      map.camera = MapCamera(
        center: Coordinate(latitude: best.latitude, longitude: best.longitude),
        zoom: Scalar(rawValue: Int64((best.zoom * 65_536).rounded())))
      kiosk.root.addSublayer(map)
      try kiosk.run()
      return RecordingBenchmark(kiosk.recording())
    }
  }
}
