@file:Suppress("UNUSED_PARAMETER", "unused")

package android.provider

object Settings {
    object Global {
        const val ANIMATOR_DURATION_SCALE = "animator_duration_scale"
        fun getFloat(resolver: android.content.ContentResolver, name: String, otherwise: Float): Float =
            otherwise
    }
}
