// What the first screen shows of each game.
import { describe, expect, test } from 'vitest'
import { sampleCards } from '../../src/families'
import games from '../../src/generated/games.json' with { type: 'json' }

describe('the games', () => {
  test('each has a picture of its own, of cards that it is played with', () => {
    const pictures = games.map((game) => sampleCards(game).join(' '))
    expect(new Set(pictures).size).toBe(games.length)
    for (const game of games)
      for (const card of sampleCards(game)) expect(game.pack.faces, game.name).toContain(card)
  })

  test('each has a title of its own', () => {
    expect(new Set(games.map((game) => game.title)).size).toBe(games.length)
  })

  test('a new game is shown by cards of its pack', () => {
    const unknown = { ...games[0]!, name: 'of-our-own' }
    expect(sampleCards(unknown)).toHaveLength(3)
  })
})
