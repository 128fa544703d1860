import CAllocations
import Cartouche
import CartoucheOptions

/// Opens a kiosk with the options, lets `prepare` fill it, runs it, and writes the files that the options
/// name. The file of `--stats` also has the allocations, which the program counts.
///
/// - Parameters:
///   - contentSize: The size of the content, if it has one.
///   - change: Changes the board of the options.
///   - prepare: Returns the content, which is kept alive while the kiosk runs. A map does not retain its
///     delegate.
/// - Throws: An error that describes itself in a sentence, or an `ExitCode` if a signal ended the run.
@MainActor
func runKiosk<Content>(
  _ options: KioskOptions, contentSize: PixelSize? = nil, changing change: (inout Board) -> Void = { _ in },
  _ prepare: @MainActor (Kiosk) throws -> Content
) throws {
  try options.run(contentSize: contentSize, changing: change, countAllocations: { cartouche_allocations() }, prepare)
}
