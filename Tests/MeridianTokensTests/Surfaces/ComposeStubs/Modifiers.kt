@file:Suppress("UNUSED_PARAMETER", "unused")

package androidx.compose.ui

interface Modifier {
    companion object : Modifier
}
