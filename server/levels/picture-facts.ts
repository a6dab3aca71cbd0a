/** The properties of an image by its first bytes. */
export interface PictureFacts {
  readonly type: string
  readonly width: number
  readonly height: number
  readonly isAnimated: boolean
}

/** Reads type and size of a PNG, GIF, WebP or JPEG; undefined for anything else, or a truncated header. */
export function pictureFacts(bytes: Buffer): PictureFacts | undefined {
  try {
    return png(bytes) ?? gif(bytes) ?? webp(bytes) ?? jpeg(bytes)
  } catch (error) {
    // The header is truncated.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function png(bytes: Buffer): PictureFacts | undefined {
  if (bytes.subarray(1, 4).toString('latin1') !== 'PNG' || bytes[0] !== 0x89) return undefined
  return {
    type: 'image/png',
    width: bytes.readUInt32BE(16),
    height: bytes.readUInt32BE(20),
    isAnimated: bytes.subarray(0, 4096).includes('acTL'),
  }
}

const frameHead = Buffer.from([0x21, 0xf9, 0x04])

function gif(bytes: Buffer): PictureFacts | undefined {
  if (!/^GIF8[79]a$/.test(bytes.subarray(0, 6).toString('latin1'))) return undefined
  const first = bytes.indexOf(frameHead)
  return {
    type: 'image/gif',
    width: bytes.readUInt16LE(6),
    height: bytes.readUInt16LE(8),
    isAnimated: first >= 0 && bytes.includes(frameHead, first + 1),
  }
}

function webp(bytes: Buffer): PictureFacts | undefined {
  if (bytes.subarray(0, 4).toString('latin1') !== 'RIFF' || bytes.subarray(8, 12).toString('latin1') !== 'WEBP') {
    return undefined
  }
  const facts = (width: number, height: number, isAnimated: boolean) => ({
    type: 'image/webp',
    width,
    height,
    isAnimated,
  })
  switch (bytes.subarray(12, 16).toString('latin1')) {
    case 'VP8 ':
      return facts(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff, false)
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21)
      return facts((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1, false)
    }
    case 'VP8X':
      return facts(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1, (bytes.readUInt8(20) & 2) !== 0)
    default:
      return undefined
  }
}

/** Segments with a size: start-of-frame markers except the tables between them. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

function jpeg(bytes: Buffer): PictureFacts | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return undefined
  let at = 2
  while (at < bytes.length) {
    if (bytes.readUInt8(at) !== 0xff) return undefined
    const marker = bytes.readUInt8(at + 1)
    if (isFrame(marker)) {
      return {
        type: 'image/jpeg',
        width: bytes.readUInt16BE(at + 7),
        height: bytes.readUInt16BE(at + 5),
        isAnimated: false,
      }
    }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}
