// What a person has chosen on this device.
import { speak } from '../messages/index.svelte'
import { keep, kept } from './storage'

export interface Settings {
  name: string
  language: string
  look: string
  speed: string
  sound: boolean
}

const usual: Settings = { name: '', language: 'en', look: 'auto', speed: 'normal', sound: false }

export const settings: Settings = $state({ ...usual, ...kept<Partial<Settings>>('settings', {}) })

/** Changes a setting, keeps it and lets it take effect. */
export function set<K extends keyof Settings>(key: K, value: Settings[K]) {
  settings[key] = value
  keep('settings', { ...settings })
  take()
}

const DARK = matchMedia('(prefers-color-scheme: dark)')
DARK.addEventListener('change', take)

/** Lets the settings take effect. */
export function take() {
  const dark = settings.look === 'dark' || (settings.look === 'auto' && DARK.matches)
  document.documentElement.dataset.look = dark ? 'dark' : 'light'
  void speak(settings.language)
}
