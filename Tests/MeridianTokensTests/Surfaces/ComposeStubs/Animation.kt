@file:Suppress("UNUSED_PARAMETER", "unused")

package androidx.compose.animation.core

interface Easing
class CubicBezierEasing(val a: Float, val b: Float, val c: Float, val d: Float) : Easing

interface FiniteAnimationSpec<T>
data class TweenSpec<T>(val durationMillis: Int, val delay: Int, val easing: Easing) :
    FiniteAnimationSpec<T>
data class SpringSpec<T>(val dampingRatio: Float, val stiffness: Float) : FiniteAnimationSpec<T>
data class SnapSpec<T>(val delay: Int) : FiniteAnimationSpec<T>

fun <T> tween(durationMillis: Int, delayMillis: Int, easing: Easing): TweenSpec<T> =
    TweenSpec(durationMillis, delayMillis, easing)
fun <T> spring(dampingRatio: Float, stiffness: Float): SpringSpec<T> =
    SpringSpec(dampingRatio, stiffness)
fun <T> snap(delayMillis: Int = 0): SnapSpec<T> = SnapSpec(delayMillis)
