// The language in use.
import { en, type Messages } from './en'

export const LANGUAGES: Record<string, string> = { en: 'English', pcm: 'Naijá (Pidgin)' }

let current = $state.raw<{ code: string; m: Messages }>({ code: 'en', m: en })

/** The messages of the language in use. */
export function messages(): Messages {
  return current.m
}

/** Changes the language; all but English is fetched first. */
export async function speak(code: string) {
  const m = code === 'pcm' ? (await import('./pcm')).pcm : en
  current = { code, m }
  document.documentElement.lang = code
  document.documentElement.dir = m.direction
}
