@file:Suppress("UNUSED_PARAMETER", "unused")

package android.view

object HapticFeedbackConstants {
    const val LONG_PRESS = 0
    const val VIRTUAL_KEY = 1
    const val KEYBOARD_TAP = 3
    const val KEYBOARD_PRESS = 3
    const val CLOCK_TICK = 4
    const val CONTEXT_CLICK = 6
    const val KEYBOARD_RELEASE = 7
    const val VIRTUAL_KEY_RELEASE = 8
    const val TEXT_HANDLE_MOVE = 9
    const val GESTURE_START = 12
    const val GESTURE_END = 13
    const val CONFIRM = 16
    const val REJECT = 17
    const val TOGGLE_ON = 21
    const val TOGGLE_OFF = 22
    const val GESTURE_THRESHOLD_ACTIVATE = 23
    const val GESTURE_THRESHOLD_DEACTIVATE = 24
    const val DRAG_START = 25
    const val SEGMENT_TICK = 26
    const val SEGMENT_FREQUENT_TICK = 27
    const val NO_HAPTICS = -1
}

open class View {
    var performed = -1
    fun performHapticFeedback(constant: Int): Boolean {
        performed = constant
        return true
    }
}
