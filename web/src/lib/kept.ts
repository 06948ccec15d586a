// What this device keeps. A browser may refuse to; then nothing is kept.

export function kept<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(`lastcard.${key}`)
    return text === null ? otherwise : (JSON.parse(text) as T)
  } catch {
    return otherwise
  }
}

export function keep(key: string, value: unknown) {
  try {
    if (value === null) localStorage.removeItem(`lastcard.${key}`)
    else localStorage.setItem(`lastcard.${key}`, JSON.stringify(value))
  } catch {
    // A full or forbidden store costs only the comfort of finding things again.
  }
}
