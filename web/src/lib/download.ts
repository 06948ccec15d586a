/** How long the browser has to take the text over, in milliseconds. */
const DOWNLOAD_MS = 1_000

/** Saves a text as a file. */
export function download(text: string, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), DOWNLOAD_MS)
}
