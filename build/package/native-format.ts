/** The platform and architectures of a native module. */
export interface NativeFormat {
  readonly platform: 'linux' | 'darwin' | 'win32'
  /** Several in a universal binary of macOS. */
  readonly archs: readonly string[]
}

const elfMachines: ReadonlyMap<number, string> = new Map([
  [0x3e, 'x64'],
  [0xb7, 'arm64'],
  [0x03, 'ia32'],
  [0x28, 'arm'],
])
const machCpus: ReadonlyMap<number, string> = new Map([
  [0x01000007, 'x64'],
  [0x0100000c, 'arm64'],
])
const peMachines: ReadonlyMap<number, string> = new Map([
  [0x8664, 'x64'],
  [0xaa64, 'arm64'],
  [0x014c, 'ia32'],
])

/** Maximum number of architectures. Java class files have the same magic number, followed by a version. */
const mostArchs = 8

/** Reads the header of ELF, Mach-O (thin and fat) and PE files; undefined for anything else. */
export function nativeFormat(bytes: Buffer): NativeFormat | undefined {
  try {
    return elf(bytes) ?? mach(bytes) ?? portableExecutable(bytes)
  } catch (error) {
    // The file is truncated within its header.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function named(names: ReadonlyMap<number, string>, number: number): string {
  return names.get(number) ?? `unknown (0x${number.toString(16)})`
}

function elf(bytes: Buffer): NativeFormat | undefined {
  if (bytes.subarray(0, 4).toString('latin1') !== '\x7fELF') return undefined
  const isLittle = bytes.readUInt8(5) === 1
  const machine = isLittle ? bytes.readUInt16LE(18) : bytes.readUInt16BE(18)
  return { platform: 'linux', archs: [named(elfMachines, machine)] }
}

function mach(bytes: Buffer): NativeFormat | undefined {
  if (bytes.length < 8) return undefined
  if (bytes.readUInt32LE(0) === 0xfeedfacf)
    return { platform: 'darwin', archs: [named(machCpus, bytes.readUInt32LE(4))] }
  if (bytes.readUInt32BE(0) !== 0xcafebabe) return undefined
  const count = bytes.readUInt32BE(4)
  if (count === 0 || count > mostArchs) return undefined
  const archs = Array.from({ length: count }, (_, index) => named(machCpus, bytes.readUInt32BE(8 + index * 20)))
  return { platform: 'darwin', archs }
}

function portableExecutable(bytes: Buffer): NativeFormat | undefined {
  if (bytes.subarray(0, 2).toString('latin1') !== 'MZ') return undefined
  const head = bytes.readUInt32LE(0x3c)
  if (bytes.subarray(head, head + 4).toString('latin1') !== 'PE\0\0') return undefined
  return { platform: 'win32', archs: [named(peMachines, bytes.readUInt16LE(head + 4))] }
}
