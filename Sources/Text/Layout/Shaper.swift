internal import CHarfBuzz
internal import CartoucheRaster

/// A shaper that converts runs of characters to glyphs. The characters of a run share one font, script and
/// direction.
///
/// HarfBuzz works in font units without hinting. Each of HarfBuzz's results is rounded to points once.
final class Shaper {
  private let buffer: OpaquePointer
  private let fonts: FontCollection
  private let styles: [TextStyle]
  private let language: hb_language_t?

  init(fonts: FontCollection, styles: [TextStyle], language: String) {
    (self.fonts, self.styles) = (fonts, styles)
    buffer = hb_buffer_create()
    self.language = language.isEmpty ? nil : hb_language_from_string(language, -1)
  }

  deinit { hb_buffer_destroy(buffer) }

  /// Adds the glyphs of `run` in visual order. The characters of the run share all properties.
  ///
  /// - Parameter context: The part of the paragraph around the run. The letters at the run's ends may join
  ///   with letters in this part.
  func shape(_ text: ItemizedParagraph, _ run: Range<Int>, context: Range<Int>, into glyphs: inout [ShapedGlyph]) {
    let faceIndex = text.faces[run.lowerBound]
    guard faceIndex >= 0, Int(faceIndex) < fonts.allFaces.count else { return addBoxes(text, run, into: &glyphs) }
    let face = fonts.allFaces[Int(faceIndex)]
    let styleIndex = text.styles[run.lowerBound]
    let style = styles[Int(styleIndex)]
    let isRightToLeft = text.levels[run.lowerBound] & 1 == 1
    let script = text.scripts[run.lowerBound]
    let spacing = Self.isCursive(script) ? 0 : style.letterSpacing
    // HarfBuzz examines five characters on each side.
    let context = max(context.lowerBound, run.lowerBound - 8)..<min(context.upperBound, run.upperBound + 8)
    hb_buffer_clear_contents(buffer)
    text.scalars.withUnsafeBufferPointer { scalars in
      hb_buffer_add_utf32(
        buffer, scalars.baseAddress! + context.lowerBound, Int32(context.count), UInt32(run.lowerBound - context.lowerBound),
        Int32(run.count))
    }
    hb_buffer_set_direction(buffer, isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
    hb_buffer_set_script(buffer, script)
    hb_buffer_set_language(buffer, language)
    if spacing == 0 {
      hb_shape(face.harfBuzz, buffer, nil, 0)
    } else {
      // Spaced letters do not form ligatures (CSS Text 3, section 8.2).
      let disabledFeatures = [hb_tag_from_string("liga", 4), hb_tag_from_string("clig", 4)].map {
        hb_feature_t(tag: $0, value: 0, start: 0, end: UInt32.max)
      }
      hb_shape(face.harfBuzz, buffer, disabledFeatures, UInt32(disabledFeatures.count))
    }
    var count: UInt32 = 0
    guard let infos = hb_buffer_get_glyph_infos(buffer, &count), let positions = hb_buffer_get_glyph_positions(buffer, &count)
    else {
      return
    }
    let first = glyphs.count
    for index in 0..<Int(count) {
      let (info, position) = (infos[index], positions[index])
      var glyph = ShapedGlyph(
        glyph: info.codepoint, face: faceIndex, cluster: Int32(clamping: Int(info.cluster) + context.lowerBound), style: styleIndex,
        isUnsafeToBreak: hb_glyph_info_get_glyph_flags(infos + index).rawValue & HB_GLYPH_FLAG_UNSAFE_TO_BREAK.rawValue != 0,
        advance: face.points(Int(position.x_advance), size: style.fontSize),
        offset: Point(
          x: face.points(Int(position.x_offset), size: style.fontSize),
          y: -face.points(Int(position.y_offset), size: style.fontSize)))
      let scalar = text.scalars[Int(glyph.cluster)]
      if scalar == CharacterProperties.tab {
        (glyph.face, glyph.glyph) = (PlaceholderGlyph.face, PlaceholderGlyph.blank)
        (glyph.advance, glyph.offset) = (0, .zero)
      } else if glyph.glyph == 0 {
        // The font has the base character but lacks a mark. The cluster gets one box for everything that it
        // lacks.
        let isFirst =
          glyphs.count == first || glyphs[glyphs.count - 1].cluster != glyph.cluster || glyphs[glyphs.count - 1].face >= 0
        glyph.face = PlaceholderGlyph.face
        (glyph.advance, glyph.offset) = (isFirst ? PlaceholderGlyph.advance(size: style.fontSize) : 0, .zero)
        if !isFirst { continue }
        let cluster = Int(glyph.cluster)
        // Report only the first scalars. A base may have thousands of marks, and each part would count as
        // another character.
        if text.isClusterStart[cluster] {
          fonts.record(missing: text.character(cluster..<min(text.clusterEnd(from: cluster), cluster + 8)))
        }
      }
      glyphs.append(glyph)
    }
    if spacing != 0 { spread(&glyphs, from: first, by: spacing, isRightToLeft) }
  }

  /// Adds `spacing` points after each cluster, in the writing direction.
  private func spread(_ glyphs: inout [ShapedGlyph], from first: Int, by spacing: Scalar, _ isRightToLeft: Bool) {
    for index in first..<glyphs.count {
      let cluster = glyphs[index].cluster
      if isRightToLeft {
        // Visually, the space precedes the cluster's first glyph. It widens that glyph and moves the others.
        let isFirst = index == first || glyphs[index - 1].cluster != cluster
        if isFirst {
          glyphs[index].advance += spacing
          glyphs[index].offset.x += spacing
        }
      } else if index == glyphs.count - 1 || glyphs[index + 1].cluster != cluster {
        glyphs[index].advance += spacing
      }
    }
  }

  /// Adds a box for each cluster of `run` that no font has. White space and invisible characters get no box.
  private func addBoxes(_ text: ItemizedParagraph, _ run: Range<Int>, into glyphs: inout [ShapedGlyph]) {
    let first = glyphs.count
    let styleIndex = text.styles[run.lowerBound]
    let style = styles[Int(styleIndex)]
    for index in run where text.isClusterStart[index] || index == run.lowerBound {
      let scalar = text.scalars[index]
      var glyph = ShapedGlyph(
        glyph: 0, face: PlaceholderGlyph.face, cluster: Int32(clamping: index), style: styleIndex, isUnsafeToBreak: false,
        advance: 0,
        offset: .zero)
      if CharacterProperties.isHangingWhitespace(scalar) {
        glyph.glyph = PlaceholderGlyph.blank
        glyph.advance = scalar == CharacterProperties.tab || scalar == 0x200b ? 0 : style.fontSize / 4
      } else if CharacterProperties.isIgnorable(scalar) {
        glyph.glyph = PlaceholderGlyph.blank
      } else {
        glyph.advance = PlaceholderGlyph.advance(size: style.fontSize)
      }
      glyphs.append(glyph)
    }
    let isRightToLeft = text.levels[run.lowerBound] & 1 == 1
    if isRightToLeft { glyphs[first...].reverse() }
    if style.letterSpacing != 0 { spread(&glyphs, from: first, by: style.letterSpacing, isRightToLeft) }
  }

  /// Returns whether a script joins its letters. Joined letters cannot be spaced.
  static func isCursive(_ script: hb_script_t) -> Bool {
    switch script {
    case HB_SCRIPT_ARABIC, HB_SCRIPT_SYRIAC, HB_SCRIPT_MONGOLIAN, HB_SCRIPT_NKO, HB_SCRIPT_MANDAIC, HB_SCRIPT_PHAGS_PA,
      HB_SCRIPT_HANIFI_ROHINGYA, HB_SCRIPT_ADLAM, HB_SCRIPT_DEVANAGARI, HB_SCRIPT_BENGALI, HB_SCRIPT_GURMUKHI:
      true
    default:
      false
    }
  }
}
