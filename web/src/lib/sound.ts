// Short synthesized sounds for events, for players who have switched them on.
import { DECLARATIONS } from '../families'
import type { EventKind } from '../generated/protocol'
import { seatOf, type GameEvent } from './events'

let audio: AudioContext | null = null

/** The pitch of each event in hertz; other events are silent. Those of one family have theirs in its file. */
const PITCH_HZ: Partial<Record<EventKind, number>> = {
  played: 520,
  slapped: 620,
  drew: 260,
  said: 780,
  caught: 180,
  skipped: 200,
  swapped: 420,
  out: 880
}

/** What the player's own seat does sounds this much higher. */
const OWN_PITCH_FACTOR = 1.25

const MAX_SOUNDS_PER_STEP = 3
const SOUND_GAP_S = 0.09
const SOUND_LENGTH_S = 0.13

/** Plays the sounds of a step. */
export function playSounds(events: readonly GameEvent[], you: number | null) {
  const pitches = events.flatMap((event) => {
    const pitch = pitchOf(event.kind)
    return pitch === null ? [] : [pitch * (seatOf(event) === you ? OWN_PITCH_FACTOR : 1)]
  })
  if (pitches.length === 0) return
  const context = (audio ??= new AudioContext())
  pitches.slice(0, MAX_SOUNDS_PER_STEP).forEach((pitch, at) => beep(context, pitch, at * SOUND_GAP_S))
}

function pitchOf(kind: EventKind): number | null {
  const declarations: Partial<Record<EventKind, { pitchHz: number | null }>> = DECLARATIONS
  return PITCH_HZ[kind] ?? declarations[kind]?.pitchHz ?? null
}

function beep(context: AudioContext, pitch: number, delay: number) {
  const [tone, volume, start] = [
    context.createOscillator(),
    context.createGain(),
    context.currentTime + delay
  ]
  tone.type = 'triangle'
  tone.frequency.setValueAtTime(pitch, start)
  volume.gain.setValueAtTime(0.12, start)
  volume.gain.exponentialRampToValueAtTime(0.001, start + 0.12)
  tone.connect(volume).connect(context.destination)
  tone.start(start)
  tone.stop(start + SOUND_LENGTH_S)
}
