@_exported public import CartoucheControls
@_exported public import CartoucheImages
@_exported public import CartoucheLinux
@_exported public import CartoucheMaps
@_exported public import CartoucheRaster
@_exported public import CartoucheScene
@_exported public import CartoucheText
