/** A sound of one second, as a WAV file of 8 kHz. */
export function fixtureSound(): Buffer {
  const rate = 8000
  const samples = Buffer.from(
    Array.from({ length: rate }, (_, index) => 128 + Math.round(60 * Math.sin((index / rate) * 2 * Math.PI * 220))),
  )
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples.length, 40)
  return Buffer.concat([head, samples])
}
