// The path under which the server has the page: `/`, or one like `/cards/`.

/** The path of a page whose scripts are in `assets/` below it. */
export function baseOf(script: string): string {
  return new URL('../', script).pathname
}

/** While developing, scripts are in other folders. */
export const BASE = import.meta.env.PROD ? baseOf(import.meta.url) : '/'

/** The address of something at the server, like `api/guest`. */
export function at(path: string): string {
  return BASE + path
}
