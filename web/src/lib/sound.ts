// Short sounds for what happens, made on the spot; only for those who have switched them on.
import type { Happening } from './events'

let audio: AudioContext | null = null

/** How high the sound of each fact is, in hertz; what is not here makes none. */
const PITCH: Record<string, number> = {
  played: 520,
  slapped: 620,
  drew: 260,
  said: 780,
  yaniv: 780,
  caught: 180,
  skipped: 200,
  swapped: 420,
  out: 880
}

/** Sounds for a step; what the own seat does is a little higher. */
export function sound(events: readonly Happening[], you: number | null) {
  const heard = events.filter((event) => PITCH[event.kind] !== undefined).slice(0, 3)
  if (heard.length === 0) return
  audio ??= new AudioContext()
  heard.forEach((event, at) => beep(audio!, PITCH[event.kind]! * (event.seat === you ? 1.25 : 1), at * 0.09))
}

function beep(audio: AudioContext, pitch: number, after: number) {
  const [tone, volume, begin] = [audio.createOscillator(), audio.createGain(), audio.currentTime + after]
  tone.type = 'triangle'
  tone.frequency.setValueAtTime(pitch, begin)
  volume.gain.setValueAtTime(0.12, begin)
  volume.gain.exponentialRampToValueAtTime(0.001, begin + 0.12)
  tone.connect(volume).connect(audio.destination)
  tone.start(begin)
  tone.stop(begin + 0.13)
}
