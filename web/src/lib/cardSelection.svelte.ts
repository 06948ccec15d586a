// Which cards of the hand are selected, and what a tap on one does. The table decides what is legal.
import { familyOf, type AnyFamily } from '../families'
import { sorted } from './cards'
import type { Game } from './game.svelte'
import { messages } from '../messages/index.svelte'
import { canExtend, contains, movesUsing, type Move } from './moves'

export class CardSelection {
  /** Positions in the hand, in the order of the taps. */
  chosen: number[] = $state([])
  /** The position of the card that was refused last. */
  refused = $state(-1)

  constructor(private readonly game: () => Game) {}

  private get family(): AnyFamily {
    return familyOf(this.game().view.rules)
  }

  private get legal(): Move[] {
    return this.game().view.may
  }

  get hand(): string[] {
    const { hand, rules } = this.game().view
    return sorted(hand, rules)
  }

  /** The cards that some move uses. */
  get usable(): ReadonlySet<string> {
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- derived anew from the view, never changed
    return new Set(this.legal.flatMap((move) => move.cards))
  }

  /** The moves that use the chosen cards. */
  get options(): Move[] {
    return this.chosen.length > 0 ? movesUsing(this.legal, this.cardsAt(this.chosen)) : []
  }

  /** What a tap on the stock (`stock`) or on a card that lies open does. */
  get takes(): ReadonlyMap<string, Move> {
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- derived anew from the view, never changed
    const takes = new Map<string, Move>()
    for (const move of [...this.options, ...this.legal.filter(({ cards }) => cards.length === 0)]) {
      const what = this.family.takes(move)
      if (what !== undefined && !takes.has(what)) takes.set(what, move)
    }
    return takes
  }

  clear() {
    this.chosen = []
  }

  act(text: string) {
    this.clear()
    this.game().act(text)
  }

  tap(at: number) {
    const card = this.hand[at]!
    this.refused = -1
    if (!this.usable.has(card)) return this.explain(at, card)
    if (this.chosen.includes(at)) return this.tapAgain(at)
    const longer = [...this.chosen, at]
    const fits = this.legal.some((move) => contains(move.cards, this.cardsAt(longer)))
    const next = fits ? longer : [at]
    const exact = movesUsing(this.legal, this.cardsAt(next))
    if (exact.length === 1 && !canExtend(this.legal, this.cardsAt(next))) return this.act(exact[0]!.text)
    this.chosen = next
  }

  /** Takes from the stock (`stock`), or a card that lies open. */
  take(what: string) {
    const move = this.takes.get(what)
    if (move) this.act(move.text)
  }

  /** A second tap plays the card if there is only one way, and deselects it otherwise. */
  private tapAgain(at: number) {
    const { options } = this
    if (this.chosen.length === 1 && options.length === 1) return this.act(options[0]!.text)
    this.chosen = this.chosen.filter((place) => place !== at)
  }

  /** The page does not decide whether a card fits: it asks the table why not. */
  private explain(at: number, card: string) {
    this.refused = at
    this.clear()
    const game = this.game()
    // The table cannot answer, and the status says why.
    if (game.state === 'lost') return
    const { turn, you } = game.view
    if (turn >= 0 && turn !== you && this.legal.length === 0) {
      return game.refuse(messages().turnOf(game.view.name(turn)))
    }
    game.send({ do: 'ask', m: this.family.attempt(card) })
  }

  private cardsAt(places: readonly number[]): string[] {
    return places.map((place) => this.hand[place] ?? '')
  }
}
