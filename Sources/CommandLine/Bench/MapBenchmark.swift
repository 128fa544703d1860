import ArgumentParser
import CAllocations
import Cartouche
import CartoucheInventedTown
import CartoucheLinux
import Foundation

/// A map that moves, with tiles that workers load in the background, as on a screen.
@MainActor
final class MapBenchmark {
  /// How the map moves.
  enum Move: String, CaseIterable {
    /// By ten pixels a frame diagonally, and back at the edges of the data.
    case pan
    /// Between two zooms, by 1/50 a frame.
    case zoom
    /// By half a degree a frame.
    case turn
    /// With a vehicle that drives along the streets at 14 m/s: the map follows its fixes, one a second, and
    /// turns with its course.
    case follow
    /// Not at all, but every frame is drawn as a whole.
    case still

    var defaultFrameCount: Int { self == .follow ? 3600 : 300 }
  }

  let map: MapView
  private let stage: Stage
  private let queue: BackgroundThreads
  private let renderer = Renderer()
  private let workers: any WorkerPool
  private let memory: UnsafeMutableRawPointer
  private let home: MapCamera
  /// The area of the data, at whose edges a pan turns.
  private let area: MapRect?
  /// The tiles whose streets are driven.
  private let streets: (any TileSource)?
  private var step = Point(x: 10, y: 10)
  /// The drive that the map follows, and the errors of the fixes.
  private var drive: StreetDrive?
  private var errors = SeededGenerator(7)
  /// The speed of the drive in meters per second.
  private static let speed = 14.0
  /// The time of the frame. A frame is 1/60 s after the one before, as on a screen, however soon it comes.
  private var now = Timestamp.zero
  /// The number of measured frames in which the main thread allocated nothing.
  private(set) var quietFrames = 0
  /// The time between two frames of a screen with 60 frames a second.
  private static let interval = Duration.nanoseconds(16_666_667)

  /// - Parameter threads: The number of threads that draw. Those in the background come on top.
  init(_ map: MapView, size: PixelSize, area: MapRect?, streets: (any TileSource)?, threads: Int) {
    (self.map, self.area, self.streets, home) = (map, area, streets, map.camera)
    workers = threads == 1 ? SerialWorkerPool() : ThreadPool(count: threads)
    stage = Stage(size: size)
    stage.workers = workers
    queue = BackgroundThreads()
    stage.backgroundQueue = queue
    memory = .allocate(byteCount: size.width * size.height * 4, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 255, count: size.width * size.height * 4)
    map.frame = stage.root.bounds
    map.camera = home
    stage.root.addSublayer(map)
  }

  /// Frees the frame's memory and ends the workers.
  func close() {
    queue.close()
    memory.deallocate()
  }

  /// Draws frames until all tiles are there, and returns how long that takes.
  func load() -> Duration {
    let clock = ContinuousClock()
    return clock.measure {
      repeat {
        queue.finish()
        frame()
      } while map.isLoadingTiles
    }
  }

  /// Lets the map come to rest, and the workers prepare what a motion begins with.
  private func rest() {
    var frames = 0
    repeat {
      queue.finish()
      frame()
      frames += 1
    } while frames < 60 && (stage.nextFrame != .never || queue.isWorking)
  }

  /// Draws one frame as a screen would: what the workers finished, the layers, and the damaged pixels.
  @discardableResult
  func frame(forcing isWhole: Bool = false) -> Duration {
    let target = PixelBuffer(
      baseAddress: memory, size: stage.size, bytesPerRow: stage.size.width * 4, format: .xrgb8888,
      isOrdinaryMemory: true)
    let began = Self.processorTime
    defer { longestComputation = max(longestComputation, Self.processorTime - began) }
    let start = ContinuousClock.now
    queue.drain()
    queue.pause(forDrawingThreads: workers.count)
    defer { queue.resume() }
    now = Timestamp(nanoseconds: now.nanoseconds + Int64(Self.interval / .nanoseconds(1)))
    let damage = stage.commit(at: now)
    _ = renderer.draw(
      stage.displayList, into: target, damage: isWhole ? [PixelRect(stage.size)] : damage, workers: workers)
    return ContinuousClock.now - start
  }

  /// The most processor time that the thread took for a frame. Other programs on the machine, which may
  /// interrupt any frame, do not lengthen it much.
  private var longestComputation = Duration.zero

  /// The time for which the processor has worked for this thread.
  private static var processorTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// The maximum of the tile cache's memory in bytes.
  private(set) var tileBytes = 0

  /// The program's resident memory in the last measurement.
  private(set) var residentMemory = ResidentMemory(frameCount: 0)

