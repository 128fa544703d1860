import CartoucheRaster
import CartoucheScene

/// Adds the shapes of a map to a display list, with memory that is reused from frame to frame.
struct GroundDrawing {
  private var clips = CellClips()
  private var backgroundPath = Path()

  /// Draws each shape, clipped to the pixels of the shape's cell and, if it is given, to `rect`.
  ///
  /// - Parameter background: The rectangle that the background covers.
  mutating func draw(
    _ map: MapDrawing, within rect: Rect?, over background: Rect, into list: inout DisplayList, transform: Homography
  ) {
    clips.find(of: map.cells, within: rect, transform: transform)
    var groups: [Int] = []
    for shape in map.shapes {
      switch shape.content {
      // While a map is animated to a smaller size, it shows more than its layout was made for.
      case .background(let paint):
        backgroundPath.removeAll()
        backgroundPath.addRect(background)
        list.fill(backgroundPath, with: paint, transform: transform)
      case .beginGroup(let opacity): groups.append(list.open(.beginGroup, opacity: opacity))
      case .endGroup: if let group = groups.popLast() { list.closeGroup(group) }
      default:
        if shape.cell < 0 {
          Self.draw(shape.content, into: &list, transform: transform)
        } else {
          for clip in clips.clips(ofCell: shape.cell) {
            list.clipped(to: clip) { Self.draw(shape.content, into: &$0, transform: transform) }
          }
        }
      }
    }
  }

  private static func draw(_ content: MapDrawing.Content, into list: inout DisplayList, transform: Homography) {
    switch content {
    case .fill(let path, let paint): list.fill(path, with: paint, transform: transform)
    case .stroke(let path, let style, let paint): list.stroke(path, style: style, with: paint, transform: transform)
    case .list(let other): list.append(other, transform: transform)
    case .background, .beginGroup, .endGroup: break
    }
  }
}

extension CachedScrollLayer {
  /// Whether a part is being drawn that may be in the overscan around a view.
  ///
  /// While the map's size is animated, the layer's bounds are not those of the view, and no overscan fits.
  func drawsOverscan(of view: MapTransform) -> Bool { partialDrawRect != nil && bounds == view.viewBounds }
}
