@file:Suppress("UNUSED_PARAMETER", "unused")

package androidx.compose.ui.unit

data class Dp(val value: Float)
val Int.dp: Dp get() = Dp(this.toFloat())
val Double.dp: Dp get() = Dp(this.toFloat())

data class TextUnit(val value: Float, val type: String)
val Int.sp: TextUnit get() = TextUnit(this.toFloat(), "sp")
val Double.sp: TextUnit get() = TextUnit(this.toFloat(), "sp")
val Int.em: TextUnit get() = TextUnit(this.toFloat(), "em")
val Double.em: TextUnit get() = TextUnit(this.toFloat(), "em")

interface Density {
    fun Dp.toPx(): Float = value
}
enum class LayoutDirection { Ltr, Rtl }
