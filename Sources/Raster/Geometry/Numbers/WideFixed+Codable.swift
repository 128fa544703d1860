#if !hasFeature(Embedded)
  extension WideFixed: Codable {
    /// Creates a number from a decoded number, or from text as ``encode(to:)`` writes it.
    ///
    /// A decoded number outside the type's range is clamped to the range.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let value = try? container.decode(Double.self) {
        self.init(floatLiteral: value)
        return
      }
      guard let value = Self(try container.decode(String.self)) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "The text is not a decimal number.")
      }
      self = value
    }

    /// Encodes the number as a number, or as decimal text if it has more than the 53 bits of a `Double`.
    ///
    /// A number that is encoded and decoded is equal to the original number.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      if let value = exactDouble {
        try container.encode(value)
      } else {
        try container.encode(formatted(fractionDigits: 18))
      }
    }
  }
#endif
