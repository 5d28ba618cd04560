extension KotlinSet {
  /// Springs of the set: `AeroMotion.Springs.sheet`.
  var springs: [Member] {
    system.springs.map { spring in
      Member(
        name: names[TokenPath(["springs", spring.name])], documentation: "",
        type: prefix + "Spring",
        value: .value(
          "\(prefix)Spring(dampingRatio = \(KotlinValues.float(spring.dampingRatio)), "
            + "stiffness = \(KotlinValues.float(spring.stiffness)))"))
    }
  }

  /// Haptics of the set: `AeroHaptics.success`; constants are checked, for text of a file
  /// becomes code here.
  func haptics() throws(TokenProblem) -> [Member] {
    var members: [Member] = []
    for haptic in system.haptics {
      for name in [haptic.android, haptic.androidFallback]
      where AndroidHaptics.versions[name] == nil {
        throw TokenProblem(
          "The haptic “\(haptic.name)” names “\(name)”, which is no constant of Android's "
            + "HapticFeedbackConstants; write CONFIRM, CLOCK_TICK, LONG_PRESS or another of them.")
      }
      if let first = AndroidHaptics.versions[haptic.android], haptic.androidVersion < first {
        throw TokenProblem(
          "The haptic “\(haptic.name)” uses \(haptic.android) from API level "
            + "\(haptic.androidVersion), but Android has it from \(first); write \(first).")
      }
      let name = names[TokenPath(["haptics", haptic.name])]
      let arguments = [
        "constant = HapticFeedbackConstants.\(haptic.android)",
        "version = \(haptic.androidVersion)",
        "fallback = HapticFeedbackConstants.\(haptic.androidFallback)",
      ]
      members.append(
        Member(
          name: NativeName(groups: [], member: name.member, dialect: .kotlin), documentation: "",
          type: prefix + "Haptic",
          value: .value(
            CodeExpression.call(prefix + "Haptic", arguments, room: 60, indentation: 4))))
    }
    return members
  }

  /// Wallpapers of the set: `AeroWallpaper.Wallpapers.vivid`.
  var wallpapers: [Member] {
    system.wallpapers.map { wallpaper in
      Member(
        name: names[TokenPath(["wallpapers", wallpaper.name])], documentation: "",
        type: prefix + "Picture",
        value: Decision(from: Context(platform: .android), by: system.layers(of: wallpaper)) {
          expression(wallpaper, $0)
        })
    }
  }

  private func expression(_ wallpaper: Wallpaper, _ context: Context) -> String {
    let radials = wallpaper.radials.map { radial in
      CodeExpression.call(
        prefix + "Radial",
        [
          "centerX = \(KotlinValues.float(radial.centerX))",
          "centerY = \(KotlinValues.float(radial.centerY))",
          "radius = \(KotlinValues.float(radial.radius))",
          "gradient = \(gradient(radial.stops, context))",
        ], room: 80, indentation: 4)
    }
    let list = CodeExpression.call("listOf", radials, room: 80, indentation: 4)
    let linear = gradient(wallpaper.linear.stops, context)
    return CodeExpression.call(
      prefix + "Picture",
      [
        "radials = \(list)", "angle = \(KotlinValues.float(wallpaper.linear.angle))",
        "linear = \(linear)",
      ], room: 80, indentation: 4)
  }

  /// A gradient token; in a context of its own when it depends on settings.
  private func gradient(_ path: TokenPath, _ context: Context) -> String {
    guard let token = system.token(path) else { return prefix + "Gradient()" }
    if isConstant(token) {
      return "\(prefix)Wallpaper." + names[path].use
    }
    return KotlinValues(set: self, token: token).expression(token.value[context])
  }
}

/// Constants of Android's `HapticFeedbackConstants`, with the API level each came with.
enum AndroidHaptics {
  static let versions: [String: Int] = [
    "LONG_PRESS": 3, "VIRTUAL_KEY": 5, "KEYBOARD_TAP": 8, "CLOCK_TICK": 21, "CONTEXT_CLICK": 23,
    "KEYBOARD_PRESS": 27, "KEYBOARD_RELEASE": 27, "VIRTUAL_KEY_RELEASE": 27,
    "TEXT_HANDLE_MOVE": 27, "CONFIRM": 30, "GESTURE_END": 30, "GESTURE_START": 30, "REJECT": 30,
    "DRAG_START": 34, "GESTURE_THRESHOLD_ACTIVATE": 34, "GESTURE_THRESHOLD_DEACTIVATE": 34,
    "NO_HAPTICS": 34, "SEGMENT_FREQUENT_TICK": 34, "SEGMENT_TICK": 34, "TOGGLE_OFF": 34,
    "TOGGLE_ON": 34,
  ]
}
