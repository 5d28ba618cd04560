@testable import MeridianTokens

/// A program over the generated Kotlin of a set that prints every value in every context.
struct KotlinDump {
  private let system: DesignSystem
  private let generated: KotlinSet

  init(_ system: DesignSystem) throws {
    self.system = system
    generated = try KotlinSet(system)
  }

  var source: String {
    let tokens = tokens
    // A method of the Java machine is at most 64 KB long.
    let parts = stride(from: 0, to: tokens.count, by: 40).map {
      Array(tokens[$0..<min($0 + 40, tokens.count)])
    }
    var text = generated.filled(KotlinDump.texts)
    for (index, part) in parts.enumerated() {
      text += generated.filled(
        "private fun part\(index)(index: Int, settings: §Settings, colors: §Colors) {\n")
      text += part.joined() + "}\n"
    }
    let calls = parts.indices.map { "        part\($0)(index, settings, colors)\n" }.joined()
    return text + generated.filled(KotlinDump.loop(calls, materials, scheme))
  }

  private var tokens: [String] {
    var lines = system.tokens.map { line($0.path.description, generated.use($0.path)) }
    for spring in system.springs {
      let name = generated.names[TokenPath(["springs", spring.name])].use
      lines.append(line("spring/\(spring.name)", "\(generated.prefix)Motion.\(name)"))
    }
    for wallpaper in system.wallpapers {
      let name = generated.names[TokenPath(["wallpapers", wallpaper.name])].use
      let member = generated.wallpapers.first { $0.name.use == name }
      let settings = member?.value.constant == nil ? "(settings)" : ""
      lines.append(
        line("wallpaper/\(wallpaper.name)", "\(generated.prefix)Wallpaper.\(name)\(settings)"))
    }
    for haptic in system.haptics {
      let name = generated.names[TokenPath(["haptics", haptic.name])].member
      lines.append(line("haptic/\(haptic.name)", "haptic(\(generated.prefix)Haptics.\(name))"))
    }
    return lines
  }

  private func line(_ name: String, _ expression: String) -> String {
    let name = CodeExpression.literal(name, special: ["$"])
    return "    show(\(name), index, \(expression))\n"
  }

  private var materials: String {
    let versions = ValueKey.versions(of: system).map(String.init).joined(separator: ", ")
    return """
              for (role in §Role.values()) for (version in listOf(\(versions)))
                  for (low in listOf(false, true)) {
                      val material = resolve§Material(role, version, settings.copy(isLowRam = low))
                      val layers = material.layers(colors, settings).joinToString(" + ") { layer(it) }
                      show(
                          "material/${role.token}/$version/$low", index,
                          "${material.token}: $layers"
                      )
                  }

      """
  }

  /// What Material was given by the theme.
  private var scheme: String {
    """
            §Theme(settings) {
                val scheme = androidx.compose.material3.Shown.scheme
                show("scheme/onSurface", index, scheme!!.onSurface)
                show("theme/same", index, (§Theme.colors == colors).toString())
            }

    """
  }

  private static func loop(_ calls: String, _ materials: String, _ scheme: String) -> String {
    """
    fun dump() {
        for (index in 0 until 16) {
            val settings = §Settings(
                isDark = index and 1 != 0,
                increasesContrast = index and 2 != 0,
                reducesTransparency = index and 4 != 0,
                reducesMotion = index and 8 != 0
            )
            val colors = ¤Colors(settings)
    \(calls)\(materials)\(scheme)    }
    }

    """
  }

  /// Values in the words of `CanonicalValue`.
  private static let texts = """
    @file:Suppress("UNUSED_PARAMETER", "DEPRECATION")

    package org.meridian.tokens.¤

    import androidx.compose.animation.core.CubicBezierEasing
    import androidx.compose.ui.graphics.Color
    import androidx.compose.ui.text.font.FontWeight
    import androidx.compose.ui.unit.Dp

    private fun show(name: String, index: Int, value: Any) {
        println("§\\t$name\\t$index\\t${text(value)}")
    }
    private fun text(value: Any): String = when (value) {
        is String -> value
        is Float -> number(value)
        is Dp -> number(value.value)
        is Color ->
            "#" + String.format("%06X%02X", value.argb and 0xFFFFFF, value.argb ushr 24)
        is FontWeight -> value.weight.toString()
        is CubicBezierEasing ->
            listOf(value.a, value.b, value.c, value.d).joinToString(",") { number(it) }
        is §Stroke ->
            if (value.line == §Line.Dashes) {
                value.lengths.joinToString(",") { text(it) } + "/" + value.cap.name.toLowerCase()
            } else {
                value.line.name.toLowerCase()
            }
        is §Border -> "${text(value.color)} ${text(value.width)} ${text(value.stroke)}"
        is §Transition -> "${value.durationMillis} ${value.delayMillis} ${text(value.easing)}"
        is §Spring -> number(value.dampingRatio) + " " + number(value.stiffness)
        is §Shadow -> shadow(value)
        is §Gradient -> value.stops.joinToString(";") { "${text(it.second)}@${text(it.first)}" }
        is List<*> -> value.joinToString(if (value.firstOrNull() is §Shadow) "; " else "|") {
            text(it!!)
        }
        is §TextStyle -> style(value)
        is §Picture -> (value.radials.map {
            "${text(it.centerX)} ${text(it.centerY)} ${text(it.radius)} ${text(it.gradient)}"
        } + "${text(value.angle)} ${text(value.linear)}").joinToString(" + ")
        else -> value.toString()
    }
    private fun number(value: Float): String {
        val text = String.format(java.util.Locale.ROOT, "%.4f", value).trimEnd('0').trimEnd('.')
        return if (text == "-0") "0" else text
    }
    private fun shadow(value: §Shadow): String {
        val lengths = listOf(value.blur.value / 2, value.x.value, value.y.value, value.spread.value)
        return "${text(value.color)} ${lengths.joinToString(" ") { number(it) }}" +
            (if (value.isInset) " inset" else "")
    }
    private fun style(value: §TextStyle): String {
        val style = value.style()
        val words = mutableListOf(
            text(value.families), number(style.fontSize.value), text(style.fontWeight!!),
            number(style.letterSpacing.value), number(style.lineHeight.value)
        )
        if (style.fontFeatureSettings == "tnum") words.add("tabular")
        if (value.isMonospaced) words.add("monospaced")
        if (value.text("a") == "A") words.add("uppercase")
        return words.joinToString(" ")
    }
    private fun haptic(value: §Haptic): String =
        "${value.constant(value.version)} ${value.version} ${value.constant(value.version - 1)}"
    private fun layer(value: §Layer): String = when (value) {
        is §Layer.Blur -> "blur " + text(value.radius)
        is §Layer.Fill -> "fill " + text(value.color)
        is §Layer.Edge -> "border " + text(value.border)
        is §Layer.Highlight -> "highlight " + text(value.border)
        is §Layer.Grain -> "grain " + text(value.opacity)
        is §Layer.Shadow -> "shadow " + text(value.shadows)
    }

    """
}
