/// Fog of war: a part of the map, or all of it, is covered, and clears where someone has been.
///
///     let fog = FogOverlay()
///     map.addOverlay(fog)                                  // with a FogRenderer
///     fog.clear(along: [before, now], radius: 40)          // as one walks
///     try fog.save(to: "walked.fog")
///
/// What is cleared is kept on a grid of the map, so it is the same whichever camera looks, and stays clear: clearing it again changes nothing, and track by track
/// gives what all tracks at once do. A step costs the same however much was cleared before.
public final class FogOverlay: Overlay {
  public let boundingMapRect: MapRect
  let bitmap: FogBitmap
  private var watchers: [Watcher] = []

  /// Who is to know what has changed.
  private struct Watcher {
    weak var owner: AnyObject?
    let tell: (MapRect) -> Void
  }

  /// 32 MiB.
  public static let defaultMemoryLimit = 32 << 20

  /// Fog over `rect`, all of it covered.
  ///
  /// - Parameters:
  ///   - gridZoom: how fine the grid is, 0 to 17: the map's own pixels at that zoom. At 14, which serves a radius of 20 m and more, a texel is 4.8 m at the equator.
  ///   - memoryLimit: see ``memoryLimit``.
  public convenience init(over rect: MapRect = .world, gridZoom: Int = 14, memoryLimit: Int = defaultMemoryLimit) {
    self.init(over: rect, bitmap: FogBitmap(zoom: gridZoom, memoryLimit: memoryLimit))
  }

  init(over rect: MapRect, bitmap: FogBitmap) {
    boundingMapRect = rect
    self.bitmap = bitmap
  }

  public var coordinate: Coordinate { Coordinate(boundingMapRect.center) ?? Coordinate(latitude: 0, longitude: 0) }

  /// The grid's zoom.
  public var gridZoom: Int { bitmap.zoom }

  /// How many bytes what is cleared may take, its halvings for zooms that are farther away included.
  ///
  /// Once it is reached, what was cleared stays, can be cleared further, and can be saved; where nothing was cleared yet the fog stays as it is, and
  /// clearing answers ``ClearResult/memoryLimitReached``. A track of 100 km with a radius of 40 m takes some 3 MB on a grid of zoom 14.
  public var memoryLimit: Int { bitmap.memoryLimit }

  /// How many bytes what is cleared takes.
  public var byteCount: Int { bitmap.byteCount }

  /// How clearing went.
  public enum ClearResult: Hashable, Sendable {
    case done
    /// A part of it is not cleared: see ``FogOverlay/memoryLimit``.
    case memoryLimitReached
  }

  /// Clears round a place.
  @discardableResult
  public func clear(at coordinate: Coordinate, radius: Double, falloff: Double = 0.5) -> ClearResult {
    clear(along: [coordinate], radius: radius, falloff: falloff)
  }

  /// Clears along a track, each leg the short way round the world.
  ///
  /// Places that are none on the map are left out. A leg of more than 2^19 texels, 2500 km at grid zoom 14, counts as a jump: only its ends are cleared.
  ///
  /// - Parameters:
  ///   - radius: in metres, each leg's as they are at the mean of its ends' latitudes; held to 4096 texels. 0, less, or not a number clears nothing.
  ///   - falloff: the share of the radius over which the fog comes back, 0 to 1.
  /// - Complexity: for each leg the texels of its box, however much is cleared already.
  @discardableResult
  public func clear(along track: some Collection<Coordinate>, radius: Double, falloff: Double = 0.5) -> ClearResult {
    guard radius > 0 else { return .done }
    let brush = FogBrush(falloff: falloff)
    var outcome = FogBrush.Outcome()
    var before: (place: MapPoint, units: Double)?
    var changed = MapBounds.null
    // 1/16 texels.
    let bits = Int64(bitmap.texelBits(ofLevel: 0) - 4)
    func sixteenths(_ place: MapPoint) -> SIMD2<Int64> {
      SIMD2((place.x + (1 << (bits - 1))) >> bits, (place.y + (1 << (bits - 1))) >> bits)
    }
    func clear(_ from: MapPoint, _ to: MapPoint, _ units: Double) {
      let wide = ElementaryFunctions.nearest(min(radius * units, Double(MapPoint.worldSize)))
      var step = FogBrush.Outcome()
      brush.clear(
        FogBrush.Leg(from: sixteenths(from), to: sixteenths(to), radius: (wide + (1 << (bits - 1))) >> bits), of: bitmap, &step)
      outcome.refused += step.refused
      guard step.hasChanged else { return }
      outcome.hasChanged = true
      var box = MapBounds.null
      box.add(from)
      box.add(to)
      box = box.expanded(by: min(wide, FogBrush.maximumRadius << (bits + 4)) + 2 << (bits + 4))
      changed.add(MapPoint(x: box.minX, y: box.minY))
      changed.add(MapPoint(x: box.maxX, y: box.maxY))
    }
    var legs = 0
    for coordinate in track {
      guard let place = MapPoint(coordinate), let units = MapPoint.unitsPerMeter(atLatitude: coordinate.latitude) else { continue }
      guard let last = before else {
        before = (place, units)
        continue
      }
      let next = place.nearestCopy(to: last.place)
      // The lower end first: a leg there and one back are the same.
      let isForward = (last.place.y, last.place.x) <= (next.y, next.x)
      clear(isForward ? last.place : next, isForward ? next : last.place, (last.units + units) / 2)
      legs += 1
      // In the first copy again, or a long way round and round would run out of numbers.
      before = (place, units)
    }
    if legs == 0, let before { clear(before.place, before.place, before.units) }
    if outcome.hasChanged { tell(changed.rect) }
    return outcome.refused > 0 ? .memoryLimitReached : .done
  }

  /// Covers everything again.
  public func coverAll() {
    bitmap.removeAll()
    tell(boundingMapRect)
  }

  /// How clear the grid is at a place, 0 covered to 255; nil for what is no place on the map.
  public func clearness(at coordinate: Coordinate) -> UInt8? {
    guard let place = MapPoint(coordinate) else { return nil }
    let bits = Int64(bitmap.texelBits(ofLevel: 0))
    return bitmap.clearness(x: place.x >> bits, y: place.y >> bits)
  }

  /// Tells `owner`, as long as there is one, what is to be drawn anew.
  func observeChanges(for owner: AnyObject, _ tell: @escaping (MapRect) -> Void) {
    watchers.removeAll { $0.owner == nil }
    watchers.append(Watcher(owner: owner, tell: tell))
  }

  private func tell(_ rect: MapRect) {
    for one in watchers where one.owner != nil { one.tell(rect) }
  }
}
