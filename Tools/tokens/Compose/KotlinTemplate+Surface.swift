extension KotlinTemplate {
  static let surface = """
    /** One layer of a material. */
    sealed class §Layer {
        /** Blur of what lies behind; the radius is CSS's, a standard deviation. */
        data class Blur(val radius: Dp) : §Layer()

        data class Fill(val color: Color) : §Layer()

        /** A line around, inside the shape. */
        data class Edge(val border: §Border) : §Layer()

        /** A light edge inside the top. */
        data class Highlight(val border: §Border) : §Layer()

        /** Noise in black and white. */
        data class Grain(val opacity: Float) : §Layer()

        data class Shadow(val shadows: List<§Shadow>) : §Layer()
    }

    /** What lies behind surfaces, kept so that they can blur it. */
    class §Backdrop internal constructor(internal val layer: GraphicsLayer) {
        internal var origin by mutableStateOf(Offset.Zero)
    }

    @Composable
    fun remember§Backdrop(): §Backdrop {
        val layer = rememberGraphicsLayer()
        return remember(layer) { §Backdrop(layer) }
    }

    /** Keeps what is drawn here as the backdrop of surfaces, which must lie outside of it. */
    fun Modifier.¤Backdrop(backdrop: §Backdrop): Modifier = this
        .onGloballyPositioned { backdrop.origin = it.positionInRoot() }
        .drawWithContent {
            backdrop.layer.record { this@drawWithContent.drawContent() }
            drawLayer(backdrop.layer)
        }

    /**
     * Draws a surface of the tokens behind, of the material that the API level, the device and the
     * settings ask for.
     */
    @Composable
    fun Modifier.¤Surface(role: §Role, shape: Shape, backdrop: §Backdrop): Modifier {
        val settings = Local§Settings.current
        val layers = resolve§Material(role, Build.VERSION.SDK_INT, settings)
            .layers(Local§Colors.current, settings)
        val blurred = rememberGraphicsLayer()
        var origin by remember { mutableStateOf(Offset.Zero) }
        return this
            .onGloballyPositioned { origin = it.positionInRoot() }
            .drawBehind {
                for (layer in layers) {
                    when (layer) {
                        is §Layer.Blur -> {
                            val shift = backdrop.origin - origin
                            drawBlur(shape, layer.radius, backdrop.layer, blurred, shift)
                        }
                        is §Layer.Fill -> drawPath(path(shape), layer.color)
                        is §Layer.Edge -> drawEdge(shape, layer.border, 0f, false)
                        is §Layer.Highlight ->
                            drawEdge(shape, layer.border, layer.border.width.toPx(), true)
                        is §Layer.Grain -> clipPath(path(shape)) {
                            drawRect(grain, alpha = layer.opacity)
                        }
                        is §Layer.Shadow ->
                            for (shadow in layer.shadows.reversed()) drawShadow(shape, shadow)
                    }
                }
            }
    }
    """

  static let layerDrawing = """


    /** A shape's path, inset on all sides by so many pixels. */
    private fun DrawScope.path(shape: Shape, inset: Float = 0f): Path {
        val inner = Size(max(0f, size.width - 2 * inset), max(0f, size.height - 2 * inset))
        val path = Path()
        path.addOutline(shape.createOutline(inner, layoutDirection, this))
        path.translate(Offset(inset, inset))
        return path
    }

    private fun DrawScope.drawBlur(
        shape: Shape,
        radius: Dp,
        backdrop: GraphicsLayer,
        blurred: GraphicsLayer,
        shift: Offset
    ) {
        val pixels = blurRadius(radius.toPx())
        blurred.renderEffect = BlurEffect(pixels, pixels, TileMode.Clamp)
        blurred.record { translate(shift.x, shift.y) { drawLayer(backdrop) } }
        clipPath(path(shape)) { drawLayer(blurred) }
    }

    /** The inner half of a line of twice the width, which is all that the clip leaves. */
    private fun DrawScope.drawEdge(
        shape: Shape,
        border: §Border,
        inset: Float,
        fades: Boolean
    ) {
        val path = path(shape, inset)
        val brush = if (fades) {
            Brush.verticalGradient(
                0f to border.color,
                0.5f to border.color.copy(alpha = 0f),
                startY = 0f,
                endY = size.height
            )
        } else {
            SolidColor(border.color)
        }
        clipPath(path) {
            drawPath(path, brush, style = border.stroke.style(border.width.toPx(), 2f, this))
        }
    }

    /**
     * A shadow outside of a shape, so that it does not darken a surface that light shines through;
     * an inset one inside of it.
     */
    private fun DrawScope.drawShadow(shape: Shape, shadow: §Shadow) {
        val deviation = shadow.blur.toPx() / 2
        val spread = shadow.spread.toPx()
        val offset = Offset(shadow.x.toPx(), shadow.y.toPx())
        val paint = Paint()
        paint.color = shadow.color
        if (blurRadius(deviation) > 0f) {
            paint.asFrameworkPaint().maskFilter =
                BlurMaskFilter(blurRadius(deviation), BlurMaskFilter.Blur.NORMAL)
        }
        val cast = path(shape, if (shadow.isInset) spread else -spread)
        cast.translate(offset)
        if (shadow.isInset) {
            val reach = 3 * deviation + max(size.width, size.height)
            cast.addRect(Rect(-reach, -reach, size.width + reach, size.height + reach))
            cast.fillType = PathFillType.EvenOdd
        }
        clipPath(path(shape), if (shadow.isInset) ClipOp.Intersect else ClipOp.Difference) {
            drawIntoCanvas { it.drawPath(cast, paint) }
        }
    }

    /** Android's radius of a blur with this standard deviation, both in pixels. */
    private fun blurRadius(deviation: Float): Float = max(0f, (deviation - 0.5f) / 0.57735f)

    /** Noise in black and white, the same everywhere: one tile, repeated. */
    private val grain: Brush by lazy {
        val side = 64
        var state = 1
        val pixels = IntArray(side * side) {
            state = state * 1_664_525 + 1_013_904_223
            if (state < 0) 0xFFFFFFFF.toInt() else 0xFF000000.toInt()
        }
        val tile = Bitmap.createBitmap(pixels, side, side, Bitmap.Config.ARGB_8888)
        ShaderBrush(ImageShader(tile.asImageBitmap(), TileMode.Repeated, TileMode.Repeated))
    }
    """
}
