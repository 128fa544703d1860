/// Fog of war: a part of the map, or the whole, is covered and clears where someone has been.
///
///     let fog = FogOverlay()
///     map.addOverlay(fog)                                  // with a FogRenderer
///     fog.clear(along: [previous, current], radius: 40)    // while walking
///     try fog.save(to: "walked.fog")
///
/// The cleared area is stored on a grid of the map, so it is independent of the camera. Clearing an area
/// again changes nothing, and tracks can be cleared in any order or at once with the same result. A step
/// takes the same time however much is cleared already.
public final class FogOverlay: Overlay {
  public let boundingMapRect: MapRect
  let bitmap: FogBitmap
  private var observers: [Observer] = []

  /// An observer of changes.
  private struct Observer {
    weak var owner: AnyObject?
    let onChange: (MapRect) -> Void
  }

  /// The default memory limit: 32 MiB.
  public static let defaultMemoryLimit = 32 << 20

  /// Creates fog over `rect`, fully covered.
  ///
  /// - Parameters:
  ///   - gridZoom: The zoom, 0 to 17, whose pixels form the grid. At 14, which suits radii of 20 m and more,
  ///     a texel is 4.8 m wide at the equator.
  ///   - memoryLimit: See ``memoryLimit``.
  public convenience init(over rect: MapRect = .world, gridZoom: Int = 14, memoryLimit: Int = defaultMemoryLimit) {
    self.init(over: rect, bitmap: FogBitmap(zoom: gridZoom, memoryLimit: memoryLimit))
  }

  init(over rect: MapRect, bitmap: FogBitmap) {
    boundingMapRect = rect
    self.bitmap = bitmap
  }

  public var coordinate: Coordinate { Coordinate(boundingMapRect.center) ?? Coordinate(latitude: 0, longitude: 0) }

  /// The zoom whose pixels form the grid.
  public var gridZoom: Int { bitmap.zoom }

  /// The memory limit of the cleared area in bytes, including mip levels.
  ///
  /// At the limit, cleared areas stay, can be cleared further, and can be saved. Elsewhere the fog stays, and
  /// clearing returns ``ClearResult/memoryLimitReached``. A track of 100 km with a radius of 40 m takes some
  /// 3 MB on a grid of zoom 14.
  public var memoryLimit: Int { bitmap.memoryLimit }

  /// The memory use of the cleared area, in bytes.
  public var byteCount: Int { bitmap.byteCount }

  /// The result of clearing.
  public enum ClearResult: Hashable, Sendable {
    case done
    /// A part is not cleared: see ``FogOverlay/memoryLimit``.
    case memoryLimitReached
  }

  /// Clears the surroundings of a coordinate.
  @discardableResult
  public func clear(at coordinate: Coordinate, radius: Double, falloff: Double = 0.5) -> ClearResult {
    clear(along: [coordinate], radius: radius, falloff: falloff)
  }

  /// Clears along a track, each leg the shorter way around the world.
  ///
  /// Coordinates that are not on the map are left out. A leg of more than 2^19 texels (2500 km at grid zoom
  /// 14) counts as a jump: only its ends are cleared.
  ///
  /// - Parameters:
  ///   - radius: The radius in meters, at the mean of a leg's latitudes; at most 4096 texels. Nothing is
  ///     cleared if it is not a number, 0 or negative.
  ///   - falloff: The share of the radius over which the fog returns, 0 to 1.
  /// - Complexity: O(n) in the texels of each leg's bounding box, however much is cleared already.
  @discardableResult
  public func clear(along track: some Collection<Coordinate>, radius: Double, falloff: Double = 0.5) -> ClearResult {
    guard radius > 0 else { return .done }
    let brush = FogBrush(falloff: falloff)
    var outcome = FogBrush.Outcome()
    var previous: (point: MapPoint, units: Double)?
    var changed = MapBounds.null
    // 1/16 texels.
    let bits = Int64(bitmap.texelBits(ofLevel: 0) - 4)
    func sixteenths(_ point: MapPoint) -> SIMD2<Int64> {
      SIMD2((point.x + (1 << (bits - 1))) >> bits, (point.y + (1 << (bits - 1))) >> bits)
    }
    func clear(_ from: MapPoint, _ to: MapPoint, _ units: Double) {
      let wide = ElementaryFunctions.nearest(min(radius * units, Double(MapPoint.worldSize)))
      var step = FogBrush.Outcome()
      brush.clear(
        FogBrush.Segment(from: sixteenths(from), to: sixteenths(to), radius: (wide + (1 << (bits - 1))) >> bits), of: bitmap, &step)
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
      guard let point = MapPoint(coordinate), let units = MapPoint.unitsPerMeter(atLatitude: coordinate.latitude) else { continue }
      guard let last = previous else {
        previous = (point, units)
        continue
      }
      let next = point.nearestCopy(to: last.point)
      // The lower end first, so that a leg and its reverse clear the same texels.
      let isForward = (last.point.y, last.point.x) <= (next.y, next.x)
      clear(isForward ? last.point : next, isForward ? next : last.point, (last.units + units) / 2)
      legs += 1
      // In the first copy of the world again, or many turns around the world would exceed the range of
      // numbers.
      previous = (point, units)
    }
    if legs == 0, let previous { clear(previous.point, previous.point, previous.units) }
    if outcome.hasChanged { notify(changed.rect) }
    return outcome.refused > 0 ? .memoryLimitReached : .done
  }

  /// Covers everything.
  public func coverAll() {
    bitmap.removeAll()
    notify(boundingMapRect)
  }

  /// Returns the clearness of the grid at a coordinate, from 0 (covered) to 255; nil for one that is not on
  /// the map.
  public func clearness(at coordinate: Coordinate) -> UInt8? {
    guard let point = MapPoint(coordinate) else { return nil }
    let bits = Int64(bitmap.texelBits(ofLevel: 0))
    return bitmap.clearness(x: point.x >> bits, y: point.y >> bits)
  }

  /// Calls `onChange` with each rectangle that has changed, as long as `owner` exists.
  func observeChanges(for owner: AnyObject, _ onChange: @escaping (MapRect) -> Void) {
    observers.removeAll { $0.owner == nil }
    observers.append(Observer(owner: owner, onChange: onChange))
  }

  private func notify(_ rect: MapRect) {
    for observer in observers where observer.owner != nil { observer.onChange(rect) }
  }
}
