// The little of Android that generated code uses.
@file:Suppress("UNUSED_PARAMETER", "unused")

package android.app

class ActivityManager { val isLowRamDevice: Boolean = false }
class UiModeManager { val contrast: Float = 0f }
