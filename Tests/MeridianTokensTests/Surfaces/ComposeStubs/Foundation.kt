@file:Suppress("UNUSED_PARAMETER", "unused")

package androidx.compose.foundation

fun isSystemInDarkTheme(): Boolean = false
