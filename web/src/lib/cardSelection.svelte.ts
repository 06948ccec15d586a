// Which cards of the hand are selected, and what a tap on one does. The table decides what is legal.
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

  get draw(): Move | undefined {
    return this.legal.find((move) => move.verb === 'draw')
  }

  /** The moves that throw the chosen cards and take one. */
  get takes(): Move[] {
    return this.options.filter((move) => move.take !== undefined)
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

  /** Draws, or throws the chosen cards and draws. */
  drawFromStock() {
    const move = this.takes.find((move) => move.take === 'stock') ?? this.draw
    if (move) this.act(move.text)
  }

  /** Throws the chosen cards and takes this one. */
  take(card: string) {
    const move = this.takes.find((move) => move.take === card)
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
    const { turn, you } = game.view
    if (turn >= 0 && turn !== you && this.legal.length === 0) {
      return game.refuse(messages().turnOf(game.view.name(turn)))
    }
    game.send({ do: 'ask', m: game.view.throw ? `throw ${card} take stock` : `play ${card}` })
  }

  private cardsAt(places: readonly number[]): string[] {
    return places.map((place) => this.hand[place] ?? '')
  }
}
