@file:Suppress("UNUSED_PARAMETER", "unused")

package androidx.compose.ui.graphics

import androidx.compose.ui.geometry.Offset
import androidx.compose.ui.geometry.Rect
import androidx.compose.ui.geometry.Size
import androidx.compose.ui.graphics.layer.GraphicsLayer
import androidx.compose.ui.unit.Density
import androidx.compose.ui.unit.LayoutDirection

/** A color as Compose packs it: opacity, red, green and blue, 8 bits each. */
data class Color(val argb: Int) {
    fun copy(alpha: Float): Color = Color((argb and 0xFFFFFF) or ((alpha * 255).toInt() shl 24))
}
fun Color(argb: Long): Color = Color(argb.toInt())

sealed class Brush {
    companion object {
        fun linearGradient(vararg colorStops: Pair<Float, Color>, start: Offset, end: Offset): Brush =
            ShaderBrush("linear ${colorStops.toList()} $start $end")
        fun radialGradient(
            vararg colorStops: Pair<Float, Color>,
            center: Offset,
            radius: Float
        ): Brush = ShaderBrush("radial ${colorStops.toList()} $center $radius")
        fun verticalGradient(
            vararg colorStops: Pair<Float, Color>,
            startY: Float,
            endY: Float
        ): Brush = ShaderBrush("vertical ${colorStops.toList()} $startY $endY")
    }
}
data class SolidColor(val color: Color) : Brush()
data class ShaderBrush(val shader: Any) : Brush()

enum class TileMode { Clamp, Repeated }
class ImageBitmap
fun android.graphics.Bitmap.asImageBitmap(): ImageBitmap = ImageBitmap()
fun ImageShader(image: ImageBitmap, tileModeX: TileMode, tileModeY: TileMode): Any = image

enum class ClipOp { Difference, Intersect }
enum class StrokeCap { Butt, Round, Square }
enum class PathFillType { NonZero, EvenOdd }
class PathEffect {
    companion object {
        fun dashPathEffect(intervals: FloatArray, phase: Float = 0f): PathEffect = PathEffect()
    }
}

abstract class RenderEffect
class BlurEffect(val radiusX: Float, val radiusY: Float, val edgeTreatment: TileMode) :
    RenderEffect()

class Outline
interface Shape {
    fun createOutline(size: Size, layoutDirection: LayoutDirection, density: Density): Outline
}
class Path {
    var fillType = PathFillType.NonZero
    fun translate(offset: Offset) {}
    fun addRect(rect: Rect) {}
}
fun Path.addOutline(outline: Outline) {}

class Paint {
    var color = Color(0)
    private val framework = android.graphics.Paint()
    fun asFrameworkPaint(): android.graphics.Paint = framework
}
class Canvas { fun drawPath(path: Path, paint: Paint) {} }

fun rememberGraphicsLayer(): GraphicsLayer = GraphicsLayer()
