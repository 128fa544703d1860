import CartoucheRaster

extension SVGRecorder {
  /// Draws an image or SVG drawing that the file contains as a `data:` URL.
  func drawImage(_ index: Int, _ scope: InheritedState, into list: inout DisplayList) {
    guard scope.style.isVisible, let (size, box) = embeddedContent.imageBox(of: index, scope.lengthContext) else { return }
    let preserveAspectRatio = styles.preserveAspectRatio([index])
    guard let fit = preserveAspectRatio.transform(from: SVGRect(x: 0, y: 0, width: size.width, height: size.height), to: box) else {
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

  /// A drawing that is embedded in this drawing.
  struct EmbeddedDrawing {
    let recorder: SVGRecorder
    /// The recorded content and its number of elements, if the content is the same at every scale.
    var recorded: (content: ListFragment, elements: Int)?
  }

  /// Adds an embedded drawing to the list. The embedded drawing shares this drawing's budget.
  private func append(_ drawing: SVGDocument, _ index: Int, _ transform: AffineTransform, into list: inout DisplayList) {
    var embedded =
      inner[index]
      ?? EmbeddedDrawing(recorder: SVGRecorder(drawing, scale: 1, budget: elements.budget, fileDepth: elements.fileDepth + 1))
    let content: ListFragment
    if let recorded = embedded.recorded, recorded.elements <= elements.budget.elements {
      content = recorded.content
      elements.budget.spend(elements: recorded.elements)
    } else {
      let (recorder, scales, elementsBefore) = (embedded.recorder, transform.scales, elements.budget.elements)
      recorder.scale = Self.clampedScale(max(scales.x, scales.y) * scale)
      recorder.elements.depth = elements.depth
      let list = recorder.record()
      content = ListFragment(list: list, levels: recorder.levels.deepest)
      embedded.recorded = recorder.dependsOnScale ? nil : (content, elementsBefore - elements.budget.elements)
      inner[index] = embedded
      dependsOnScale = dependsOnScale || recorder.dependsOnScale
    }
    append(content, index, transform: Homography(transform), to: &list)
  }
}
