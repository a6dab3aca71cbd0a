const blockBytes = 512

/** The entries of a tar archive are followed by two empty blocks. */
export const tarEnd = Buffer.alloc(2 * blockBytes)

/** What follows an entry of this size, so that the next begins at a whole block. */
export function tarPadding(size: number): Buffer {
  return Buffer.alloc((blockBytes - (size % blockBytes)) % blockBytes)
}

/**
 * The header of a file in a tar archive (POSIX ustar). A longer or non-ASCII path has a pax header before it.
 * @param size in bytes, at most 8 GiB
 * @param time UNIX seconds
 */
export function tarHeader(path: string, size: number, time: number): Buffer {
  const isPlain = path.length <= 100 && /^[\x20-\x7e]*$/.test(path)
  if (isPlain) return header(path, size, time, '0')
  const record = paxRecord('path', path)
  return Buffer.concat([
    header('PaxHeader', record.length, time, 'x'),
    record,
    tarPadding(record.length),
    header(path.replaceAll(/[^\x20-\x7e]/g, '_').slice(-100), size, time, '0'),
  ])
}

/** `LENGTH name=value`, in which the length in bytes counts itself. */
function paxRecord(name: string, value: string): Buffer {
  const rest = Buffer.from(` ${name}=${value}\n`)
  let length = rest.length + 1
  while (String(length).length + rest.length !== length) length = String(length).length + rest.length
  return Buffer.concat([Buffer.from(String(length)), rest])
}

function header(path: string, size: number, time: number, type: string): Buffer {
  const block = Buffer.alloc(blockBytes)
  const octal = (number: number, digits: number, at: number) => {
    block.write(`${number.toString(8).padStart(digits, '0')}\0`, at, 'latin1')
  }
  block.write(path, 0, 100, 'latin1')
  octal(0o600, 7, 100)
  octal(0, 7, 108)
  octal(0, 7, 116)
  octal(size, 11, 124)
  octal(time, 11, 136)
  block.write(type, 156, 'latin1')
  block.write('ustar\x0000', 257, 'latin1')
  // The checksum counts itself as blanks.
  block.fill(0x20, 148, 156)
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return block
}
