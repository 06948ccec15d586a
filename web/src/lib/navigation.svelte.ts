// The screen being shown, kept in step with the browser's address.
import { BASE, at } from './base'
import { address, parseRoute, type Route } from './routes'

function here(): Route {
  return parseRoute(location.pathname.slice(BASE.length - 1), location.hash)
}

let current = $state.raw(here())
addEventListener('hashchange', followAddress)
addEventListener('popstate', followAddress)

/** Both events may report the same change. */
function followAddress() {
  const next = here()
  if (JSON.stringify(next) !== JSON.stringify(current)) current = next
}

export function route(): Route {
  return current
}

/** Goes to a screen. */
export function go(to: Route) {
  const target = address(to)
  if (location.pathname === BASE && target.startsWith('#')) location.hash = target
  else {
    history.pushState(null, '', at(target.startsWith('#') ? target : target.slice(1)))
    current = here()
  }
  scrollTo(0, 0)
}
