import CartoucheRaster
import CartoucheTestSupport
import Testing

@Suite("Groups, clips and masks")
struct GroupTests {
  private func rect(_ x: Scalar, _ y: Scalar, _ width: Scalar, _ height: Scalar) -> Path {
    var path = Path()
    path.addRect(Rect(x: x, y: y, width: width, height: height))
    return path
  }

  private func circle(_ x: Scalar, _ y: Scalar, _ radius: Scalar) -> Path {
    var path = Path()
    path.addCircle(center: Point(x: x, y: y), radius: radius)
    return path
  }

  private func drawn(width: Int = 40, height: Int = 40, over background: Color = .white, _ body: (inout DisplayList) -> Void)
    -> Canvas
  {
    var list = DisplayList()
    body(&list)
    let canvas = Canvas(width: width, height: height, format: .argb8888)
    canvas.draw(list, over: background)
    return canvas
  }

  private func expectNear(_ a: Canvas, _ b: Canvas, within limit: Int, _ comment: Comment? = nil) {
    for y in 0..<a.size.height {
      for x in 0..<a.size.width {
        for shift in [0, 8, 16, 24] as [UInt32] {
          let difference = abs(Int(a[x, y] >> shift & 255) - Int(b[x, y] >> shift & 255))
          if difference > limit {
            Issue.record("(\(x), \(y)): \(String(a[x, y], radix: 16)) and \(String(b[x, y], radix: 16))")
            return
          }
        }
      }
    }
  }

  @Test("a translucent group shows no overlaps of its items")
  func opacity() {
    let grouped = drawn { list in
      list.group(opacity: 128) {
        $0.fill(rect(2, 2, 20, 20), with: .color(.red))
        $0.fill(rect(10, 10, 20, 20), with: .color(.blue))
      }
    }
    #expect(grouped[5, 5] == 0xffff_7f7f)
    #expect(grouped[15, 15] == 0xff7f_7fff)
    #expect(grouped[25, 25] == 0xff7f_7fff)
    #expect(grouped[1, 1] == 0xffff_ffff)
  }

  @Test("an opaque group of one shape looks like the shape, within 1 of 255")
  func opaqueGroup() {
    let shape = circle(20, 20, 13.3)
    let color = Paint.color(Color(red: 10, green: 200, blue: 90, alpha: 130))
    expectNear(drawn { $0.fill(shape, with: color) }, drawn { $0.group { $0.fill(shape, with: color) } }, within: 1)
  }

  @Test("a blend mode inside a group blends with the group only, outside with the backdrop")
  func isolation() {
    let canvas = drawn(over: Color(hex: 0x808080)) { list in
      list.group {
        $0.fill(rect(0, 0, 10, 10), with: .color(Color(hex: 0xff8040)), blend: .multiply)
      }
      list.fill(rect(20, 0, 10, 10), with: .color(Color(hex: 0xff8040)), blend: .multiply)
    }
    #expect(canvas[5, 5] == 0xffff_8040)
    #expect(canvas[25, 5] == 0xff80_4020)
  }

  @Test("a clip to a path has the coverage of the filled path", arguments: [FillRule.nonZero, .evenOdd])
  func clip(rule: FillRule) {
    var path = circle(20, 20, 15)
    path.addPath(circle(22, 19, 7))
    let all = rect(0, 0, 40, 40)
    let color = Paint.color(Color(hex: 0x2050c0))
    expectNear(
      drawn { $0.clipped(to: path, rule: rule) { $0.fill(all, with: color) } }, drawn { $0.fill(path, rule: rule, with: color) },
      within: 0)
  }

  @Test("nested clips show their intersection, and clip only their own content")
  func nested() {
    let canvas = drawn { list in
      list.clipped(to: rect(4, 4, 20, 20)) {
        $0.clipped(to: circle(24, 24, 12)) { $0.fill(rect(0, 0, 40, 40), with: .color(.black)) }
        $0.fill(rect(0, 0, 8, 40), with: .color(.red))
      }
      list.fill(rect(36, 36, 4, 4), with: .color(.blue))
    }
    #expect(canvas[20, 20] == 0xff00_0000)
    #expect(canvas[26, 26] == 0xffff_ffff)
    #expect(canvas[10, 10] == 0xffff_ffff)
    #expect(canvas[5, 5] == 0xffff_0000)
    #expect(canvas[2, 5] == 0xffff_ffff)
    #expect(canvas[38, 38] == 0xff00_00ff)
  }

