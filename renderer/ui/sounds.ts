import type { OwnSound } from '#contract/base/choices.ts'

/** A tone of a sound. */
export interface Tone {
  /** Hertz. */
  readonly frequency: number
  /** Seconds after the beginning of the sound. */
  readonly at: number
  /** Seconds until the tone has died away. */
  readonly length: number
  /** The largest amplitude; the amplitudes of tones at the same time add up to at most 0.5. */
  readonly amplitude: number
  readonly shape: 'sine' | 'triangle'
}

/** The sounds, as tones: they are computed, so that no file is loaded and twice the volume is not distorted. */
export const sounds: { readonly [S in OwnSound]: readonly Tone[] } = {
  chime: [
    { frequency: 880, at: 0, length: 0.5, amplitude: 0.24, shape: 'sine' },
    { frequency: 1_318.5, at: 0.12, length: 0.6, amplitude: 0.24, shape: 'sine' },
  ],
  bell: [
    { frequency: 659.3, at: 0, length: 0.9, amplitude: 0.26, shape: 'sine' },
    { frequency: 1_978, at: 0, length: 0.4, amplitude: 0.1, shape: 'sine' },
    { frequency: 3_362, at: 0, length: 0.2, amplitude: 0.05, shape: 'sine' },
  ],
  knock: [
    { frequency: 196, at: 0, length: 0.1, amplitude: 0.48, shape: 'triangle' },
    { frequency: 196, at: 0.16, length: 0.1, amplitude: 0.48, shape: 'triangle' },
  ],
  drop: [
    { frequency: 1_174.7, at: 0, length: 0.12, amplitude: 0.4, shape: 'sine' },
    { frequency: 587.3, at: 0.13, length: 0.25, amplitude: 0.4, shape: 'sine' },
  ],
}

/** Seconds in which a tone reaches its amplitude, so that it does not click. */
const attack = 0.008
/** The amplitude at which a tone has died away; an exponential fall never reaches zero. */
const silence = 0.0001

let shared: AudioContext | null = null

/** The longest wait for an output, milliseconds; a notification that sounds later than that would confuse. */
const longestResumeMs = 500

/** Starts an output. Chromium leaves `resume` pending, rather than rejecting it, while it does not allow a sound. */
async function runs(context: AudioContext): Promise<boolean> {
  if (context.state === 'running') return true
  const late = Promise.withResolvers<null>()
  const timer = setTimeout(() => {
    late.resolve(null)
  }, longestResumeMs)
  try {
    await Promise.race([context.resume(), late.promise])
  } finally {
    clearTimeout(timer)
  }
  // The await may have changed it.
  return (context as Pick<AudioContext, 'state'>).state === 'running'
}

/**
 * Plays a sound. Returns whether the system plays it: it refuses without an output, and a page that was never used.
 * @param volume percent; 200 is twice as loud
 * @param make creates the output, which later sounds use again
 */
export async function playSound(
  sound: OwnSound,
  volume: number,
  make: () => AudioContext = () => new AudioContext(),
): Promise<boolean> {
  try {
    const context = (shared ??= make())
    if (!(await runs(context))) return false
    const output = context.createGain()
    output.gain.value = Math.min(Math.max(volume, 0), 200) / 100
    output.connect(context.destination)
    for (const tone of sounds[sound]) addTone(context, output, tone)
    return true
  } catch {
    return false
  }
}

function addTone(context: AudioContext, output: AudioNode, { frequency, at, length, amplitude, shape }: Tone): void {
  const begin = context.currentTime + at
  const oscillator = context.createOscillator()
  const envelope = context.createGain()
  oscillator.type = shape
  oscillator.frequency.value = frequency
  envelope.gain.setValueAtTime(silence, begin)
  envelope.gain.linearRampToValueAtTime(amplitude, begin + attack)
  envelope.gain.exponentialRampToValueAtTime(silence, begin + length)
  oscillator.connect(envelope).connect(output)
  oscillator.start(begin)
  oscillator.stop(begin + length)
}
