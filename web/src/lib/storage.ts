// What this browser stores between visits. Storage may be full or forbidden; then nothing is stored.

export function loadItem<T>(key: string, fallback: T): T {
  try {
    const text = localStorage.getItem(`lastcard.${key}`)
    return text === null ? fallback : (JSON.parse(text) as T)
  } catch {
    return fallback
  }
}

/** Stores a value; `null` removes it. */
export function storeItem(key: string, value: unknown) {
  try {
    if (value === null) localStorage.removeItem(`lastcard.${key}`)
    else localStorage.setItem(`lastcard.${key}`, JSON.stringify(value))
  } catch {
    // Without storage the page still works; it only forgets.
  }
}

/** The value that another window stored or removed under this key, or null if the event is about something else. */
export function changedElsewhere(event: StorageEvent, key: string): unknown {
  const text = event.newValue ?? event.oldValue
  return event.key === `lastcard.${key}` && text ? (JSON.parse(text) as unknown) : null
}

/** The keys in storage that begin with this, as {@link loadItem} takes them. */
export function storedKeys(prefix: string): string[] {
  try {
    const whole = `lastcard.${prefix}`
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(whole))
      .map((key) => key.slice('lastcard.'.length))
  } catch {
    return []
  }
}

/** A word that only this window keeps; it survives a reload. */
export function loadOfWindow(key: string): string | null {
  try {
    return sessionStorage.getItem(`lastcard.${key}`)
  } catch {
    return null
  }
}

export function storeOfWindow(key: string, value: string) {
  try {
    sessionStorage.setItem(`lastcard.${key}`, value)
  } catch {
    // As above: the page only forgets.
  }
}
