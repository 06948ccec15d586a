// The game being played. Screens come and go; the game stays. The first screen needs no more of a game than this.
import type { Game } from './game.svelte'

export const current: { game: Game | null } = $state({ game: null })

/** Ends the current game and continues with this one. */
export function setCurrent(game: Game) {
  endGame()
  current.game = game
}

/** Ends the current game; one on this device can be resumed from storage. */
export function endGame() {
  current.game?.close()
  current.game = null
}
