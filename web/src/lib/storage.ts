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

/** What another window has kept or thrown away under this key; nothing where it did neither. */
export function changed<T>(event: StorageEvent, key: string): T | null {
  const text = event.newValue ?? event.oldValue
  return event.key === `lastcard.${key}` && text ? (JSON.parse(text) as T) : null
}
