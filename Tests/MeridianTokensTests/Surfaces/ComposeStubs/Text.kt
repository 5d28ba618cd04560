@file:Suppress("UNUSED_PARAMETER", "unused")

package androidx.compose.ui.text

import androidx.compose.ui.text.font.FontFamily
import androidx.compose.ui.text.font.FontWeight
import androidx.compose.ui.unit.TextUnit

data class TextStyle(
    val fontFamily: FontFamily?,
    val fontSize: TextUnit,
    val fontWeight: FontWeight?,
    val letterSpacing: TextUnit,
    val lineHeight: TextUnit,
    val fontFeatureSettings: String?
)
