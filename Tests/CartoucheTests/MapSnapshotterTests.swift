import Cartouche
import Glibc
import Synchronization
import Testing

/// A source without tiles that waits in each reading until the test opens it.
private final class GatedSource: TileSource {
  let name = "gated"
  let zoomRange = 0...14
  private let isOpen = Atomic(false)
  private let readings = Atomic(0)

  /// The number of readings that have begun.
  var readCount: Int { readings.load(ordering: .acquiring) }

  func open() { isOpen.store(true, ordering: .releasing) }

  func tile(_ id: TileID) throws(TileError) -> [UInt8]? {
    readings.add(1, ordering: .releasing)
    while !isOpen.load(ordering: .acquiring) { usleep(1000) }
    return nil
  }
}

/// Reads which thread makes snapshots, and its niceness.
private final class ThreadProbe: Sendable {
  struct Reading {
    var niceness: Int32
    var thread: UInt
  }

  private let state = Mutex<Reading?>(nil)
  /// The reading of the thread that called ``read()``; nil if none did.
  var reading: Reading? { state.withLock { $0 } }

  func read() { state.withLock { $0 = Self.current } }

  static var current: Reading {
    Reading(niceness: getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0), thread: UInt(pthread_self()))
  }
}

// The tests share one thread, so they run one after the other.
@MainActor
@Suite("The snapshotter", .serialized)
struct MapSnapshotterTests {
  private func options(_ source: (any TileSource)? = nil, _ index: Int = 0) -> MapSnapshotOptions {
    var options = MapSnapshotOptions(size: PixelSize(width: 40, height: 24))
    options.sources = source.map { [$0] } ?? []
    options.style = MapStyle(layers: [
      StyleLayer("background", kind: .background, properties: [.backgroundColor: .color(Color(hex: UInt32(0x102030 + index)))]),
      StyleLayer("land", kind: .fill, sourceLayer: "land", properties: [.fillColor: 0xff0000]),
    ])
    options.camera = MapCamera(center: Coordinate(latitude: 47, longitude: 9), zoom: 12)
    return options
  }

  private nonisolated func color(_ snapshot: MapSnapshot) -> UInt32 {
    withExtendedLifetime(snapshot.image) { snapshot.image.storage.pixels[0] }
  }

  private func isCancelled(_ result: Result<MapSnapshot, MapSnapshotError>) -> Bool {
    if case .failure(.cancelled) = result { true } else { false }
  }

  /// Starts a snapshot in a task, and waits until its source is read.
  private func startedTask(_ snapshotter: MapSnapshotter, _ source: GatedSource) async
    -> Task<Result<MapSnapshot, MapSnapshotError>, Never>
  {
    let task = Task { () -> Result<MapSnapshot, MapSnapshotError> in
      do throws(MapSnapshotError) {
        return .success(try await snapshotter.start())
      } catch {
        return .failure(error)
      }
    }
    while source.readCount == 0 { await Task.yield() }
    return task
  }

