import CartoucheImages
import CartoucheRaster
import CartoucheTestSupport
import Foundation
import Testing

/// The carousel on a small screen.
private let carousel = ["demo", "carousel", "--size", "240x160", "--angle", "20"]

@Suite struct DrawCommandTests {
  @Test(
    "a display list from --record-list draws the dumped frame",
    arguments: [[], ["--format", "rgb565"], ["--rotate", "90"], ["--threads", "1"], ["--size", "160x240", "--rotate", "270"]])
  func recordedFrame(options: [String]) throws {
    try withScratchFolder { folder in
      let demo = Array(carousel.prefix(2)) + carousel.suffix(2) + (options.contains("--size") ? [] : ["--size", "240x160"])
      let recorded = try cartouche(demo + options + ["--dump-frame", "a.png", "--record-list", "l.cdl"], in: folder)
      #expect(recorded.status == 0 && recorded.errors.isEmpty)
      let drawn = try cartouche(["draw", "l.cdl", "--dump-frame", "b.png"] + options, in: folder)
      #expect(drawn.status == 0 && drawn.errors.isEmpty)
      #expect(try Data(contentsOf: folder.appending(path: "a.png")) == Data(contentsOf: folder.appending(path: "b.png")))
    }
  }

  @Test("the recording of a map, with its pixel-exact clips, draws the map")
  func recordedMap() throws {
    try withScratchFolder { folder in
      let map = ["map", "--size", "200x150", "--bearing", "20", "--dump-frame", "a.png", "--record-list", "l.cdl"]
      #expect(try cartouche(map, in: folder).status == 0)
      #expect(try cartouche(["draw", "l.cdl", "--dump-frame", "b.png"], in: folder).status == 0)
      #expect(try Data(contentsOf: folder.appending(path: "a.png")) == Data(contentsOf: folder.appending(path: "b.png")))
      let bytes = try Data(contentsOf: folder.appending(path: "l.cdl"))
      #expect(try DisplayListRecording(decoding: Array(bytes)).list.clips.isEmpty == false)
    }
  }

  @Test("--record-list works without --dump-frame, and - is standard output")
  func standardOutput() throws {
    let outcome = try cartouche(carousel + ["--record-list", "-"])
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    let recording = try DisplayListRecording(decoding: Array(outcome.output))
    #expect(recording.size == PixelSize(width: 240, height: 160) && recording.list.count == 15)
    let both = try cartouche(carousel + ["--record-list", "-", "--dump-frame", "-"])
    #expect(both.status == 2 && both.errors.contains("standard output"))
  }

  @Test("a recording that cannot be written ends with status 1 and leaves no files behind")
  func unwritable() throws {
    try withScratchFolder { folder in
      let outcome = try cartouche(carousel + ["--record-list", "no/such/l.cdl", "--dump-frame", "c.png"], in: folder)
      #expect(outcome.status == 1 && outcome.sentences.count == 1 && outcome.errors.contains("no/such/l.cdl"))
      #expect(try names(in: folder).isEmpty)
    }
  }

  @Test("benchmark scenes and images are drawn in their own size")
  func otherKinds() throws {
    try withScratchFolder { folder in
      try Data(smallScene()).write(to: folder.appending(path: "s.scn"))
      #expect(try cartouche(["draw", "s.scn", "--dump-frame", "s.png"], in: folder).status == 0)
      let scene = try Data(contentsOf: folder.appending(path: "s.png"))
      #expect(try PNG.decode(Array(scene)).size == PixelSize(width: 64, height: 48))
      let image = try cartouche(["draw", "s.png", "--dump-frame", "t.png"], in: folder)
      #expect(image.status == 0 && image.errors.isEmpty)
      #expect(try Data(contentsOf: folder.appending(path: "t.png")) == scene)
      // Without a known extension, the first bytes determine the kind.
      try FileManager.default.moveItem(at: folder.appending(path: "s.scn"), to: folder.appending(path: "s"))
      #expect(try cartouche(["draw", "s", "--dump-frame", "u.png"], in: folder).status == 0)
      #expect(try Data(contentsOf: folder.appending(path: "u.png")) == scene)
    }
  }

