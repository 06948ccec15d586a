// Which cards of the hand are chosen, and what a tap on one does. What is legal is told by the table.
import { sorted } from './cards'
import type { Game } from './game.svelte'
import { messages } from '../messages/index.svelte'
import { contains, continues, exactly, type Choice } from './moves'

export class Choosing {
  /** Places of the hand, in the order of the taps. */
  chosen: number[] = $state([])
  /** The place whose card was refused last. */
  refused = $state(-1)

  constructor(private readonly game: () => Game) {}

  private get may(): Choice[] {
    return this.game().view.may
  }

  get hand(): string[] {
    const { hand, rules } = this.game().view
    return sorted(hand, rules)
  }

  /** The cards that some move uses. */
  get usable(): Set<string> {
    return new Set(this.may.flatMap((one) => one.cards))
  }

  /** The moves that the chosen cards make. */
  get options(): Choice[] {
    return this.chosen.length > 0 ? exactly(this.may, this.named(this.chosen)) : []
  }

  get draw(): Choice | undefined {
    return this.may.find((one) => one.verb === 'draw')
  }

  /** The moves of the chosen cards that take something. */
  get takes(): Choice[] {
    return this.options.filter((one) => one.take !== undefined)
  }

  none() {
    this.chosen = []
  }

  act(text: string) {
    this.none()
    this.game().act(text)
  }

  tap(at: number) {
    const card = this.hand[at]!
    this.refused = -1
    if (!this.usable.has(card)) return this.cannot(at, card)
    if (this.chosen.includes(at)) return this.again(at)
    const longer = [...this.chosen, at]
    const fits = this.may.some((one) => contains(one.cards, this.named(longer)))
    const next = fits ? longer : [at]
    const exact = exactly(this.may, this.named(next))
    if (exact.length === 1 && !continues(this.may, this.named(next))) return this.act(exact[0]!.text)
    this.chosen = next
  }

  /** Draws, or throws what is chosen and draws. */
  drawFromStock() {
    const move = this.takes.find((one) => one.take === 'stock') ?? this.draw
    if (move) this.act(move.text)
  }

  /** Throws what is chosen and takes this card. */
  take(card: string) {
    const move = this.takes.find((one) => one.take === card)
    if (move) this.act(move.text)
  }

  /** The second tap on a card plays it if that leaves no question, or lets it go. */
  private again(at: number) {
    const { options } = this
    if (this.chosen.length === 1 && options.length === 1) return this.act(options[0]!.text)
    this.chosen = this.chosen.filter((place) => place !== at)
  }

  /** Nobody decides here whether a card fits: the table says why not. */
  private cannot(at: number, card: string) {
    this.refused = at
    this.none()
    const game = this.game()
    const { turn, you } = game.view
    if (turn >= 0 && turn !== you && this.may.length === 0)
      return game.refuse(messages().turnOf(game.view.name(turn)))
    game.send({ do: 'ask', m: game.view.throw ? `throw ${card} take stock` : `play ${card}` })
  }

  private named(places: readonly number[]): string[] {
    return places.map((place) => this.hand[place] ?? '')
  }
}
