@file:Suppress("UNUSED_PARAMETER", "unused")

package androidx.compose.ui.geometry

data class Offset(val x: Float, val y: Float) {
    operator fun plus(other: Offset): Offset = Offset(x + other.x, y + other.y)
    operator fun minus(other: Offset): Offset = Offset(x - other.x, y - other.y)
    companion object { val Zero = Offset(0f, 0f) }
}
data class Size(val width: Float, val height: Float)
data class Rect(val left: Float, val top: Float, val right: Float, val bottom: Float)