  /// Moves the map and draws frames, and returns the line of results.
  ///
  /// - Parameters:
  ///   - count: The number of frames; nil for 300, or a minute of a drive.
  ///   - snapshots: Snapshots to make meanwhile. The map then moves at 60 frames a second, until they are
  ///     complete.
  func run(_ move: Move, frames count: Int?, snapshots: SnapshotLoad? = nil) throws -> String {
    let frames = count ?? move.defaultFrameCount
    map.camera = home
    _ = load()
    if move == .follow { try startDrive(frames: frames) }
    defer { (map.userTrackingMode, map.showsUserLocation) = (.none, false) }
    step = Point(x: 10, y: 10)
    rest()
    (longestComputation, quietFrames) = (.zero, 0)
    // Written once, so that the list does not grow meanwhile.
    var times = [Duration](repeating: .zero, count: frames)
    times.removeAll(keepingCapacity: true)
    residentMemory = ResidentMemory(frameCount: frames)
    var allocations: UInt64 = 0
    let clock = ContinuousClock()
    snapshots?.start()
    var number = 0
    while number < frames || (snapshots?.pendingCount ?? 0) > 0 {
      residentMemory.sample(frame: number)
      let start = clock.now
      let before = cartouche_thread_allocations()
      advance(move, number)
      times.append(frame(forcing: move == .still))
      tileBytes = max(tileBytes, map.tileByteCount)
      let allocated = cartouche_thread_allocations() - before
      allocations += allocated
      if allocated == 0 { quietFrames += 1 }
      // A screen shows a frame each 1/60 s, which gives workers time. The next frame comes as soon as they
      // have nothing to do.
      if map.isLoadingTiles || (snapshots?.pendingCount ?? 0) > 0 {
        waitUntil(start + Self.interval, clock)
      } else {
        while queue.isWorking, clock.now < start + Self.interval { Thread.sleep(forTimeInterval: 0.000_2) }
      }
      number += 1
    }
    residentMemory.end()
    let total = number
    times.sort()
    func text(_ index: Int) -> String { times[min(index, times.count - 1)].thousandths }
    return
      "cartouche map-\(move) \(stage.size.width) \(stage.size.height) median \(text(total / 2)) p99 \(text(total * 99 / 100)) "
      + "max \(text(total - 1)) cpu \(longestComputation.thousandths) frames \(total) allocations \(allocations / UInt64(max(total, 1))) "
      + "memcpy \(Self.copyDuration(stage.size).thousandths)"
  }

  /// Replaces the style, and returns how long it takes until it is shown, and the longest frame meanwhile.
  func replaceStyle(_ style: MapStyle) -> (shown: Duration, longestFrame: Duration) {
    let clock = ContinuousClock()
    let start = clock.now
    map.style = style
    var longest = clock.now - start
    repeat {
      let began = clock.now
      longest = max(longest, frame())
      if map.isLoadingTiles { waitUntil(began + Self.interval, clock) }
    } while map.isLoadingTiles
    return (clock.now - start, longest)
  }

  private func waitUntil(_ time: ContinuousClock.Instant, _ clock: ContinuousClock) {
    let rest = time - clock.now
    if rest > .zero { Thread.sleep(forTimeInterval: rest / .seconds(1)) }
  }

  private func advance(_ move: Move, _ number: Int) {
    switch move {
    case .pan:
      if let area {
        let (center, units) = (map.camera.centerPoint, Int64(1) << Int64(max(32 - map.camera.zoom.floor, 0)))
        // Content moves against the camera.
        if center.x < area.origin.x + 10 * units { step.x = -10 }
        if center.x > area.origin.x + area.width - 10 * units { step.x = 10 }
        if center.y < area.origin.y + 10 * units { step.y = -10 }
        if center.y > area.origin.y + area.height - 10 * units { step.y = 10 }
      }
      map.pan(by: step)
    case .zoom:
      var camera = home
      let phase = number % 200
      camera.zoom = home.zoom + Scalar(phase < 100 ? phase : 200 - phase) / 50
      map.camera = camera
    case .turn:
      var camera = home
      camera.bearing = home.bearing + .degrees(WideFixed<32>(number) / 2)
      map.camera = camera
    case .follow:
      guard let drive, number % 60 == 0 else { return }
      let place = drive.place(at: Double(number / 60) * Self.speed)
      (map.userLocation.location, map.userLocation.course) = (drive.fix(of: place, &errors), place.course)
    case .still: map.redrawAll()
    }
  }

  /// Lets the map follow a drive from its center.
  private func startDrive(frames: Int) throws {
    guard let streets else { throw Failure("--move follow: the map has no vector tiles with streets; give --tiles.") }
    drive = try StreetDrive(in: streets, center: home.center, meters: Double(frames / 60 + 2) * Self.speed, seed: 23)
    errors = SeededGenerator(7)
    advance(.follow, 0)
    map.userTrackingMode = .followWithCourse
    _ = load()
  }

  /// Returns the median time of copying a frame between buffers of 256 MB in all, which no cache holds.
  private static func copyDuration(_ size: PixelSize) -> Duration {
    let count = size.width * size.height * 4
    let buffers = (0..<max(2, (256 << 20) / max(count, 1))).map { _ in
      let buffer = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 64)
      buffer.initializeMemory(as: UInt8.self, repeating: 1, count: count)
      return buffer
    }
    defer { for buffer in buffers { buffer.deallocate() } }
    let clock = ContinuousClock()
    let times = (0..<buffers.count * 2).map { index in
      clock.measure {
        buffers[(index + 1) % buffers.count].copyMemory(from: buffers[index % buffers.count], byteCount: count)
      }
    }
    return times.sorted()[times.count / 2]
  }
}

extension Duration {
  /// The duration in milliseconds with three decimals.
  fileprivate var thousandths: String { String(format: "%.3f", self / .milliseconds(1)) }
}

extension MapBenchmark.Move: ExpressibleByArgument {}