  @Test("a snapshot is made on another thread of lower priority, and its image has the map's pixels")
  func thread() async throws {
    let probe = ThreadProbe()
    var options = options()
    options.content = { _ in probe.read() }
    let snapshotter = MapSnapshotter(options: options)
    #expect(!snapshotter.isLoading)
    let snapshot = try await snapshotter.start()
    #expect(color(snapshot) == 0xff10_2030 && !snapshotter.isLoading)
    let (own, reading) = (ThreadProbe.current, try #require(probe.reading))
    #expect(reading.thread != own.thread && reading.niceness == min(own.niceness + 10, 19))
  }

  @Test("the completion handler is called once on the main actor, after the call, and the snapshotter can start again")
  func completionHandler() async throws {
    let snapshotter = MapSnapshotter(options: options())
    for _ in 0..<2 {
      var hasReturned = false
      let result = await withCheckedContinuation { continuation in
        snapshotter.start { result in
          MainActor.assertIsolated()
          #expect(hasReturned && !snapshotter.isLoading)
          continuation.resume(returning: result)
        }
        hasReturned = true
      }
      #expect(color(try result.get()) == 0xff10_2030)
    }
  }

  @Test("a cancellation before the start and after the end does nothing")
  func idleCancellation() async throws {
    let snapshotter = MapSnapshotter(options: options())
    snapshotter.cancel()
    #expect(color(try await snapshotter.start()) == 0xff10_2030)
    snapshotter.cancel()
    #expect(color(try await snapshotter.start()) == 0xff10_2030)
  }

  @Test("a cancellation ends a snapshot at once, while its thread still reads a tile")
  func cancellation() async {
    let source = GatedSource()
    let snapshotter = MapSnapshotter(options: options(source))
    let task = await startedTask(snapshotter, source)
    #expect(snapshotter.isLoading)
    snapshotter.cancel()
    #expect(!snapshotter.isLoading)
    let result = await task.value
    #expect(isCancelled(result))
    let count = source.readCount
    source.open()
    // The thread is free for the next snapshot, and has read no other tile for the canceled one.
    _ = try? await MapSnapshotter(options: options()).start()
    #expect(source.readCount == count)
  }

  @Test("a snapshot that waits for its turn can be canceled, and its map is never made")
  func waitingCancellation() async {
    let (source, probe) = (GatedSource(), ThreadProbe())
    let first = await startedTask(MapSnapshotter(options: options(source)), source)
    var options = options()
    options.content = { _ in probe.read() }
    let waiting = MapSnapshotter(options: options)
    let result = await withCheckedContinuation { continuation in
      waiting.start { continuation.resume(returning: $0) }
      waiting.cancel()
    }
    source.open()
    #expect(isCancelled(result))
    _ = await first.value
    _ = try? await MapSnapshotter(options: self.options()).start()
    #expect(probe.reading == nil)
  }

  @Test("canceling the task cancels the snapshot, also before its start")
  func taskCancellation() async {
    let source = GatedSource()
    let task = await startedTask(MapSnapshotter(options: options(source)), source)
    task.cancel()
    let result = await task.value
    source.open()
    #expect(isCancelled(result))
    let snapshotter = MapSnapshotter(options: options())
    let late = Task { () -> MapSnapshotError? in
      while !Task.isCancelled { await Task.yield() }
      do throws(MapSnapshotError) {
        _ = try await snapshotter.start()
        return nil
      } catch {
        return error
      }
    }
    late.cancel()
    let error = await late.value
    #expect(error == .cancelled)
    #expect(!snapshotter.isLoading)
  }

  @Test("a second start before the end is an error, and does not disturb the first")
  func secondStart() async {
    let source = GatedSource()
    let snapshotter = MapSnapshotter(options: options(source))
    let task = await startedTask(snapshotter, source)
    await #expect(throws: MapSnapshotError.alreadyLoading) { try await snapshotter.start() }
    source.open()
    let result = await task.value
    #expect((try? result.get()).map { color($0) } == 0xff10_2030)
  }

  @Test("a snapshotter that is released while it runs completes its snapshot, and is then freed")
  func release() async throws {
    let source = GatedSource()
    var snapshotter: MapSnapshotter? = MapSnapshotter(options: options(source))
    weak let released = snapshotter
    let results = ResultBox()
    snapshotter?.start { results.result = $0 }
    while source.readCount == 0 { await Task.yield() }
    snapshotter = nil
    #expect(released?.isLoading == true)
    source.open()
    while results.result == nil { await Task.yield() }
    #expect(color(try #require(results.result).get()) == 0xff10_2030)
    // The thread may still hold the request for a moment.
    for _ in 0..<1000 where released != nil { try await Task.sleep(for: .milliseconds(1)) }
    #expect(released == nil)
  }

  @Test("100 snapshots are made one after the other, each with its own options, and an error of one leaves the others")
  func many() async {
    let colors = await withTaskGroup(of: (Int, UInt32?).self) { group in
      for index in 0..<100 {
        var options = options(nil, index)
        if index % 10 == 3 { options.size = PixelSize(width: 0, height: 0) }
        let snapshotter = MapSnapshotter(options: options)
        group.addTask { (index, (try? await snapshotter.start()).map { color($0) }) }
      }
      var colors = [UInt32?](repeating: nil, count: 100)
      for await (index, color) in group { colors[index] = color }
      return colors
    }
    for (index, color) in colors.enumerated() {
      let expected: UInt32? = index % 10 == 3 ? nil : 0xff10_2030 + UInt32(index)
      #expect(color == expected)
    }
  }

  @Test("snapshots made while a map with the same data, style and fonts moves have the bits of those made alone")
  func besideAMap() async throws {
    let center = Coordinate(latitude: 47, longitude: 9)
    let places = (0..<60).map { index in
      GeoJSONFeature(
        geometry: .point(Coordinate(latitude: 47 + Double(index % 8) * 0.002, longitude: 9 + Double(index / 8) * 0.003)),
        properties: ["name": .text("Place \(index) ü 東")])
    }
    var options = MapSnapshotOptions(size: PixelSize(width: 120, height: 80))
    options.style = MapStyle(layers: [
      StyleLayer("background", kind: .background, properties: [.backgroundColor: 0xf0f0f0]),
      StyleLayer(
        "names", kind: .symbol, source: "data", properties: [.textField: .expression(#"["get", "name"]"#), .textSize: 13]),
    ])
    options.style.sources = ["data": .geoJSON(GeoJSONSource(.features(places)))]
    options.camera = MapCamera(center: center, zoom: 13)
    options.content = { map in
      map.addAnnotation(PointAnnotation(coordinate: center, title: "Here"))
      map.rendererFor = { overlay in
        let renderer = PolylineRenderer(overlay: overlay)
        (renderer.strokeColor, renderer.lineWidth) = (.red, 3)
        return renderer
      }
      map.addOverlay(MapPolyline(coordinates: [center, Coordinate(latitude: 47.01, longitude: 9.01)]))
    }
    func turned(_ index: Int) -> MapSnapshotter {
      var options = options
      options.camera?.bearing = .degrees(7) * index
      return MapSnapshotter(options: options)
    }
    func bits(_ snapshot: MapSnapshot) -> [UInt32] {
      let image = snapshot.image
      return withExtendedLifetime(image) { Array(UnsafeBufferPointer(start: image.storage.pixels, count: image.storage.count)) }
    }
    var alone: [[UInt32]] = []
    for index in 0..<10 { alone.append(bits(try await turned(index).start())) }
    #expect(Set(alone).count == 10)

    let stage = Stage(size: options.size)
    let map = MapView(frame: stage.root.bounds, theme: .standard)
    (map.style, map.camera) = (options.style, MapCamera(center: center, zoom: 13))
    options.content?(map)
    stage.root.addSublayer(map)
    let tasks = (0..<10).map { index in Task { try await turned(index).start() } }
    let renderer = Renderer()
    var pixels = [UInt32](repeating: 0, count: 120 * 80)
    for frame in 0..<200 {
      map.camera.bearing = .degrees(WideFixed<32>(frame))
      _ = stage.commit(at: Timestamp(nanoseconds: Int64(frame) * 16_666_667))
      pixels.withUnsafeMutableBufferPointer { pixels in
        guard let target = PixelBuffer(pixels, size: stage.size) else { return }
        _ = renderer.draw(stage.displayList, into: target, damage: [PixelRect(stage.size)], workers: SerialWorkerPool())
      }
    }
    for (index, task) in tasks.enumerated() {
      let isEqual = bits(try await task.value) == alone[index]
      #expect(isEqual)
    }
  }

  @Test("the errors are sentences that say what to do")
  func messages() {
    let errors: [MapSnapshotError] = [
      .unsupportedSize(PixelSize(width: 0, height: 9), byteLimit: 64 << 20), .invalidArea, .outOfMemory(byteCount: 4096),
      .neverSettled(seconds: 60), .cancelled, .alreadyLoading, .noThread,
    ]
    for error in errors { #expect("\(error)".hasSuffix(".")) }
    #expect("\(errors[0])".contains("0x9") && "\(errors[0])".contains("65536 KiB"))
  }
}

@MainActor
private final class ResultBox {
  var result: Result<MapSnapshot, MapSnapshotError>?
}
