// The screens and their addresses: the part after `#`, or `/t/CODE` for the link to a table.

/** Which rules a screen is about. */
export type RulesSource =
  | { from: 'preset'; name: string }
  /** The house rules being edited. */
  | { from: 'draft' }
  /** The rules of the game being played. */
  | { from: 'table' }
  /** A rule file in the address, as shared links have it. */
  | { from: 'text'; text: string }

/** Which record a screen is about. */
export type RecordSource =
  | { from: 'current-game' }
  | { from: 'file' }
  /** A finished match at the server. */
  | { from: 'server'; code: string }

export type Route =
  | { screen: 'home' }
  | { screen: 'play' }
  | { screen: 'setup'; rules: RulesSource }
  | { screen: 'rules'; rules: RulesSource }
  | { screen: 'guide'; rules: RulesSource }
  | { screen: 'compare' }
  | { screen: 'replay'; record: RecordSource }
  | { screen: 'check'; record: RecordSource }
  | { screen: 'make' }
  | { screen: 'table'; code: string }
  | { screen: 'settings' }

export type Screen = Route['screen']

/** Parses the words of an address. A screen that the page gains does not compile until it has an address. */
const PARSERS: { [S in Screen]: (words: string[]) => Extract<Route, { screen: S }> } = {
  home: () => ({ screen: 'home' }),
  play: () => ({ screen: 'play' }),
  setup: (words) => ({ screen: 'setup', rules: parseRules(words) }),
  rules: (words) => ({ screen: 'rules', rules: parseRules(words) }),
  guide: (words) => ({ screen: 'guide', rules: parseRules(words) }),
  compare: () => ({ screen: 'compare' }),
  replay: (words) => ({ screen: 'replay', record: parseRecord(words) }),
  check: (words) => ({ screen: 'check', record: parseRecord(words) }),
  make: () => ({ screen: 'make' }),
  table: ([code = '']) => ({ screen: 'table', code }),
  settings: () => ({ screen: 'settings' })
}

/** The route of an address; one that does not exist is the first screen. */
export function parseRoute(pathname: string, hash: string): Route {
  const link = /^\/t\/([\w-]+)/.exec(pathname)
  if (link && hash.length < 3) return { screen: 'table', code: link[1]!.toUpperCase() }
  const [screen = '', ...words] = hash.replace(/^#\/?/, '').split('/')
  return isScreen(screen) ? PARSERS[screen](words.map(decoded)) : { screen: 'home' }
}

/** The address of a route, as a link has it. */
export function address(route: Route): string {
  switch (route.screen) {
    case 'home':
    case 'play':
    case 'compare':
    case 'make':
    case 'settings':
      return `#/${route.screen}`
    case 'setup':
    case 'rules':
    case 'guide':
      return `#/${[route.screen, ...rulesWords(route.rules)].map(encodeURIComponent).join('/')}`
    case 'replay':
    case 'check':
      return `#/${[route.screen, ...recordWords(route.record)].map(encodeURIComponent).join('/')}`
    case 'table':
      return `/t/${route.code}`
  }
}

export function presetRoute(screen: 'setup' | 'rules' | 'guide', name: string): Route {
  return { screen, rules: { from: 'preset', name } }
}

function isScreen(word: string): word is Screen {
  return Object.hasOwn(PARSERS, word)
}

function parseRules([word = '', text = '']: string[]): RulesSource {
  if (word === 'own') return { from: 'draft' }
  if (word === 'table') return { from: 'table' }
  return word === 'text' ? { from: 'text', text } : { from: 'preset', name: word }
}

function rulesWords(rules: RulesSource): string[] {
  switch (rules.from) {
    case 'preset':
      return rules.name === '' ? [] : [rules.name]
    case 'draft':
      return ['own']
    case 'table':
      return ['table']
    case 'text':
      return ['text', rules.text]
  }
}

function parseRecord([word = '']: string[]): RecordSource {
  if (word === '') return { from: 'current-game' }
  return word === 'file' ? { from: 'file' } : { from: 'server', code: word }
}

function recordWords(record: RecordSource): string[] {
  switch (record.from) {
    case 'current-game':
      return []
    case 'file':
      return ['file']
    case 'server':
      return [record.code]
  }
}

function decoded(word: string): string {
  try {
    return decodeURIComponent(word)
  } catch {
    return ''
  }
}
