/** Puts a text where it can be pasted; whether that worked. Plain http in a home network has no clipboard of its own. */
export async function copied(text: string): Promise<boolean> {
  const done = navigator.clipboard?.writeText(text).then(
    () => true,
    () => false
  )
  return (await done) || copiedFromField(text)
}

function copiedFromField(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  document.body.append(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  return done
}
