internal import MeridianKernel

/// A tap and its camera as numbers, from the command line or from a record of a batch.
struct HitTap: Sendable {
  /// The place on the glass; nil is its middle.
  var screen: ScreenPoint?
  var center: LonLat
  var zoom: Double
  var view: HitView

  /// Reads the words of the command line.
  init(_ arguments: ParsedArguments) throws(CommandError) {
    view = HitView(arguments)
    if let place = arguments[HitCommand.at] {
      guard !arguments.isGiven(HitCommand.screen), !arguments.isGiven(HitCommand.center) else {
        throw CommandError(
          UsageError.combination(
            "`--at` taps the middle of the glass; leave out `--screen` and `--center`, or use them "
              + "without `--at`."))
      }
      center = place
      zoom = try arguments.required(HitCommand.zoom)
      return
    }
    guard let point = arguments[HitCommand.screen] else {
      throw CommandError(
        UsageError.combination(
          "`hit` needs a tap: `--at LON,LAT`, or `--screen X,Y` with `--center LON,LAT`, or `-` "
            + "for a batch."))
    }
    center = try arguments.required(HitCommand.center)
    zoom = try arguments.required(HitCommand.zoom)
    screen = ScreenPoint(point.x, point.y)
  }

  /// A tap in the middle of the glass.
  init(at place: LonLat, zoom: Double, view: HitView) {
    self.center = place
    self.zoom = zoom
    self.view = view
  }

  /// Reads a record; options of the command line fill what is absent.
  init(_ record: JSONValue, defaults: HitDefaults) throws(CommandError) {
    view = defaults.view
    if let plain = record.plainTap, let zoom = plain.zoom ?? defaults.zoom {
      center = plain.place
      self.zoom = zoom
      return
    }
    try record.refuseMembers(except: Self.members)
    if let place = try record.place("at") {
      guard record.present("screen") == nil, record.present("camera") == nil else {
        throw .badRecord("“at” taps the middle of the glass; leave out “screen” and “camera”.")
      }
      let zoom = try record.number("zoom") ?? defaults.zoom
      guard let zoom else { throw JSONValue.missing("zoom", "a number from 0 to 24") }
      center = place
      self.zoom = zoom
      return
    }
    guard let point = try record.pair("screen") else {
      throw .badRecord("A tap needs “at” as [lon,lat], or “screen” as [x,y] with a “camera”.")
    }
    var center = defaults.center
    var zoom = try record.number("zoom") ?? defaults.zoom
    if let camera = record.present("camera") {
      guard camera.kind == .object else { throw .badRecord("“camera” must be an object.") }
      try camera.refuseMembers(except: Self.cameraMembers)
      center = try camera.place("center") ?? center
      zoom = try camera.number("zoom") ?? zoom
      try view.take(camera)
    }
    guard let center else { throw JSONValue.missing("center", "a place as [lon,lat]") }
    guard let zoom else { throw JSONValue.missing("zoom", "a number from 0 to 24") }
    self.center = center
    self.zoom = zoom
    screen = ScreenPoint(point.0, point.1)
  }

  private static let members = ["id", "at", "zoom", "screen", "camera"]
  private static let cameraMembers = ["center", "zoom", "bearing", "pitch", "size"]
}

/// What of a camera has a default.
struct HitView: Sendable {
  var bearing = 0.0
  var pitch = 0.0
  var size = GlassSize(width: 390, height: 844)

  init(_ arguments: ParsedArguments) {
    bearing = arguments[HitCommand.bearing] ?? bearing
    pitch = arguments[HitCommand.pitch] ?? pitch
    size = arguments[HitCommand.size] ?? size
  }

  fileprivate mutating func take(_ camera: JSONValue) throws(CommandError) {
    bearing = try camera.number("bearing") ?? bearing
    pitch = try camera.number("pitch") ?? pitch
    guard let pair = try camera.pair("size") else { return }
    guard (1...100_000).contains(pair.0), (1...100_000).contains(pair.1) else {
      throw .badRecord("Each side of “size” must measure 1 to 100000 pt.")
    }
    size = GlassSize(width: pair.0, height: pair.1)
  }
}

/// What the options of the command line give to records that leave it out.
struct HitDefaults: Sendable {
  let view: HitView
  let zoom: Double?
  let center: LonLat?

  init(_ arguments: ParsedArguments) {
    view = HitView(arguments)
    zoom = arguments[HitCommand.zoom]
    center = arguments[HitCommand.center]
  }
}

/// A tap and its camera, ready to be answered.
struct HitQuestion {
  let tap: ScreenPoint
  let transform: CameraTransform

  /// Prepares a tap; throws when its camera cannot be.
  init(_ tap: HitTap) throws(CommandError) {
    let camera: Camera
    do throws(CameraError) {
      camera = try Camera(
        center: tap.center, zoom: tap.zoom, bearing: tap.view.bearing, pitch: tap.view.pitch)
    } catch {
      let text = error.description
      throw CommandError(
        "badCamera", text.prefix(1).uppercased() + text.dropFirst() + ".", exitCode: .usage)
    }
    transform = CameraTransform(
      camera, viewport: Viewport(width: tap.view.size.width, height: tap.view.size.height))
    self.tap = tap.screen ?? transform.viewport.center
  }
}
