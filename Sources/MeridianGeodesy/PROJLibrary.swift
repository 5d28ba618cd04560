internal import CPROJ
private import LibraryOpening

/// PROJ's functions, found in its shared library on first use.
///
/// Linking PROJ would load some forty libraries before `main`; most runs never measure. The types
/// come from PROJ's own headers, so a mismatch is a compile error.
@safe struct PROJLibrary: Sendable {
  let geodesicInit: geod_init_fn
  let geodesicInverse: geod_inverse_fn
  let geodesicDirect: geod_direct_fn
  let polygonInit: geod_polygon_init_fn
  let polygonAddPoint: geod_polygon_addpoint_fn
  let polygonCompute: geod_polygon_compute_fn
  let contextCreate: proj_context_create_fn
  let contextDestroy: proj_context_destroy_fn
  let contextErrorNumber: proj_context_errno_fn
  let contextErrorText: proj_context_errno_string_fn
  let contextEnableNetwork: proj_context_set_enable_network_fn
  let logLevel: proj_log_level_fn
  let createTransform: proj_create_crs_to_crs_fn
  let normalizeAxes: proj_normalize_for_visualization_fn
  let destroy: proj_destroy_fn
  let transform: proj_trans_generic_fn

  // The shim has no types for these; they tell a CRS's unit of length, name and definition.
  let targetCRS: @convention(c) (OpaquePointer?, OpaquePointer?) -> OpaquePointer?
  let coordinateSystem: @convention(c) (OpaquePointer?, OpaquePointer?) -> OpaquePointer?
  let axisInfo: AxisInfo
  let create: Create
  let objectName: Name
  let wellKnownText: WellKnownText

  /// `proj_create` and `proj_get_name`.
  typealias Create =
    @convention(c) (OpaquePointer?, UnsafePointer<CChar>?) -> OpaquePointer?
  typealias Name = @convention(c) (OpaquePointer?) -> UnsafePointer<CChar>?

  /// `proj_as_wkt`: context, object, kind, and options ended by a null.
  typealias WellKnownText =
    @convention(c) (
      OpaquePointer?, OpaquePointer?, UInt32, UnsafePointer<UnsafePointer<CChar>?>?
    ) -> UnsafePointer<CChar>?

  /// `proj_cs_get_axis_info`: context, system, index, then seven places for answers.
  typealias AxisInfo =
    @convention(c) (
      OpaquePointer?, OpaquePointer?, Int32,
      UnsafeMutablePointer<UnsafePointer<CChar>?>?, UnsafeMutablePointer<UnsafePointer<CChar>?>?,
      UnsafeMutablePointer<UnsafePointer<CChar>?>?, UnsafeMutablePointer<Double>?,
      UnsafeMutablePointer<UnsafePointer<CChar>?>?, UnsafeMutablePointer<UnsafePointer<CChar>?>?,
      UnsafeMutablePointer<UnsafePointer<CChar>?>?
    ) -> Int32

  /// Where the library may be: Debian's names from the oldest that fits, then macOS's.
  private static let fileNames: [StaticString] = [
    "libproj.so.25", "libproj.so.26", "libproj.so.27", "libproj.so.28", "libproj.so",
    "libproj.25.dylib", "libproj.dylib", "/opt/homebrew/lib/libproj.dylib",
    "/usr/local/lib/libproj.dylib",
  ]

  /// The library of this process, opened once; nil when it is not there or too old.
  private static let opened: PROJLibrary? = open()

  /// The library, or the sentence that says how to get it.
  static func shared() throws(GeodesyError) -> PROJLibrary {
    guard let opened else { throw .projNotInstalled }
    return opened
  }

  private static func open() -> PROJLibrary? {
    SharedLibrary(fileNames).flatMap { PROJLibrary($0) }
  }

  private init?(_ library: SharedLibrary) {
    guard
      let geodesicInit: geod_init_fn = unsafe library.find("geod_init"),
      let geodesicInverse: geod_inverse_fn = unsafe library.find("geod_inverse"),
      let geodesicDirect: geod_direct_fn = unsafe library.find("geod_direct"),
      let polygonInit: geod_polygon_init_fn = unsafe library.find("geod_polygon_init"),
      let polygonAddPoint: geod_polygon_addpoint_fn =
        unsafe library.find("geod_polygon_addpoint"),
      let polygonCompute: geod_polygon_compute_fn =
        unsafe library.find("geod_polygon_compute"),
      let contextCreate: proj_context_create_fn =
        unsafe library.find("proj_context_create"),
      let contextDestroy: proj_context_destroy_fn =
        unsafe library.find("proj_context_destroy"),
      let contextErrorNumber: proj_context_errno_fn =
        unsafe library.find("proj_context_errno"),
      let contextErrorText: proj_context_errno_string_fn =
        unsafe library.find("proj_context_errno_string"),
      let contextEnableNetwork: proj_context_set_enable_network_fn =
        unsafe library.find("proj_context_set_enable_network"),
      let logLevel: proj_log_level_fn = unsafe library.find("proj_log_level"),
      let createTransform: proj_create_crs_to_crs_fn =
        unsafe library.find("proj_create_crs_to_crs"),
      let normalizeAxes: proj_normalize_for_visualization_fn =
        unsafe library.find("proj_normalize_for_visualization"),
      let destroy: proj_destroy_fn = unsafe library.find("proj_destroy"),
      let transform: proj_trans_generic_fn = unsafe library.find("proj_trans_generic"),
      let targetCRS: @convention(c) (OpaquePointer?, OpaquePointer?) -> OpaquePointer? =
        unsafe library.find("proj_get_target_crs"),
      let coordinateSystem: @convention(c) (OpaquePointer?, OpaquePointer?) -> OpaquePointer? =
        unsafe library.find("proj_crs_get_coordinate_system"),
      let axisInfo: AxisInfo = unsafe library.find("proj_cs_get_axis_info"),
      let create: Create = unsafe library.find("proj_create"),
      let objectName: Name = unsafe library.find("proj_get_name"),
      let wellKnownText: WellKnownText = unsafe library.find("proj_as_wkt")
    else { return nil }
    unsafe self.geodesicInit = geodesicInit
    unsafe self.geodesicInverse = geodesicInverse
    unsafe self.geodesicDirect = geodesicDirect
    unsafe self.polygonInit = polygonInit
    unsafe self.polygonAddPoint = polygonAddPoint
    unsafe self.polygonCompute = polygonCompute
    unsafe self.contextCreate = contextCreate
    unsafe self.contextDestroy = contextDestroy
    unsafe self.contextErrorNumber = contextErrorNumber
    unsafe self.contextErrorText = contextErrorText
    unsafe self.contextEnableNetwork = contextEnableNetwork
    unsafe self.logLevel = logLevel
    unsafe self.createTransform = createTransform
    unsafe self.normalizeAxes = normalizeAxes
    unsafe self.destroy = destroy
    unsafe self.transform = transform
    unsafe self.targetCRS = targetCRS
    unsafe self.coordinateSystem = coordinateSystem
    unsafe self.axisInfo = axisInfo
    unsafe self.create = create
    unsafe self.objectName = objectName
    unsafe self.wellKnownText = wellKnownText
  }
}