  @Test("an image drawn much smaller is averaged")
  func smallImage() throws {
    try withScratchFolder { folder in
      let stripes = Image(size: PixelSize(width: 256, height: 256)) { pixels in
        for index in pixels.indices { pixels[index] = (index + 1) & 2 == 0 ? 0xff00_0000 : 0xffff_ffff }
      }
      try Data(PNG.encode(stripes)).write(to: folder.appending(path: "s.png"))
      #expect(try cartouche(["draw", "s.png", "--size", "16x16", "--dump-frame", "t.png"], in: folder).status == 0)
      let drawn = try PNG.decode(Array(Data(contentsOf: folder.appending(path: "t.png"))))
      let levels = (0..<256).map { drawn.storage.pixels[$0] & 255 }
      #expect(levels.allSatisfy { (126...129).contains($0) })
    }
  }

  @Test("a drawing is scaled to fit --size, centered, and clipped to its frame")
  func fitted() throws {
    try withScratchFolder { folder in
      var list = DisplayList()
      var path = Path()
      path.addRect(Rect(x: -100, y: -100, width: 300, height: 300))
      list.fill(path, with: .color(.blue))
      let recording = DisplayListRecording(size: PixelSize(width: 20, height: 10), list: list)
      try Data(recording.encoded()).write(to: folder.appending(path: "l.cdl"))
      #expect(try cartouche(["draw", "l.cdl", "--size", "40x40", "--dump-frame", "l.png"], in: folder).status == 0)
      let image = try PNG.decode(Array(Data(contentsOf: folder.appending(path: "l.png"))))
      for y in 0..<40 {
        for x in 0..<40 {
          #expect(image.storage.pixels[y * 40 + x] == ((10..<30).contains(y) ? 0xff00_00ff : 0xffff_ffff))
        }
      }
    }
  }

  @Test(
    "a truncated, modified, newer or invalid recording ends with status 1 and one sentence with the file and the reason")
  func damaged() throws {
    try withScratchFolder { folder in
      #expect(try cartouche(carousel + ["--record-list", "l.cdl"], in: folder).status == 0)
      let whole = try Data(contentsOf: folder.appending(path: "l.cdl"))
      var changed = whole
      changed[40] ^= 4
      var later = whole
      later[3] = 200
      let cases: [(Data, String)] = [
        (whole.prefix(100), "byte 100 of \(whole.count)"), (Data(), "no recorded display list"), (changed, "was changed"),
        (later, "version 200"), (Data("hello".utf8), "no recorded display list"), (whole + [0], "\(whole.count + 1) bytes"),
      ]
      for (bytes, reason) in cases {
        try bytes.write(to: folder.appending(path: "d.cdl"))
        for command in [["draw", "d.cdl", "--dump-frame", "d.png"], ["bench", "d.cdl"]] {
          let outcome = try cartouche(command, in: folder)
          #expect(outcome.status == 1 && outcome.sentences.count == 1 && outcome.output.isEmpty)
          #expect(outcome.errors.contains("d.cdl") && outcome.errors.contains(reason))
        }
      }
      #expect(try names(in: folder) == ["d.cdl", "l.cdl"])
    }
  }

