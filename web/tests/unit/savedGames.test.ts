// Games in progress, side by side in this browser's storage.
import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  continuedElsewhere,
  deleteGame,
  gameToDrop,
  gameToResume,
  makeRoom,
  MAX_SAVED_GAMES,
  playHere,
  savedGames,
  storeGame
} from '../../src/lib/savedGames'

/** A storage as browsers have it: its keys are its own properties. */
class TestStorage {
  [key: string]: unknown

  getItem(key: string) {
    return Object.hasOwn(this, key) ? this[key] : null
  }

  setItem(key: string, value: string) {
    this[key] = value
  }

  removeItem(key: string) {
    Reflect.deleteProperty(this, key)
  }
}

const game = (id: string, at: number) => ({
  id,
  record: `record ${id}`,
  title: id,
  sitters: '0 medium',
  people: 1,
  at,
  round: 1
})
const ids = () => savedGames().map(({ id }) => id)

beforeEach(() => {
  vi.stubGlobal('localStorage', new TestStorage())
  vi.stubGlobal('sessionStorage', new TestStorage())
})

describe('games side by side', () => {
  test('a new game leaves the others alone, and the latest comes first', () => {
    storeGame(game('whot', 1))
    storeGame(game('yaniv', 2))
    expect(ids()).toEqual(['yaniv', 'whot'])
    storeGame({ ...game('whot', 3), record: 'longer' })
    expect(ids()).toEqual(['whot', 'yaniv'])
    expect(savedGames()[0]?.record).toBe('longer')
    deleteGame('whot')
    expect(ids()).toEqual(['yaniv'])
  })

  test('there is a limit, and the oldest game is named before it goes', () => {
    for (let at = 1; at < MAX_SAVED_GAMES; at++) storeGame(game(`g${at}`, at))
    expect(gameToDrop()).toBeNull()
    makeRoom()
    expect(ids()).toHaveLength(MAX_SAVED_GAMES - 1)
    storeGame(game('last', MAX_SAVED_GAMES))
    expect(gameToDrop()?.id).toBe('g1')
    makeRoom()
    expect(ids()).not.toContain('g1')
    expect(ids()).toHaveLength(MAX_SAVED_GAMES - 1)
  })

  test('a window resumes its own game, and a new window the latest', () => {
    storeGame(game('yaniv', 5))
    storeGame(game('whot', 3))
    playHere('whot')
    expect(gameToResume()?.id).toBe('whot')
    deleteGame('whot')
    expect(gameToResume(), 'its game is over').toBeNull()
    vi.stubGlobal('sessionStorage', new TestStorage())
    expect(gameToResume()?.id).toBe('yaniv')
  })

  test('only the same game in another window is given up', () => {
    const event = (key: string) => ({ key, newValue: '{}', oldValue: null }) as StorageEvent
    expect(continuedElsewhere(event('lastcard.game.whot'), 'whot')).toBe(true)
    expect(continuedElsewhere(event('lastcard.game.yaniv'), 'whot')).toBe(false)
  })
})

describe('a game that an older page saved', () => {
  const earlier = { record: 'old', title: 'Old', sitters: '0 easy', people: 1 }

  test.each([{ ...earlier, id: 'abc' }, earlier])(
    'is listed, resumed and then stored as the others',
    (old) => {
      localStorage.setItem('lastcard.game', JSON.stringify(old))
      expect(savedGames()).toMatchObject([earlier])
      const [found] = savedGames()
      storeGame({ ...found!, record: 'older still', at: 9 })
      expect(savedGames()).toMatchObject([{ record: 'older still' }])
      expect(localStorage.getItem('lastcard.game')).toBeNull()
    }
  )

  test('can be deleted', () => {
    localStorage.setItem('lastcard.game', JSON.stringify(earlier))
    deleteGame(savedGames()[0]!.id)
    expect(savedGames()).toEqual([])
  })
})
