package import CartoucheRaster

/// Stands in for the type of the same name in CartoucheText: rectangles around the pixels above the level.
package enum FieldOutline {
  package static func path(field: [UInt8], width: Int, height: Int, level: Int) -> Path {
    var path = Path()
    guard width > 0, height > 0, field.count == width * height else { return path }
    for row in 0..<height {
      var column = 0
      while column < width {
        let start = column
        while column < width, Int(field[row * width + column]) * 256 >= level { column += 1 }
        if column > start { path.addRect(Rect(x: Scalar(start), y: Scalar(row), width: Scalar(column - start), height: 1)) }
        column += 1
      }
    }
    return path
  }
}
