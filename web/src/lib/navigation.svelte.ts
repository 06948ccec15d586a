// The screen being shown, kept in step with the browser's address.
import { address, parseRoute, type Route } from './routes'

function here(): Route {
  return parseRoute(location.pathname, location.hash)
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
  if (location.pathname === '/' && target.startsWith('#')) location.hash = target
  else {
    history.pushState(null, '', target.startsWith('#') ? `/${target}` : target)
    current = here()
  }
  scrollTo(0, 0)
}
