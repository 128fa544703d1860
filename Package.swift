// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// The settings of every module: warnings are errors, imports are private unless said otherwise.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// The name of a target: `Cartouche` and its directory, so that an application may have a `Scene` of its own.
func moduleName(_ folder: String) -> String {
  folder == "Cartouche" ? folder : "Cartouche" + folder
}

/// The modules in some folders, as dependencies.
func modules(_ folders: [String]) -> [Target.Dependency] { folders.map { .target(name: moduleName($0)) } }

/// A module: the target `CartoucheX` at `Sources/X`.
func moduleTarget(
  _ folder: String, on folders: [String] = [], c libraries: [String] = [], packages: [Target.Dependency] = [],
  excluding files: [String] = []
) -> Target {
  .target(
    name: moduleName(folder),
    dependencies: modules(folders) + libraries.map { .target(name: $0) } + packages,
    path: "Sources/" + folder, exclude: ["README.md"] + files, swiftSettings: strict)
}

/// The golden frames in a folder of tests and in its directories. They are found by path and are no resource.
func frames(in folder: String) -> [String] {
  let path = Context.packageDirectory + "/" + folder
  let directories = (try? FileManager.default.contentsOfDirectory(atPath: path).sorted().map { $0 + "/Frames" }) ?? []
  return (["Frames"] + directories).filter { FileManager.default.fileExists(atPath: path + "/" + $0) }
}

/// A module's tests: the target `CartoucheXTests` at `Tests/XTests`.
func tests(_ folder: String, on folders: [String], resources: [Resource] = [], packages: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: moduleName(folder) + "Tests",
    dependencies: modules(folders) + packages + ["CartoucheTestSupport", "CartoucheGoldenFrames"],
    path: "Tests/" + folder + "Tests", exclude: frames(in: "Tests/" + folder + "Tests"), resources: resources, swiftSettings: strict
  )
}

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let log = Target.Dependency.product(name: "Logging", package: "swift-log")

/// The condition of targets that only the package trait `Simulator` needs.
let withWindow = TargetDependencyCondition.when(traits: ["Simulator"])

/// The modules that `Maps` uses.
let belowMaps = ["Raster", "Scene", "Text", "Images", "Controls"]

/// The modules that `Cartouche` re-exports.
///
/// SwiftPM compiles a target again when the interface of a module changes that the manifest lists for the
/// target. It does not look at modules further below. If code used a type of `Maps` through `Cartouche`
/// alone, the code would keep the type's old layout. So each product or target that lists `Cartouche` lists
/// these modules too.
let reexported = belowMaps + ["Maps", "Linux"]

