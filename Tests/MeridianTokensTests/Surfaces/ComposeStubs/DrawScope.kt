@file:Suppress("UNUSED_PARAMETER", "unused")

package androidx.compose.ui.graphics.drawscope

import androidx.compose.ui.geometry.Size
import androidx.compose.ui.graphics.Brush
import androidx.compose.ui.graphics.Canvas
import androidx.compose.ui.graphics.ClipOp
import androidx.compose.ui.graphics.Color
import androidx.compose.ui.graphics.Path
import androidx.compose.ui.graphics.PathEffect
import androidx.compose.ui.graphics.StrokeCap
import androidx.compose.ui.graphics.layer.GraphicsLayer
import androidx.compose.ui.unit.Density
import androidx.compose.ui.unit.LayoutDirection

sealed class DrawStyle
object Fill : DrawStyle()
class Stroke(
    val width: Float = 0f,
    val cap: StrokeCap = StrokeCap.Butt,
    val pathEffect: PathEffect? = null
) : DrawStyle()

open class DrawScope(val size: Size, val layoutDirection: LayoutDirection) : Density {
    fun drawRect(brush: Brush, alpha: Float = 1f) {}
    fun drawPath(path: Path, color: Color, alpha: Float = 1f, style: DrawStyle = Fill) {}
    fun drawPath(path: Path, brush: Brush, alpha: Float = 1f, style: DrawStyle = Fill) {}
    fun GraphicsLayer.record(block: DrawScope.() -> Unit) {}
}
class ContentDrawScope(size: Size, layoutDirection: LayoutDirection) :
    DrawScope(size, layoutDirection) {
    fun drawContent() {}
}

fun DrawScope.clipPath(
    path: Path,
    clipOp: ClipOp = ClipOp.Intersect,
    block: DrawScope.() -> Unit
) = block()
fun DrawScope.translate(left: Float = 0f, top: Float = 0f, block: DrawScope.() -> Unit) = block()
fun DrawScope.drawIntoCanvas(block: (Canvas) -> Unit) = block(Canvas())
