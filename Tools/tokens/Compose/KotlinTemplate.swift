/// The fixed parts of the Kotlin files; § stands for the set's name as a type, ¤ as a member.
enum KotlinTemplate {
  static let settings = """
    /** The settings that values of §'s tokens depend on. */
    @Immutable
    data class §Settings(
        val isDark: Boolean = false,
        val increasesContrast: Boolean = false,
        val reducesTransparency: Boolean = false,
        val reducesMotion: Boolean = false,
        val isLowRam: Boolean = false
    )

    /** The settings of the theme around. */
    val Local§Settings = staticCompositionLocalOf { §Settings() }

    /**
     * The settings of the device. Android has none for transparency: the app brings its own switch.
     */
    @Composable
    fun remember§Settings(reducesTransparency: Boolean = false): §Settings {
        val context = LocalContext.current
        val activities = context.getSystemService(Context.ACTIVITY_SERVICE) as ActivityManager
        val modes = context.getSystemService(Context.UI_MODE_SERVICE) as UiModeManager
        val contrast = if (Build.VERSION.SDK_INT >= 34) modes.contrast else 0f
        val durations = Settings.Global.getFloat(
            context.contentResolver, Settings.Global.ANIMATOR_DURATION_SCALE, 1f
        )
        return §Settings(
            isDark = isSystemInDarkTheme(),
            increasesContrast = contrast >= 0.5f,
            reducesTransparency = reducesTransparency,
            reducesMotion = durations == 0f,
            isLowRam = activities.isLowRamDevice
        )
    }
    """

  static let theme = """
    /** Gives what is below the colors of the tokens, and Material a scheme of them. */
    @Composable
    fun §Theme(
        settings: §Settings = remember§Settings(),
        content: @Composable() () -> Unit
    ) {
        val colors = ¤Colors(settings)
        CompositionLocalProvider(
            Local§Settings provides settings,
            Local§Colors provides colors
        ) {
            MaterialTheme(colorScheme = colors.colorScheme(settings.isDark), content = content)
        }
    }

    /** The tokens in the mode of the theme around: `§Theme.colors`. */
    object §Theme {
        val colors: §Colors
            @Composable
            @ReadOnlyComposable
            get() = Local§Colors.current

        val settings: §Settings
            @Composable
            @ReadOnlyComposable
            get() = Local§Settings.current
    }
    """

  static let type = """
    /** A type style; sizes and tracking in sp, so that they grow with the device's font size. */
    @Immutable
    data class §TextStyle(
        val families: List<String>,
        val size: TextUnit,
        val weight: FontWeight,
        val tracking: TextUnit,
        val lineHeight: TextUnit,
        val isTabular: Boolean,
        val isMonospaced: Boolean,
        val isUppercase: Boolean
    ) {
        /** The system's font that is nearest to the first family. */
        val systemFamily: FontFamily
            get() = when (families.firstOrNull()) {
                "SF Mono", "ui-monospace", "monospace" -> FontFamily.Monospace
                "New York", "ui-serif", "serif" -> FontFamily.Serif
                else -> if (isMonospaced) FontFamily.Monospace else FontFamily.Default
            }

        /** The style in the system's font, or in one that the app brings. */
        fun style(family: FontFamily = systemFamily): TextStyle = TextStyle(
            fontFamily = family,
            fontSize = size,
            fontWeight = weight,
            letterSpacing = tracking,
            lineHeight = lineHeight,
            fontFeatureSettings = if (isTabular) "tnum" else null
        )

        /** The text as this style shows it: in capitals, if it says so. */
        fun text(text: String): String =
            if (isUppercase) UCharacter.toUpperCase(Locale.getDefault(), text) else text
    }
    """

