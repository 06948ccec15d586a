// The language in use. Every other file of this folder is a language.
import { messages as english, type Messages } from './en'

/** English is in the first download; other languages are fetched when they are chosen. */
const LOADERS = import.meta.glob<Messages>(['./*.ts', '!./en.ts', '!./*.svelte.ts'], { import: 'messages' })

/** What each language calls itself, by its code. The build reads it from the files (vite.config.ts). */
export const LANGUAGES = __LANGUAGES__

let current = $state.raw(english)

/** The texts of the language in use. */
export function messages(): Messages {
  return current
}

/** Changes the language; an unknown code means English. */
export async function setLanguage(code: string) {
  current = (await LOADERS[`./${code}.ts`]?.()) ?? english
  document.documentElement.lang = code
  document.documentElement.dir = current.direction
}