  @Test("an image that exceeds the board's limit is rejected, with its size in the message")
  func largeImage() throws {
    try withScratchFolder { folder in
      let image = Image(size: PixelSize(width: 513, height: 512)) { $0.update(repeating: 0xff00_8000) }
      try Data(PNG.encode(image)).write(to: folder.appending(path: "p.png"))
      for (size, status) in [("1 MiB", 1), ("2 MiB", 0)] as [(String, Int32)] {
        try Data("memory:\n  picture: \(size)\n".utf8).write(to: folder.appending(path: "b.yaml"))
        let outcome = try cartouche(["draw", "p.png", "--board", "./b.yaml", "--dump-frame", "d.png"], in: folder)
        #expect(outcome.status == status)
        if status == 1 { #expect(outcome.errors.contains("p.png") && outcome.errors.contains("513 × 512")) }
      }
    }
  }

  @Test(
    "a missing file or one of an unknown kind ends with status 1; the message lists the kinds", arguments: ["a.gif", "a.txt", "a"])
  func otherFiles(name: String) throws {
    try withScratchFolder { folder in
      #expect(try cartouche(["draw", name, "--dump-frame", "d.png"], in: folder).errors.contains(name))
      try Data("GIF89a".utf8).write(to: folder.appending(path: name))
      let outcome = try cartouche(["draw", name, "--dump-frame", "d.png"], in: folder)
      #expect(outcome.status == 1 && outcome.sentences.count == 1)
      #expect(outcome.errors.contains(name) && outcome.errors.contains(".cdl") && outcome.errors.contains(".png"))
    }
  }

  @Test("an SVG is drawn in its own size or sharp at another, and unsupported parts are reported once, with the position")
  func drawing() throws {
    try withScratchFolder { folder in
      let text = """
        <svg xmlns="http://www.w3.org/2000/svg" width="20" height="10">
          <rect width="10" height="10" fill="#08f"/>
          <text x="1" y="9">no</text>
        </svg>
        """
      try Data(text.utf8).write(to: folder.appending(path: "d.svg"))
      for (options, width, height) in [([], 20, 10), (["--size", "60x60"], 60, 60)] {
        let outcome = try cartouche(["draw", "d.svg", "--dump-frame", "d.png"] + options, in: folder)
        #expect(outcome.status == 0)
        #expect(outcome.errors == "d.svg: line 3, column 3: \"text\" is not supported and is not drawn\n")
        let frame = try PNG.decode(Array(Data(contentsOf: folder.appending(path: "d.png"))))
        #expect(frame.size == PixelSize(width: width, height: height))
        let (scale, top) = (width / 20, (height - width / 2) / 2)
        for y in 0..<height {
          for x in 0..<width {
            let isBlue = x < 10 * scale && (top..<top + 10 * scale).contains(y)
            #expect(frame.storage.pixels[y * width + x] == (isBlue ? 0xff00_88ff : 0xffff_ffff))
          }
        }
      }
      // Without its extension the first bytes determine the kind, and its recording draws the same.
      try FileManager.default.moveItem(at: folder.appending(path: "d.svg"), to: folder.appending(path: "d"))
      #expect(try cartouche(["draw", "d", "--size", "60x60", "--record-list", "l.cdl"], in: folder).status == 0)
      #expect(try cartouche(["draw", "l.cdl", "--dump-frame", "e.png"], in: folder).status == 0)
      #expect(try Data(contentsOf: folder.appending(path: "e.png")) == Data(contentsOf: folder.appending(path: "d.png")))
      // Also in UTF-16, in both byte orders.
      for encoding in [String.Encoding.utf16BigEndian, .utf16LittleEndian] {
        try #require("\u{feff}\n\(text)".data(using: encoding)).write(to: folder.appending(path: "wide"))
        #expect(try cartouche(["draw", "wide", "--size", "60x60", "--dump-frame", "w.png"], in: folder).status == 0)
        #expect(try Data(contentsOf: folder.appending(path: "w.png")) == Data(contentsOf: folder.appending(path: "d.png")))
      }
    }
  }

  @Test("a drawing with fractional sides is scaled exactly", arguments: ["0.1 0.1", "10.5 10.5"])
  func fractional(sides: String) throws {
    try withScratchFolder { folder in
      let text = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 \(sides)'><rect width='100' height='100' fill='#08f'/></svg>"
      try Data(text.utf8).write(to: folder.appending(path: "d.svg"))
      #expect(try cartouche(["draw", "d.svg", "--size", "400x400", "--dump-frame", "d.png"], in: folder).status == 0)
      let frame = try PNG.decode(Array(Data(contentsOf: folder.appending(path: "d.png"))))
      #expect((0..<400 * 400).allSatisfy { frame.storage.pixels[$0] == 0xff00_88ff })
    }
  }

  @Test(
    "a damaged drawing or image ends with status 1 and one sentence with the file, and in an SVG the position",
    arguments: [
      ("d.svg", "<svg xmlns='http://www.w3.org/2000/svg'>\n <g></svg>", "line 2"), ("d.svg", "<html/>", "\"html\""),
      ("d.jpg", "\u{7f}JPEG", "not an image"), ("d.webp", "RIFF\u{1}\u{0}\u{0}\u{0}WEBP", "WebP"), ("d.jpeg", "", "not an image"),
    ])
  func brokenImage(name: String, content: String, reason: String) throws {
    try withScratchFolder { folder in
      try Data(content.utf8).write(to: folder.appending(path: name))
      let outcome = try cartouche(["draw", name, "--dump-frame", "f.png"], in: folder)
      #expect(outcome.status == 1 && outcome.sentences.count == 1)
      #expect(outcome.errors.hasPrefix(name + ": ") && outcome.errors.contains(reason))
    }
  }

  @Test("a pattern that is coarser than specified at the size of the frame is reported once")
  func coarse() throws {
    try withScratchFolder { folder in
      let shapes = String(repeating: "<rect width='20' height='20' fill='#08f'/>", count: 4000)
      let content = "<pattern id='p' width='1' height='1'>\(shapes)</pattern>\n<rect width='20' height='20' fill='url(#p)'/>"
      try Data("<svg xmlns='http://www.w3.org/2000/svg' width='20' height='20'>\(content)</svg>".utf8)
        .write(to: folder.appending(path: "d.svg"))
      #expect(try cartouche(["draw", "d.svg", "--dump-frame", "d.png"], in: folder).errors.isEmpty)
      let outcome = try cartouche(["draw", "d.svg", "--size", "320x320", "--dump-frame", "d.png"], in: folder)
      #expect(outcome.status == 0 && outcome.sentences.count == 1)
      #expect(outcome.errors.hasPrefix("d.svg: line 2, column 1: ") && outcome.errors.contains("coarser"))
      let frame = try PNG.decode(Array(Data(contentsOf: folder.appending(path: "d.png"))))
      #expect(frame.storage.pixels[160 * 320 + 160] == 0xff00_88ff)
    }
  }

  @Test("a file named .svg with other content is reported with its kind, and a huge SVG with its clamped size")
  func wrongExtension() throws {
    try withScratchFolder { folder in
      let png = try PNG.encode(Image(rendering: DisplayList(), size: PixelSize(width: 2, height: 2)))
      let large = Array("<svg xmlns='http://www.w3.org/2000/svg' width='1e9' height='9'/>".utf8)
      for (name, bytes, reason) in [
        ("p.svg", png, "PNG"), ("z.svgz", [0x1f, 0x8b, 8, 0], "gzip -t"), ("l.svg", large, "16777216 or more x 9 "),
      ] {
        try Data(bytes).write(to: folder.appending(path: name))
        let outcome = try cartouche(["draw", name, "--dump-frame", "f.png"], in: folder)
        #expect(outcome.status == 1 && outcome.sentences.count == 1)
        #expect(outcome.errors.hasPrefix(name + ": ") && outcome.errors.contains(reason), "\(outcome.errors)")
      }
    }
  }

  @Test(
    "bench measures recordings, scenes, the map and the carousel: every byte is written, one thread allocates nothing, and the steps' shares are printed"
  )
  func bench() throws {
    try withScratchFolder { folder in
      #expect(try cartouche(carousel + ["--record-list", "ring.cdl"], in: folder).status == 0)
      try Data(smallScene()).write(to: folder.appending(path: "s_64x48.scn"))
      let cases = [
        (["ring.cdl"], "ring 240 160", 240 * 160), (["s_64x48.scn"], "s 64 48", 64 * 48),
        (["carousel", "--size", "120x80"], "carousel 120 80", 120 * 80), (["map", "--size", "120x80"], "map 120 80", 120 * 80),
      ]
      for (arguments, name, pixels) in cases {
        let outcome = try cartouche(["bench"] + arguments + ["--threads", "1", "--frames", "3"], in: folder)
        let line = String(decoding: outcome.output, as: UTF8.self)
        #expect(outcome.status == 0 && outcome.sentences.count == 1 && outcome.errors.hasPrefix("of a frame: committing "))
        #expect(line.hasPrefix("cartouche \(name) median ") && line.hasSuffix(" frames 3 written \(pixels * 4) allocations 0\n"))
      }
      // Here allocations are not 0: cards that come nearer get images of their own with more pixels.
      let belt = try cartouche(["bench", "belt", "--size", "120x80", "--threads", "1", "--frames", "3"], in: folder)
      let beltLine = String(decoding: belt.output, as: UTF8.self)
      #expect(belt.status == 0 && belt.sentences.count == 1 && belt.errors.hasPrefix("of a frame: committing "))
      #expect(beltLine.hasPrefix("cartouche belt 120 80 median ") && beltLine.contains(" frames 3 written \(120 * 80 * 4) "))
      let sized = try cartouche(["bench", "ring.cdl", "--size", "10x10"], in: folder)
      #expect(sized.status == 2 && sized.errors.contains("--size"))
    }
  }
}