  static let layout = """
    /** The styles of lines there are; those that Compose does not draw are drawn solid. */
    enum class §Line { Solid, Dashed, Dotted, Double, Groove, Ridge, Outset, Inset, Dashes }

    /** How a line is drawn; lengths are of dashes and gaps in turn. */
    @Immutable
    data class §Stroke(
        val line: §Line,
        val lengths: List<Dp> = emptyList(),
        val cap: StrokeCap = StrokeCap.Butt
    ) {
        /** The stroke of a line so many pixels wide, drawn `scale` times as wide. */
        fun style(width: Float, scale: Float, density: Density): Stroke {
            val intervals = when (line) {
                §Line.Dashed -> floatArrayOf(3 * width, 2 * width)
                §Line.Dotted -> floatArrayOf(0f, 2 * width)
                §Line.Dashes -> with(density) {
                    val all = if (lengths.size % 2 == 0) lengths else lengths + lengths
                    FloatArray(all.size) { all[it].toPx() }
                }
                else -> floatArrayOf()
            }
            return Stroke(
                width = width * scale,
                cap = if (line == §Line.Dotted) StrokeCap.Round else cap,
                pathEffect = if (intervals.isEmpty()) null else PathEffect.dashPathEffect(intervals)
            )
        }
    }

    /** A line around a shape. */
    @Immutable
    data class §Border(val color: Color, val width: Dp, val stroke: §Stroke)

    /** A shadow; the blur is CSS's, twice a standard deviation. */
    @Immutable
    data class §Shadow(
        val color: Color,
        val blur: Dp,
        val x: Dp,
        val y: Dp,
        val spread: Dp,
        val isInset: Boolean
    )
    """

  static let motion = """
    /** A change over time. */
    @Immutable
    data class §Transition(
        val durationMillis: Int,
        val delayMillis: Int,
        val easing: CubicBezierEasing
    ) {
        /** At once when it takes no time. */
        fun <T> spec(): FiniteAnimationSpec<T> =
            if (durationMillis == 0) snap() else tween(durationMillis, delayMillis, easing)

        /** At once under reduced motion, too. */
        fun <T> spec(settings: §Settings): FiniteAnimationSpec<T> =
            if (settings.reducesMotion) snap() else spec()
    }

    /** A spring with a mass of 1: a damping ratio of 1 is critical, stiffness in 1/s². */
    @Immutable
    data class §Spring(val dampingRatio: Float, val stiffness: Float) {
        fun <T> spec(): FiniteAnimationSpec<T> =
            spring(dampingRatio = dampingRatio, stiffness = stiffness)

        /** At once under reduced motion. */
        fun <T> spec(settings: §Settings): FiniteAnimationSpec<T> =
            if (settings.reducesMotion) snap() else spec()
    }
    """

  static let haptics = """
    /** A touch that is felt: a constant of Android from an API level on, and another below it. */
    @Immutable
    data class §Haptic(val constant: Int, val version: Int, val fallback: Int) {
        /** The constant for an API level. */
        fun constant(level: Int): Int = if (level >= version) constant else fallback

        fun perform(view: View): Boolean =
            view.performHapticFeedback(constant(Build.VERSION.SDK_INT))
    }
    """

  static let wallpaper = """
    /** Colors at places of an axis, 0 to 1. */
    @Immutable
    class §Gradient(vararg val stops: Pair<Float, Color>)

    /** A gradient around a center; the radius is a share of the longer side. */
    @Immutable
    class §Radial(
        val centerX: Float,
        val centerY: Float,
        val radius: Float,
        val gradient: §Gradient
    )

    /**
     * Radial gradients, the first on top, over a linear one whose angle is in degrees: 0 to the
     * top, clockwise, as in CSS.
     */
    @Immutable
    class §Picture(
        val radials: List<§Radial>,
        val angle: Float,
        val linear: §Gradient
    ) {
        /** From the middle of a shape to the linear gradient's end. */
        fun end(size: Size): Offset {
            val radians = Math.toRadians(angle.toDouble())
            val sine = sin(radians).toFloat()
            val cosine = cos(radians).toFloat()
            val half = (abs(size.width * sine) + abs(size.height * cosine)) / 2
            return Offset(sine * half, -cosine * half)
        }

        /** Brushes for a shape of this size, from the back to the front. */
        fun brushes(size: Size): List<Brush> {
            val middle = Offset(size.width / 2, size.height / 2)
            val end = end(size)
            val back = Brush.linearGradient(*linear.stops, start = middle - end, end = middle + end)
            return listOf(back) + radials.reversed().map {
                Brush.radialGradient(
                    *it.gradient.stops,
                    center = Offset(it.centerX * size.width, it.centerY * size.height),
                    radius = max(it.radius * max(size.width, size.height), 0.01f)
                )
            }
        }
    }

    /** Draws a wallpaper behind. */
    fun Modifier.¤Wallpaper(picture: §Picture): Modifier = drawBehind {
        for (brush in picture.brushes(size)) drawRect(brush)
    }
    """
}
