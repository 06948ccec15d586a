// The settings of this browser.
import type { BotLevel } from '../generated/protocol'
import { LANGUAGES, setLanguage } from '../messages/index.svelte'
import { loadItem, storeItem } from './storage'

export interface Settings {
  name: string
  language: string
  look: string
  speed: string
  sound: boolean
  /** The level of the computer players; empty until one was chosen. */
  level: BotLevel | ''
}

/** The first language of the browser that the page speaks. */
export function browserLanguage(wanted: readonly string[] = navigator.languages): string {
  const codes = wanted.map((one) => one.toLowerCase().split('-')[0]!)
  return codes.find((code) => code in LANGUAGES) ?? 'en'
}

const DEFAULTS: Settings = {
  name: '',
  language: browserLanguage(),
  look: 'auto',
  speed: 'normal',
  sound: false,
  level: ''
}

export const settings: Settings = $state({ ...DEFAULTS, ...loadItem<Partial<Settings>>('settings', {}) })

/** Changes a setting, stores it and applies it. */
export function changeSetting<K extends keyof Settings>(key: K, value: Settings[K]) {
  settings[key] = value
  storeItem('settings', { ...settings })
  applySettings()
}

const DARK = matchMedia('(prefers-color-scheme: dark)')
DARK.addEventListener('change', applySettings)

/** Applies the look and the language to the page. */
export function applySettings() {
  const dark = settings.look === 'dark' || (settings.look === 'auto' && DARK.matches)
  document.documentElement.dataset.look = dark ? 'dark' : 'light'
  void setLanguage(settings.language)
}
