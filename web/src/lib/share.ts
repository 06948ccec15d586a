// Sending a link to others: with the share sheet of the system where there is one, otherwise by the clipboard.
import { copyText } from './clipboard'

/** `shared`: the system took over, or the player changed their mind. */
export type Shared = 'shared' | 'copied' | 'failed'

export function hasShareSheet(): boolean {
  return typeof navigator.share === 'function'
}

export async function shareLink(title: string, url: string): Promise<Shared> {
  if (!hasShareSheet()) return (await copyText(url)) ? 'copied' : 'failed'
  try {
    await navigator.share({ title, url })
  } catch (error) {
    if ((error as Error).name !== 'AbortError') return (await copyText(url)) ? 'copied' : 'failed'
  }
  return 'shared'
}
