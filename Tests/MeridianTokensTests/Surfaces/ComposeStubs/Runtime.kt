// The little of Compose's runtime that generated code uses: @Composable marks, and no more.
@file:Suppress("UNUSED_PARAMETER", "unused")

package androidx.compose.runtime

import kotlin.reflect.KProperty

@Target(
    AnnotationTarget.FUNCTION,
    AnnotationTarget.TYPE,
    AnnotationTarget.PROPERTY_GETTER
)
annotation class Composable

@Target(AnnotationTarget.FUNCTION, AnnotationTarget.PROPERTY_GETTER)
annotation class ReadOnlyComposable

@Target(AnnotationTarget.CLASS)
annotation class Immutable

class ProvidedValue<T>(val local: ProvidableCompositionLocal<T>, val value: T)

class ProvidableCompositionLocal<T>(private val default: () -> T) {
    private val values = mutableListOf<T>()
    val current: T get() = if (values.isEmpty()) default() else values.last()
    infix fun provides(value: T): ProvidedValue<T> = ProvidedValue(this, value)
    internal fun push(value: T) { values.add(value) }
    internal fun pop() { values.removeAt(values.size - 1) }
}

fun <T> staticCompositionLocalOf(default: () -> T): ProvidableCompositionLocal<T> =
    ProvidableCompositionLocal(default)

private fun <T> push(value: ProvidedValue<T>) = value.local.push(value.value)

fun CompositionLocalProvider(vararg values: ProvidedValue<*>, content: @Composable() () -> Unit) {
    for (value in values) push(value)
    content()
    for (value in values) value.local.pop()
}

class MutableState<T>(var value: T)
fun <T> mutableStateOf(value: T): MutableState<T> = MutableState(value)
operator fun <T> MutableState<T>.getValue(owner: Any?, property: KProperty<*>): T = value
operator fun <T> MutableState<T>.setValue(owner: Any?, property: KProperty<*>, value: T) {
    this.value = value
}
fun <T> remember(calculation: () -> T): T = calculation()
fun <T> remember(key: Any?, calculation: () -> T): T = calculation()
