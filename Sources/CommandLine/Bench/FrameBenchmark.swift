import Cartouche

/// A sequence of frames whose drawing is measured.
@MainActor
protocol FrameBenchmark {
  var size: PixelSize { get }
  var background: Color { get }
  /// The display list of the current frame.
  var list: DisplayList { get }
  /// The number of frames after which the sequence repeats.
  var period: Int { get }
  /// Advances to the next frame and makes its list.
  func prepare()
  /// Makes the next frame the first of the sequence.
  func restart()
  /// Uses `workers` for drawing that is part of making a list, such as cached layers.
  func draw(with workers: any WorkerPool)
  /// Measures the drawing of cached layers.
  func watchCachedImages(with timer: FrameStepTimer)
}

extension FrameBenchmark {
  var background: Color { .white }
  var period: Int { 1 }
  func restart() {}
  func draw(with workers: any WorkerPool) {}
  func watchCachedImages(with timer: FrameStepTimer) {}
}

/// A drawing from a file, recorded again for each frame.
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

/// Layers that change a little in each frame, as under a finger.
final class LayerBenchmark: FrameBenchmark {
  let period: Int
  // The stage instead of its kiosk, whose loop would block the signals that end the program.
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
  func watchCachedImages(with timer: FrameStepTimer) { timer.watchCachedImages(of: stage) }
}

/// A recorded display list, copied again for each frame.
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
