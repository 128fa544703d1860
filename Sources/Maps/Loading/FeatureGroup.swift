import CartoucheRaster

/// Features of a tile that one style layer draws with the same values of its properties.
struct FeatureGroup: Sendable {
  /// The values of the layer's ``CompiledLayer/featureExpressions``.
  var values: [FeatureValue]
  /// The indices of the features in the tile's layer.
  var features: [Int32]
  /// The ends of runs in `features`. The features of a run do not overlap, so that a run may be drawn as one
  /// path even where it is translucent. It is empty if the layer is opaque, and all features are one run.
  var runEnds: [Int32] = []

  var byteCount: Int { 96 + values.count * MemoryLayout<FeatureValue>.stride + (features.count + runEnds.count) * 4 }

  /// Passes the runs of features to a closure.
  ///
  /// - Parameter isOpaque: Whether the drawing is opaque, so that all features may be one run.
  func forEachRun(isOpaque: Bool, _ body: (ArraySlice<Int32>) -> Void) {
    if isOpaque || runEnds.isEmpty { return body(features[...]) }
    var start = 0
    for end in runEnds {
      body(features[start..<Int(end)])
      start = Int(end)
    }
  }
}

/// A value of a property for some features: at the zoom for which the tile was prepared, and at the next.
struct FeatureValue: Hashable, Sendable {
  var lower: StyleValue
  /// The value one zoom higher; the same if the value does not depend on the zoom.
  var upper: StyleValue
}

/// Collects the features of a style layer in groups of equal values.
///
/// A feature joins an earlier group only if no feature of a later group may overlap it. So features are
/// drawn in their order wherever that can be seen.
struct FeatureGrouping {
  private var groups: [FeatureGroup] = []
  /// For each group, the cells of a grid of 16 by 16 over the tile that its features touch.
  private var masks: [SIMD4<UInt64>] = []
  private var latest: [[FeatureValue]: Int] = [:]
  /// The width of a grid's cell, as a shift of the tile's units.
  private let cellBits: Int

  init(extentBits: Int) {
    cellBits = extentBits - 4
  }

  mutating func add(_ index: Int32, _ bounds: TileRect, _ values: [FeatureValue]) {
    let mask = values.isEmpty ? .zero : self.mask(of: bounds)
    if let group = latest[values], isFree(mask, above: group) {
      groups[group].features.append(index)
      masks[group] |= mask
    } else {
      latest[values] = groups.count
      groups.append(FeatureGroup(values: values, features: [index]))
      masks.append(mask)
    }
  }

  private func isFree(_ mask: SIMD4<UInt64>, above group: Int) -> Bool {
    // A style with a value for each feature must not make this quadratic.
    guard masks.count - group <= 256 else { return false }
    return masks[(group + 1)...].allSatisfy { $0 & mask == .zero }
  }

  private func mask(of bounds: TileRect) -> SIMD4<UInt64> {
    // A cell more on each side leaves room for the width of lines.
    Self.mask(of: bounds, cellBits: cellBits, expandedBy: 1)
  }

  /// Returns the cells that a rectangle touches, and some more on each side.
  private static func mask(of bounds: TileRect, cellBits: Int, expandedBy more: Int) -> SIMD4<UInt64> {
    func cell(_ value: Int32) -> Int { (Int(value) >> cellBits).clamped(from: 0, to: 15) }
    let (left, right) = (max(cell(bounds.minX) - more, 0), min(cell(bounds.maxX) + more, 15))
    let (top, bottom) = (max(cell(bounds.minY) - more, 0), min(cell(bounds.maxY) + more, 15))
    // A margin may take bounds beyond the range of numbers.
    guard left <= right, top <= bottom else { return SIMD4(repeating: .max) }
    let row: UInt64 = ((1 << UInt64(right - left + 1)) - 1) << UInt64(left)
    var mask = SIMD4<UInt64>.zero
    for y in top...bottom { mask[y / 4] |= row << UInt64(y % 4 * 16) }
    return mask
  }

  /// Returns the groups in the order of drawing.
  ///
  /// - Parameters:
  ///   - layer: The features' layer, if they may be translucent, and are then divided into runs that do not
  ///     overlap.
  ///   - margin: How far features may be drawn beyond their bounds together, in the tile's units.
  mutating func finish(dividing layer: VectorLayer?, margin: Int32 = 0) -> [FeatureGroup] {
    if let layer {
      for index in groups.indices { Self.divide(&groups[index], layer, margin: margin) }
    }
    return groups
  }

  /// Orders the features of a group in runs whose features' bounds do not touch.
  ///
  /// A feature is in a later run than the features before it that it may overlap, as it is drawn above them.
  private static func divide(_ group: inout FeatureGroup, _ layer: VectorLayer, margin: Int32) {
    var runs: [[Int32]] = []
    // The cells that each run touches. Most runs are elsewhere, and their features need not be compared.
    var masks: [SIMD4<UInt64>] = []
    let cellBits = layer.extentBits - 4
    for feature in group.features {
      let own = layer.features[Int(feature)].bounds
      let bounds = TileRect(
        minX: own.minX &- margin, minY: own.minY &- margin, maxX: own.maxX &+ margin, maxY: own.maxY &+ margin)
      // Beyond some runs it costs less to draw a feature in a small run than to look for a better one.
      let first = max(runs.count - 24, 0)
      let mask = Self.mask(of: bounds, cellBits: cellBits, expandedBy: 0)
      let below = runs.indices[first...].last { run in
        masks[run] & mask != .zero && runs[run].contains { layer.features[Int($0)].bounds.intersects(bounds) }
      }
      let index = below.map { $0 + 1 } ?? first
      if index == runs.count {
        runs.append([])
        masks.append(.zero)
      }
      runs[index].append(feature)
      masks[index] |= Self.mask(of: own, cellBits: cellBits, expandedBy: 0)
    }
    guard runs.count > 1 else { return }
    group.features = Array(runs.joined())
    var end: Int32 = 0
    group.runEnds = runs.map { run in
      end += Int32(run.count)
      return end
    }
  }
}
