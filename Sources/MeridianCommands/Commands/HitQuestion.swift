internal import MeridianKernel

/// A tap and its camera, from the command line or from a record of a batch.
struct HitQuestion {
  var tap: ScreenPoint
  var transform: CameraTransform

  /// Reads the words of the command line.
  init(_ arguments: ParsedArguments) throws(CommandError) {
    let view = View(arguments)
    if let place = arguments[HitCommand.at] {
      guard !arguments.isGiven(HitCommand.screen), !arguments.isGiven(HitCommand.center) else {
        throw CommandError(
          UsageError.combination(
            "`--at` taps the middle of the glass; leave out `--screen` and `--center`, or use them "
              + "without `--at`."))
      }
      let zoom = try arguments.required(HitCommand.zoom)
      try self.init(screen: nil, center: place, zoom: zoom, view: view)
      return
    }
    guard let point = arguments[HitCommand.screen] else {
      throw CommandError(
        UsageError.combination(
          "`hit` needs a tap: `--at LON,LAT`, or `--screen X,Y` with `--center LON,LAT`, or `-` "
            + "for a batch."))
    }
    let center = try arguments.required(HitCommand.center)
    let zoom = try arguments.required(HitCommand.zoom)
    try self.init(screen: ScreenPoint(point.x, point.y), center: center, zoom: zoom, view: view)
  }

  /// Reads a record; options of the command line fill what is absent.
  init(_ record: JSONValue, defaults: ParsedArguments) throws(CommandError) {
    try record.refuseMembers(except: ["id", "at", "zoom", "screen", "camera"])
    var view = View(defaults)
    if let place = try record.place("at") {
      guard record.present("screen") == nil, record.present("camera") == nil else {
        throw .badRecord("“at” taps the middle of the glass; leave out “screen” and “camera”.")
      }
      let zoom = try record.number("zoom") ?? defaults[HitCommand.zoom]
      guard let zoom else { throw JSONValue.missing("zoom", "a number from 0 to 24") }
      try self.init(screen: nil, center: place, zoom: zoom, view: view)
      return
    }
    guard let point = try record.pair("screen") else {
      throw .badRecord("A tap needs “at” as [lon,lat], or “screen” as [x,y] with a “camera”.")
    }
    var center = defaults[HitCommand.center]
    var zoom = try record.number("zoom") ?? defaults[HitCommand.zoom]
    if let camera = record.present("camera") {
      guard camera.kind == .object else { throw .badRecord("“camera” must be an object.") }
      try camera.refuseMembers(except: ["center", "zoom", "bearing", "pitch", "size"])
      center = try camera.place("center") ?? center
      zoom = try camera.number("zoom") ?? zoom
      try view.take(camera)
    }
    guard let center else { throw JSONValue.missing("center", "a place as [lon,lat]") }
    guard let zoom else { throw JSONValue.missing("zoom", "a number from 0 to 24") }
    try self.init(
      screen: ScreenPoint(point.0, point.1), center: center, zoom: zoom, view: view)
  }

  /// A tap in the middle of the glass, seen as the options say.
  init(center: LonLat, zoom: Double, defaults: ParsedArguments) throws(CommandError) {
    try self.init(screen: nil, center: center, zoom: zoom, view: View(defaults))
  }

  private init(
    screen: ScreenPoint?, center: LonLat, zoom: Double, view: View
  ) throws(CommandError) {
    let camera: Camera
    do throws(CameraError) {
      camera = try Camera(
        center: center, zoom: zoom, bearing: view.bearing, pitch: view.pitch)
    } catch {
      let text = error.description
      throw CommandError(
        "badCamera", text.prefix(1).uppercased() + text.dropFirst() + ".", exitCode: .usage)
    }
    transform = CameraTransform(
      camera, viewport: Viewport(width: view.size.width, height: view.size.height))
    tap = screen ?? transform.viewport.center
  }

  /// What of a camera has a default.
  private struct View {
    var bearing = 0.0
    var pitch = 0.0
    var size = GlassSize(width: 390, height: 844)

    init(_ arguments: ParsedArguments) {
      bearing = arguments[HitCommand.bearing] ?? bearing
      pitch = arguments[HitCommand.pitch] ?? pitch
      size = arguments[HitCommand.size] ?? size
    }

    mutating func take(_ camera: JSONValue) throws(CommandError) {
      bearing = try camera.number("bearing") ?? bearing
      pitch = try camera.number("pitch") ?? pitch
      guard let pair = try camera.pair("size") else { return }
      guard (1...100_000).contains(pair.0), (1...100_000).contains(pair.1) else {
        throw .badRecord("Each side of “size” must measure 1 to 100000 pt.")
      }
      size = GlassSize(width: pair.0, height: pair.1)
    }
  }
}
