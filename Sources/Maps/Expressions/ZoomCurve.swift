/// The rules for `zoom`: it may only be the input of one `step` or `interpolate`, at the top of an
/// expression.
///
/// Then a value changes with the zoom along a known curve, and the stops' outputs are evaluated once for a
/// tile.
enum ZoomCurve {
  /// Returns the curve over the zoom; nil if the expression has none.
  static func find(in node: ExpressionNode) throws(ExpressionError) -> CurveNode? {
    var found: CurveNode?
    if let variables = node as? LetNode {
      found = try find(in: variables.result)
    } else if node is CoalesceNode {
      for argument in node.children {
        found = try find(in: argument)
        if found != nil { break }
      }
    } else if let curve = node as? CurveNode, curve.isOverZoom {
      found = curve
    }
    for child in node.children where child.dependencies.contains(.zoom) {
      guard let other = try find(in: child), other !== found else { continue }
      throw ExpressionError(
        found == nil
          ? "\"zoom\" may only be the input of a \"step\" or \"interpolate\" at the top."
          : "Only one \"step\" or \"interpolate\" over the zoom may be used.")
    }
    return found
  }
}
