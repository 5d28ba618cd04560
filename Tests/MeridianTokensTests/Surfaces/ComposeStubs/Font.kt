@file:Suppress("UNUSED_PARAMETER", "unused")

package androidx.compose.ui.text.font

data class FontWeight(val weight: Int)
class FontFamily(val name: String) {
    companion object {
        val Default = FontFamily("default")
        val Monospace = FontFamily("monospace")
        val Serif = FontFamily("serif")
    }
}