  @Test("several fills inside a clip leave no seam at its edge")
  func seam() {
    let path = circle(20, 20, 15.25)
    let filledTwice = drawn { list in
      list.clipped(to: path) {
        $0.fill(rect(0, 0, 40, 40), with: .color(.white))
        $0.fill(rect(0, 0, 40, 40), with: .color(.black))
      }
    }
    expectNear(filledTwice, drawn { $0.fill(path, with: .color(.black)) }, within: 0)
  }

  @Test("a mask multiplies a group by its alpha or its luminance")
  func masks() {
    let stripes: (inout DisplayList) -> Void = { list in
      list.fill(rect(0, 0, 20, 40), with: .color(Color(red: 255, green: 255, blue: 255, alpha: 128)))
      list.fill(rect(20, 0, 20, 40), with: .color(Color(hex: 0xff0000)))
    }
    func masked(_ kind: MaskKind) -> Canvas {
      drawn(over: .clear) { $0.masked(by: kind, stripes) { $0.fill(rect(0, 10, 36, 20), with: .color(.white)) } }
    }
    let alpha = masked(.alpha)
    #expect(alpha[10, 20] == 0x8080_8080)
    #expect(alpha[30, 20] == 0xffff_ffff)
    #expect(alpha[30, 5] == 0)
    #expect(alpha[38, 20] == 0)
    let luminance = masked(.luminance)
    #expect(luminance[10, 20] == 0x8080_8080)
    #expect(luminance[30, 20] == 0x3636_3636)  // .2125 of white
  }

  @Test("a mask's own content is never drawn, neither beyond its group nor around an empty one")
  func maskBeyondGroup() {
    let canvas = drawn { list in
      list.masked({ $0.fill(rect(0, 0, 40, 40), with: .color(.black)) }) { $0.fill(rect(5, 5, 5, 5), with: .color(.red)) }
      list.masked({ $0.fill(rect(0, 0, 40, 40), with: .color(.black)) }) { _ in }
    }
    #expect(canvas[7, 7] == 0xffff_0000)
    #expect(canvas[20, 30] == 0xffff_ffff)
  }

  @Test("blend modes that clear uncovered pixels are limited by the enclosing clip")
  func unboundedModes() {
    let canvas = drawn { list in
      list.fill(rect(0, 0, 40, 40), with: .color(.blue))
      list.clipped(to: rect(10, 10, 20, 20)) { list in
        list.group(blend: .sourceIn) { $0.fill(circle(20, 20, 4), with: .color(.red)) }
      }
    }
    #expect(canvas[20, 20] == 0xffff_0000)
    #expect(canvas[12, 12] == 0)
    #expect(canvas[5, 5] == 0xff00_00ff)
  }

  @Test("groups nested beyond the limit are drawn directly into the layer around them")
  func depth() {
    func nest(_ list: inout DisplayList, _ depth: Int) {
      if depth == 0 { return list.fill(rect(5, 5, 10, 10), with: .color(.red)) }
      switch depth % 3 {
      case 0: list.group { nest(&$0, depth - 1) }
      case 1: list.clipped(to: circle(10, 10, 30)) { nest(&$0, depth - 1) }
      default:
        list.masked {
          $0.fill(rect(0, 0, 40, 40), with: .color(.black))
        } _: {
          nest(&$0, depth - 1)
        }
      }
    }
    #expect(drawn { nest(&$0, 60) }[10, 10] == 0xffff_0000)
    // Groups beyond the limit have no effect, so the square is drawn as if without them.
    let deep = drawn { nest(&$0, 1000) }
    #expect(deep[10, 10] == 0xffff_0000)
    #expect(deep[30, 30] == 0xffff_ffff)
  }

  @Test("an opaque rectangle in a group or a clip does not hide items outside of it")
  func hiding() {
    let canvas = drawn { list in
      list.fill(rect(0, 0, 40, 40), with: .color(.red))
      list.group(opacity: 0) { $0.fill(rect(0, 0, 40, 40), with: .color(.blue)) }
      list.clipped(to: circle(20, 20, 5)) { $0.fill(rect(0, 0, 40, 40), with: .color(.green)) }
    }
    #expect(canvas[2, 2] == 0xffff_0000)
    #expect(canvas[20, 20] == 0xff00_ff00)
  }
}
