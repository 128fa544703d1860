extension DisplayList.Tables {
  /// The memory of a list's tables while a frame is drawn.
  ///
  /// An element that is used in its place is not copied. A copy of a path counts up the references to two
  /// arrays, which is slow if several workers do so at once.
  struct Pointers: BitwiseCopyable {
    let transforms: UnsafeBufferPointer<Homography>
    let paths: UnsafeBufferPointer<Path>
    let strokes: UnsafeBufferPointer<Stroke>
    let shadows: UnsafeBufferPointer<Shadow>
    let glyphs: UnsafeBufferPointer<GlyphRun>
    let masks: UnsafeBufferPointer<CoverageMask>
    let images: UnsafeBufferPointer<Image>
    let ninePatches: UnsafeBufferPointer<NinePatch>
    let paints: UnsafeBufferPointer<Paint>

    @inline(__always)
    func path(_ index: Int32) -> UnsafePointer<Path> { paths.baseAddress.unsafelyUnwrapped + Int(index) }

    /// Returns the transform with an index that may be −1.
    @inline(__always)
    func transform(_ index: Int32) -> Homography { index < 0 ? .identity : transforms[Int(index)] }
  }

  /// Calls `body` with the memory of the tables.
  func withPointers(_ body: (Pointers) -> Void) {
    transforms.withUnsafeBufferPointer { transforms in
      paths.withUnsafeBufferPointer { paths in
        strokes.withUnsafeBufferPointer { strokes in
          shadows.withUnsafeBufferPointer { shadows in
            glyphs.withUnsafeBufferPointer { glyphs in
              masks.withUnsafeBufferPointer { masks in
                images.withUnsafeBufferPointer { images in
                  ninePatches.withUnsafeBufferPointer { ninePatches in
                    paints.withUnsafeBufferPointer { paints in
                      body(
                        Pointers(
                          transforms: transforms, paths: paths, strokes: strokes, shadows: shadows, glyphs: glyphs, masks: masks,
                          images: images, ninePatches: ninePatches, paints: paints))
                    }
                  }
                }
              }
            }
          }
        }
      }
    }
  }

  /// Returns an item together with everything that it refers to.
  func item(_ packed: DisplayList.PackedItem) -> DisplayList.Item {
    DisplayList.Item(
      content(packed), transform: packed.transform < 0 ? .identity : transforms[Int(packed.transform)], clip: packed.clip)
  }

  private func content(_ packed: DisplayList.PackedItem) -> DisplayList.Content {
    switch packed.content {
    case .shape(let shape, let paint): .shape(self.shape(shape), self.paint(paint), packed.compositing)
    case .image(let index, let filter): .image(images[Int(index)], filter, packed.compositing)
    case .ninePatch(let index): ninePatches[Int(index)].content(packed.compositing)
    case .beginGroup: .beginGroup(packed.compositing)
    case .endGroup: .endGroup(packed.compositing)
    case .beginClip(let path, let rule): .beginClip(paths[Int(path)], rule)
    case .endClip: .endClip
    case .beginMask(let kind): .beginMask(kind)
    case .endMask: .endMask
    }
  }

  private func shape(_ packed: DisplayList.PackedShape) -> DisplayList.Shape {
    switch packed {
    case .fill(let path, let rule): .fill(paths[Int(path)], rule)
    case .stroke(let index): .stroke(strokes[Int(index)].path, strokes[Int(index)].style)
    case .shadow(let index): .shadow(shadows[Int(index)].mask, shadows[Int(index)].rect)
    case .glyphs(let index): .glyphs(glyphs[Int(index)])
    case .mask(let index): .mask(masks[Int(index)])
    }
  }

  private func paint(_ packed: DisplayList.PackedPaint) -> Paint {
    switch packed {
    case .color(let color): .color(color)
    case .other(let index): paints[Int(index)]
    }
  }
}

extension DisplayList.Tables.NinePatch {
  fileprivate func content(_ compositing: DisplayList.Compositing) -> DisplayList.Content {
    .ninePatch(image, insets, rect, compositing)
  }
}
