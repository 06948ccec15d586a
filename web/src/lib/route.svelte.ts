// Which screen is shown: the part of the address after `#`, or `/t/CODE` for the link to a table.

export interface Route {
  screen: string
  words: string[]
}

function read(): Route {
  const table = /^\/t\/([\w-]+)/.exec(location.pathname)
  if (table && location.hash.length < 3) return { screen: 'table', words: [table[1]!.toUpperCase()] }
  const [screen = '', ...words] = location.hash.replace(/^#\/?/, '').split('/')
  return { screen: screen || 'home', words: words.map(decoded) }
}

function decoded(word: string): string {
  try {
    return decodeURIComponent(word)
  } catch {
    return ''
  }
}

let current = $state.raw(read())
addEventListener('hashchange', look)
addEventListener('popstate', look)

/** Both events may tell of one step. */
function look() {
  const next = read()
  if (JSON.stringify(next) !== JSON.stringify(current)) current = next
}

export function route(): Route {
  return current
}

/** The address of a screen. */
export function to(screen: string, ...words: string[]): string {
  return `#/${[screen, ...words.map(encodeURIComponent)].join('/')}`
}

/** Goes to a screen. */
export function go(screen: string, ...words: string[]) {
  const address = to(screen, ...words)
  if (location.pathname === '/') location.hash = address
  else {
    history.pushState(null, '', `/${address}`)
    current = read()
  }
  scrollTo(0, 0)
}

/** Goes to a table at the server, with an address that can be sent to friends. */
export function goToTable(code: string) {
  history.pushState(null, '', `/t/${code}`)
  current = read()
}
