import CartoucheMaps
import Testing

@Suite("Steps and interpolations of style expressions")
struct CurveTests {
  @Test("a step takes the output of the last stop that is reached")
  func step() {
    let json = #"["step", ["get", "x"], "a", 1, "b", 2, "c"]"#
    #expect(["0", "1", "1.5", "2", "9"].map { evaluate(json, "{\"x\": \($0)}") } == [#""a""#, #""b""#, #""b""#, #""c""#, #""c""#])
    #expect(evaluate(json, #"{"x": "1"}"#) == "failed at [1]")
    #expect(evaluate(#"["step", 1, "a", 2, "b", 2, "c"]"#) == "invalid at [5]")
    #expect(evaluate(#"["step", 1, "a"]"#) == "invalid at " && evaluate(#"["step", 1, "a", "b", "c"]"#) == "invalid at [3]")
  }

  @Test("numbers, arrays and paddings are interpolated between two stops")
  func interpolation() {
    let linear = #"["interpolate", ["linear"], ["get", "x"], 0, 10, 10, 30]"#
    #expect([-5, 0, 5, 10, 20].map { evaluate(linear, "{\"x\": \($0)}") } == ["10", "10", "20", "30", "30"])
    #expect(evaluate(#"["interpolate", ["exponential", 2], 2, 1, 0, 3, 3]"#) == "1")
    #expect(evaluate(#"["interpolate", ["linear"], 1, 0, ["literal", [0, 10]], 2, ["literal", [2, 20]]]"#) == "[1,15]")
    #expect(evaluate(#"["interpolate", ["linear"], 1, 0, 1, 2, ["literal", [1, 3]]]"#, type: .padding) == "[1,2,1,2]")
    #expect(evaluate(#"["interpolate", ["linear"], 1, 0, "a", 2, "b"]"#) == "invalid at ")
    #expect(evaluate(#"["interpolate", ["cubic"], 1, 0, 1, 2, 2]"#) == "invalid at [1][0]")
    #expect(evaluate(#"["interpolate", ["exponential"], 1, 0, 1, 2, 2]"#) == "invalid at [1][1]")
    #expect(evaluate(#"["interpolate", ["cubic-bezier", 0, 0, 2, 1], 1, 0, 1, 2, 2]"#) == "invalid at [1]")
    #expect(
      evaluate(#"["interpolate", ["linear"], 1, 0, ["literal", [1]], 2, ["get", "x"]]"#, #"{"x": [1, 2]}"#, type: .numberArray)
        == "failed at ")
  }

  @Test("a cubic Bézier curve is symmetric, and exact at its ends and its middle")
  func bezier() {
    let curve = UnitCurve(0.42, 0, 0.58, 1)
    #expect(curve.value(at: 0) == 0 && curve.value(at: 1) == 1 && abs(curve.value(at: 0.5) - 0.5) < 1e-6)
    for step in 1..<50 {
      let x = Double(step) / 100
      #expect(abs(curve.value(at: x) + curve.value(at: 1 - x) - 1) < 4e-6)
    }
    // A curve that is vertical at its start.
    #expect(abs(UnitCurve(0, 1, 0, 1).value(at: 0.001) - 0.271) < 0.01)
  }

  @Test("colors are interpolated with straight components, so that a hue survives transparency")
  func colors() throws {
    let red = StyleColor(red: 1, green: 0, blue: 0)
    let clear = StyleColor(red: 0, green: 0, blue: 1, alpha: 0)
    #expect(
      StyleColor.interpolated(from: red, to: clear, at: 0.5, in: .rgb) == StyleColor(red: 0.5, green: 0, blue: 0.5, alpha: 0.5))
    #expect(
      evaluate(#"["to-string", ["interpolate", ["linear"], 1, 0, ["to-color", "red"], 2, ["to-color", "blue"]]]"#)
        == #""rgba(128,0,128,1)""#)
    #expect(evaluate(#"["interpolate-lab", ["linear"], 1, 0, 1, 2, 2]"#) == "invalid at [4]")
  }

  @Test("Lab and HCL agree with published values, and lead back to the same color")
  func spaces() {
    // Bruce Lindbloom's calculator: sRGB red, adapted to D50.
    let red = ColorSpaces.lab(StyleColor(red: 1, green: 0, blue: 0))
    #expect(abs(red.lightness - 54.29) < 0.01 && abs(red.a - 80.81) < 0.01 && abs(red.b - 69.89) < 0.01)
    for hex: UInt32 in [0xff0000, 0x00ff00, 0x0000ff, 0x123456, 0xffffff, 0x808080] {
      let color = StyleColor(hex: hex)
      for back in [ColorSpaces.color(ColorSpaces.lab(color)), ColorSpaces.color(ColorSpaces.hcl(color))] {
        #expect(abs(back.red - color.red) < 1e-4 && abs(back.green - color.green) < 1e-4 && abs(back.blue - color.blue) < 1e-4)
      }
    }
    #expect(ColorSpaces.hcl(StyleColor(hex: 0x808080)).hue == nil)
    // From hue 350 to 10 the way is over 0.
    let (a, b) = (
      StyleColor(hue: 350, saturation: 1, lightness: 0.5, alpha: 1), StyleColor(hue: 10, saturation: 1, lightness: 0.5, alpha: 1)
    )
    let middle = StyleColor.interpolated(from: a, to: b, at: 0.5, in: .hcl)
    #expect(middle.red > 0.95 && middle.green < 0.25 && middle.blue < 0.25)
  }
}
