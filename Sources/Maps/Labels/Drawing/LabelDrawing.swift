import CartoucheRaster
import CartoucheText

/// Adds labels to a display list, layer by layer: first the icons of a layer, then the halos, then the texts.
///
/// Workers find the icons and glyphs of the labels, and make the shapes of new glyphs. The display list
/// does not depend on their number.
struct LabelDrawing {
  private var planner: LabelPlanner
  private let fonts: FontCollection
  private let icons: IconCache
  private let storage: LabelStorage
  private let workers: any WorkerPool

  /// Creates a drawing without labels.
  ///
  /// - Parameters:
  ///   - storage: The memory that is kept from one recording to the next.
  ///   - space: The number of the space in which labels are drawn; nil if no other recording has the same
  ///     space. Spaces that are moved by whole points count as one.
  ///   - colors: See ``LabelPresenter/colorCount``.
  ///   - isMoving: Whether the map is being zoomed or turned.
  init(
    _ measure: LabelMeasure, fonts: FontCollection, icons: IconCache, storage: LabelStorage, space: Int?, colors: Int,
    isMoving: Bool, workers: any WorkerPool
  ) {
    planner = LabelPlanner(measure, fonts: fonts, space: space, colors: colors, isMoving: isMoving)
    (self.fonts, self.icons, self.storage, self.workers) = (fonts, icons, storage, workers)
  }

  /// Adds labels in their order, which is that of their layers.
  ///
  /// - Parameter part: The part of the view that is drawn.
  mutating func draw(_ items: inout [Item], within part: Rect, into list: inout DisplayList) {
    storage.begin(labelCount: items.count, workerCount: workers.count)
    plan(&items, within: part)
    planner.exchangeMemory(&storage.measure)
    storage.addMissingShapes(&items)
    storage.shapes.findMissing(fonts, workers)
    var (start, layer) = (0, 0)
    while start < storage.plans.count {
      let end = storage.endOfLayer(start)
      for index in start..<end {
        drawIcons(storage.plans[index], into: &list)
        if let text = storage.plans[index].text { collectGlyphs(of: text, storage.plans[index], &items[index]) }
      }
      storage.halos.endLayer()
      storage.texts.endLayer()
      // Where translucent halos of neighboring glyphs overlap, they are denser, as in MapLibre. A group
      // around them would have pixels of the whole view.
      storage.halos.draw(layer: layer, storage.shapes, into: &list)
      storage.texts.draw(layer: layer, storage.shapes, into: &list)
      (start, layer) = (end, layer + 1)
    }
    storage.end()
  }

  /// Finds the icons and glyphs of the labels.
  private mutating func plan(_ items: inout [Item], within part: Rect) {
    var last: Int?
    for index in items.indices where items[index].label.content.layer != last {
      last = items[index].label.content.layer
      planner.prepare(forLayer: items[index].label.content.layer)
    }
    items.withUnsafeMutableBufferPointer { items in
      storage.plan(items, LabelPlanJob.Task(planner: planner, part: part), workers)
    }
  }

  private func drawIcons(_ plan: LabelPlan, into list: inout DisplayList) {
    guard !plan.icons.isEmpty else { return }
    for icon in storage.memories[Int(plan.worker)].icons[plan.icons] {
      icon.drawing.draw(into: &list, transform: icon.transform, opacity: icon.opacity, cache: icons)
    }
  }

  /// Adds the glyphs of a text to the halos and texts of the layer.
  private func collectGlyphs(of text: LabelPlan.Text, _ plan: LabelPlan, _ item: inout Item) {
    // Sections of a text may have colors of their own.
    let colors = text.hasColors ? item.label.shapedText?.colors ?? [] : []
    storage.withGlyphs(of: text, plan, &item) { glyphs in
      let large = storage.shapes.largeShapes
      if text.hasHalo {
        let paint = LabelRuns.Paint(color: text.halo, opacity: text.opacity)
        storage.halos.add(glyphs[...], large, paint, movedBy: text.offset) { $0.haloShape }
      }
      var start = 0
      while start < glyphs.count {
        let section = Int(glyphs[start].section)
        let end = colors.isEmpty ? glyphs.count : glyphs[start...].firstIndex { Int($0.section) != section } ?? glyphs.count
        let color = colors.indices.contains(section) ? colors[section].map { Color($0) } ?? text.color : text.color
        if color.alpha > 0 {
          let paint = LabelRuns.Paint(color: color, opacity: text.opacity)
          storage.texts.add(glyphs[start..<end], large, paint, movedBy: text.offset) { $0.shape }
        }
        start = end
      }
    }
  }
}
