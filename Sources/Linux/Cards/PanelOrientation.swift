package import CartoucheRaster

extension Rotation {
  /// Creates the rotation that makes frames upright on a panel that is mounted turned.
  ///
  /// - Parameter panelOrientation: The value of the connector's property `panel orientation`: 0, upright;
  ///   1, upside down; 2, the panel's left side is up; 3, its right side is up. Other values give nil.
  /// - Source: the kernel's documentation of standard connector properties.
  package init?(panelOrientation: UInt64) {
    switch panelOrientation {
    case 0: self = .none
    case 1: self = .half
    // A frame whose top is at the panel's left side is turned three quarters clockwise.
    case 2: self = .threeQuarters
    case 3: self = .quarter
    default: return nil
    }
  }
}