let package = Package(
  name: "Cartouche",
  products: [
    .library(name: "Cartouche", targets: (["Cartouche"] + reexported).map(moduleName)),
    .library(name: "CartoucheOptions", targets: (["Options", "Cartouche"] + reexported).map(moduleName)),
    .library(name: "CartoucheTesting", targets: (["Testing", "GoldenFrames", "Cartouche"] + reexported).map(moduleName)),
    .executable(name: "cartouche", targets: ["CartoucheCommandLine"]),
  ],
  traits: [
    .trait(name: "Simulator", description: "Shows kiosks in a window of a desktop (--display window). Needs SDL2.")
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
  ],
  targets: [
    moduleTarget("Raster", c: ["CInstructions"]),
    moduleTarget("Scene", on: ["Raster"]),
    moduleTarget("Text", on: ["Raster", "Scene"], c: ["CFreeType", "CHarfBuzz", "CFriBidi", "CUnibreak"]),
    moduleTarget("Images", on: ["Raster"], c: ["CPNG", "CJPEG", "CWebP", "CExpat", "CZlib"]),
    moduleTarget("Controls", on: ["Raster", "Scene", "Text"]),
    moduleTarget(
      "Maps", on: belowMaps, c: ["CYAJL", "CZlib", "CBrotli", "CZstd", "CSQLite", "CMessages"]),
    moduleTarget("Linux", on: ["Raster", "Scene"], c: ["CDRM", "CEvdev", "CLinux"], packages: [log]),
    // Without the trait its sources are those that need no SDL2.
    moduleTarget("Simulator", on: ["Raster", "Scene", "Linux"], packages: [.target(name: "CSDL", condition: withWindow)]),
    moduleTarget(
      "Cartouche", on: reexported, c: ["CYAML"],
      packages: [log, .target(name: "CartoucheSimulator", condition: withWindow)]),
    moduleTarget("GoldenFrames", on: ["Raster", "Images", "Linux"]),
    moduleTarget("Testing", on: ["Cartouche", "GoldenFrames"] + reexported),
    moduleTarget("Options", on: ["Cartouche"] + reexported, packages: [argumentParser]),
    moduleTarget("InventedTown", on: ["Maps"] + belowMaps, c: ["CZlib"]),
    .executableTarget(
      name: "CartoucheCommandLine",
      dependencies: modules(["Cartouche", "Options", "InventedTown"] + reexported) + ["CAllocations", argumentParser, log],
      path: "Sources/CommandLine", exclude: ["README.md"], swiftSettings: strict),

    // Headers with functions for instructions that Swift does not offer.
    .systemLibrary(name: "CInstructions", path: "Sources/CInstructions"),
    .systemLibrary(name: "CPNG", path: "Sources/CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
    .systemLibrary(name: "CZlib", path: "Sources/CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CBrotli", path: "Sources/CBrotli", pkgConfig: "libbrotlidec", providers: [.apt(["libbrotli-dev"])]),
    .systemLibrary(name: "CZstd", path: "Sources/CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),
    .systemLibrary(name: "CSQLite", path: "Sources/CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CFreeType", path: "Sources/CFreeType", pkgConfig: "freetype2", providers: [.apt(["libfreetype-dev"])]),
    .systemLibrary(name: "CJPEG", path: "Sources/CJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
    .systemLibrary(name: "CWebP", path: "Sources/CWebP", pkgConfig: "libwebp", providers: [.apt(["libwebp-dev"])]),
    .systemLibrary(name: "CExpat", path: "Sources/CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
    .systemLibrary(name: "CHarfBuzz", path: "Sources/CHarfBuzz", pkgConfig: "harfbuzz", providers: [.apt(["libharfbuzz-dev"])]),
    .systemLibrary(name: "CFriBidi", path: "Sources/CFriBidi", pkgConfig: "fribidi", providers: [.apt(["libfribidi-dev"])]),
    .systemLibrary(name: "CUnibreak", path: "Sources/CUnibreak", pkgConfig: "libunibreak", providers: [.apt(["libunibreak-dev"])]),
    .systemLibrary(name: "CYAJL", path: "Sources/CYAJL", pkgConfig: "yajl", providers: [.apt(["libyajl-dev"])]),
    .systemLibrary(name: "CYAML", path: "Sources/CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .systemLibrary(name: "CDRM", path: "Sources/CDRM", pkgConfig: "libdrm", providers: [.apt(["libdrm-dev"])]),
    .systemLibrary(name: "CEvdev", path: "Sources/CEvdev", pkgConfig: "libevdev", providers: [.apt(["libevdev-dev"])]),
    .systemLibrary(name: "CSDL", path: "Sources/CSDL", pkgConfig: "sdl2", providers: [.apt(["libsdl2-dev"])]),
    .target(name: "CLinux", path: "Sources/CLinux", publicHeadersPath: "."),
    // Generated by protobuf-c's compiler from the .proto files.
    .target(
      name: "CMessages", path: "Sources/CMessages", exclude: ["vector_tile.proto", "glyphs.proto"], publicHeadersPath: ".",
      linkerSettings: [.linkedLibrary("protobuf-c")]),
    .target(name: "CAllocations", path: "Sources/CAllocations", publicHeadersPath: "."),

    .target(
      name: "CartoucheTestSupport", dependencies: ["CartoucheGoldenFrames", "CartoucheRaster"], path: "Tests/Support",
      swiftSettings: strict),
    .testTarget(
      name: "CartoucheTestSupportTests", dependencies: ["CartoucheTestSupport", "CartoucheGoldenFrames", "CartoucheRaster"],
      path: "Tests/SupportTests",
      exclude: frames(in: "Tests/SupportTests"), swiftSettings: strict),
    tests("Raster", on: ["Raster"], packages: ["CAllocations"]),
    tests("Scene", on: ["Scene", "Images", "Raster"], packages: ["CAllocations"]),
    tests("Text", on: ["Text", "Scene", "Raster"], packages: ["CAllocations"]),
    tests("Controls", on: ["Controls", "Text", "Scene", "Raster"], packages: ["CAllocations"]),
    tests("Images", on: ["Images", "Raster"]),
    tests("Maps", on: ["Maps"] + belowMaps, packages: ["CMessages", "CAllocations", "CSQLite"]),
    // For tests that need a process of their own: signals, the main queue, real devices in the virtual
    // machine.
    .executableTarget(
      name: "LinuxProbe", dependencies: ["CartoucheLinux", "CartoucheScene", "CartoucheRaster", "CEvdev", "CLinux"],
      path: "Tests/LinuxProbe",
      swiftSettings: strict),
    tests("Linux", on: ["Linux", "Scene", "Raster"], packages: ["LinuxProbe", "CAllocations"]),
    // For tools/conformance: runs the cases of other projects' test suites.
    .executableTarget(
      name: "ConformanceRunner",
      dependencies: modules(["Maps"] + belowMaps),
      path: "Tests/ConformanceRunner", swiftSettings: strict),
    tests("Simulator", on: ["Simulator", "Linux", "Scene", "Raster"]),
    tests("Cartouche", on: ["Cartouche"] + reexported, packages: [log]),
    tests("Testing", on: ["Testing", "Cartouche"] + reexported),
    // An application with the options, which tests run as a process.
    .executableTarget(
      name: "OptionsProbe",
      dependencies: modules(["Options", "Cartouche"] + reexported) + [argumentParser],
      path: "Tests/OptionsProbe", swiftSettings: strict),
    tests("Options", on: ["Options", "Cartouche"] + reexported, packages: [argumentParser, "OptionsProbe"]),
    tests("InventedTown", on: ["InventedTown", "Maps"] + belowMaps, packages: ["CMessages"]),
    tests("CommandLine", on: ["CommandLine", "Cartouche"] + reexported, packages: ["CInstructions"]),
  ]
)
