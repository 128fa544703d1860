// swift-tools-version: 6.2
import PackageDescription

let dependencies: [Target.Dependency] = [
  .product(name: "Cartouche", package: "Cartouche"),
  .product(name: "CartoucheOptions", package: "Cartouche"),
  .product(name: "ArgumentParser", package: "swift-argument-parser"),
]

let package = Package(
  name: "SampleApplication",
  dependencies: [
    .package(name: "Cartouche", path: "../.."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    .executableTarget(
      name: "Departures",
      dependencies: dependencies),
    // The same application in the other of Swift's two defaults.
    .executableTarget(
      name: "DeparturesOnMainActor",
      dependencies: dependencies,
      swiftSettings: [.defaultIsolation(MainActor.self)]),
    .testTarget(
      name: "DeparturesTests",
      dependencies: ["Departures", .product(name: "CartoucheTesting", package: "Cartouche")],
      exclude: ["Frames"]),
  ]
)
