import CartoucheRaster

extension SVGRecorder {
  /// Draws a picture or another drawing that is in the file itself, as a `data:` address.
  func drawImage(_ index: Int, _ scope: ElementScope, into list: inout DisplayList) {
    guard scope.style.isVisible, let (own, box) = embeddedContent.imageBox(of: index, scope.lengthContext) else { return }
    let preserveAspectRatio = styles.preserveAspectRatio([index])
    guard let fit = preserveAspectRatio.transform(from: SVGRect(x: 0, y: 0, width: own.width, height: own.height), to: box) else {
      return
    }
    let transform = fit.concatenating(scope.transform)
    func draw(_ list: inout DisplayList) {
      switch elements.embedded[index] {
      case .drawing(let drawing): append(drawing, index, transform, into: &list)
      case .image(let image):
        list.draw(image, transform: Homography(transform), filter: scope.style.isPixelated ? .nearest : .trilinear)
      case .nothing, nil: break
      }
    }
    if preserveAspectRatio.kind == .slice {
      clipped(to: box, scope.transform, index, into: &list, draw)
    } else {
      draw(&list)
    }
  }

  /// A drawing inside of this one.
  struct EmbeddedDrawing {
    let recorder: SVGRecorder
    /// What it draws, if that is the same at every scale, and how many elements that takes.
    var recorded: (content: ListFragment, elements: Int)?
  }

  /// Adds another file's drawing, on this one's account.
  private func append(_ drawing: SVGDocument, _ index: Int, _ transform: AffineTransform, into list: inout DisplayList) {
    var known =
      inner[index]
      ?? EmbeddedDrawing(recorder: SVGRecorder(drawing, scale: 1, budget: elements.budget, fileDepth: elements.fileDepth + 1))
    let content: ListFragment
    if let recorded = known.recorded, recorded.elements <= elements.budget.elements {
      content = recorded.content
      elements.budget.spend(elements: recorded.elements)
    } else {
      let (recorder, stretch, before) = (known.recorder, transform.scales, elements.budget.elements)
      recorder.scale = Self.clampedScale(max(stretch.x, stretch.y) * scale)
      recorder.elements.depth = elements.depth
      let list = recorder.record()
      content = ListFragment(list: list, levels: recorder.levels.deepest)
      known.recorded = recorder.dependsOnScale ? nil : (content, before - elements.budget.elements)
      inner[index] = known
      dependsOnScale = dependsOnScale || recorder.dependsOnScale
    }
    append(content, index, transform: Homography(transform), to: &list)
  }

}
