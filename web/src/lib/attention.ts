// What keeps a player's eyes on a table: the title of the tab, a buzz when the turn comes, a screen that stays awake.

const TURN_VIBRATION_MS = 80

/** Older browsers lack some of it. */
const device: Partial<Navigator> = navigator

/** Buzzes once, on devices that can and browsers that allow it. */
export function buzz() {
  // Before the first tap on a page browsers refuse it, and log an error.
  if (device.userActivation?.hasBeenActive) device.vibrate?.(TURN_VIBRATION_MS)
}

/** Keeps the screen awake until the returned function is called. Browsers give the lock up when the page is hidden. */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | null = null
  let ended = false
  const isOver = () => ended
  const request = async () => {
    if (isOver() || document.hidden || !device.wakeLock) return
    // A browser may refuse, for example when the battery is low.
    const granted = await device.wakeLock.request('screen').catch(() => null)
    if (isOver()) await granted?.release()
    else lock = granted
  }
  const requestAgain = () => void request()
  document.addEventListener('visibilitychange', requestAgain)
  requestAgain()
  return () => {
    ended = true
    document.removeEventListener('visibilitychange', requestAgain)
    void lock?.release()
  }
}
