@file:Suppress("UNUSED_PARAMETER", "unused")

package android.graphics

class BlurMaskFilter(val radius: Float, val style: Blur) : MaskFilter() {
    enum class Blur { NORMAL }
}
open class MaskFilter
class Paint { var maskFilter: MaskFilter? = null }
class Bitmap {
    enum class Config { ARGB_8888 }
    companion object {
        @JvmStatic
        fun createBitmap(colors: IntArray, width: Int, height: Int, config: Config): Bitmap = Bitmap()
    }
}
