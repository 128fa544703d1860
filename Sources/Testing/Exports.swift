@_exported public import CartoucheGoldenFrames
