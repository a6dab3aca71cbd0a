/** `npm run releases`: creates the keys of releases, and signs the files of electron-builder for a release. */
import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createReadStream, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { load } from 'js-yaml'
import writeFileAtomic from 'write-file-atomic'
import { z } from 'zod'
import { encodePublicKey, SignatureError, signText, verifiedText } from '#shared/signed-text.ts'

/** The request is refused; the message says why, and what to do. */
export class ReleaseToolError extends Error {
  readonly code = 'RELEASE_TOOL'
}

const usage = `npm run releases -- keys FOLDER             makes the pair of keys that signs releases
npm run releases -- sign KEY FILE…          signs latest*.yml with a private key, the packages beside it
npm run releases -- check PUBLIC-KEY FILE…  looks whether they are signed, and the packages are what was signed`

const releaseSchema = z.object({
  version: z.string(),
  files: z.array(z.object({ url: z.string(), sha512: z.string(), size: z.number().optional() })).min(1),
})

/** @returns sentences for the terminal. @throws ReleaseToolError */
export async function releases([command, first, ...files]: readonly string[]): Promise<string[]> {
  if (command === 'keys' && first !== undefined && files.length === 0) return makeKeys(first)
  if (command === 'sign' && first !== undefined && files.length > 0) {
    const key = privateKey(first)
    return Promise.all(files.map((file) => signFile(file, key)))
  }
  if (command === 'check' && first !== undefined && files.length > 0) {
    return Promise.all(files.map((file) => checkFile(file, first)))
  }
  throw new ReleaseToolError(usage)
}

function makeKeys(folder: string): string[] {
  const file = join(folder, 'release-key.pem')
  if (existsSync(file)) {
    throw new ReleaseToolError(
      `${file} is there already. Every Skein that knows it would be cut off by another: keep it.`,
    )
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { publicKey, privateKey: secret } = generateKeyPairSync('ed25519')
  writeFileSync(file, secret.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' })
  return [
    `The private key is ${file}. Whoever has it can make releases: keep it away from machines that build, and keep a copy.`,
    `SKEIN_UPDATE_KEY=${encodePublicKey(publicKey)}`,
  ]
}

function privateKey(file: string): KeyObject {
  try {
    const key = createPrivateKey(readFileSync(file))
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch (error) {
    throw new ReleaseToolError(`${file} is no private key: ${error instanceof Error ? error.message : String(error)}`)
  }
  throw new ReleaseToolError(`${file} is no private key of Ed25519. \`npm run releases -- keys FOLDER\` makes one.`)
}

async function signFile(file: string, key: KeyObject): Promise<string> {
  const text = textOf(file)
  const { version, count } = await checkPackages(file, text)
  writeFileAtomic.sync(file, signText(text, basename(file), key))
  return `${file} is signed: version ${version}, ${count} ${count === 1 ? 'package' : 'packages'}.`
}

async function checkFile(file: string, publicKey: string): Promise<string> {
  let text: string
  try {
    text = verifiedText(textOf(file), basename(file), [publicKey])
  } catch (error) {
    if (!(error instanceof SignatureError)) throw error
    throw new ReleaseToolError(`${file}: ${error.message}`)
  }
  const { version, count } = await checkPackages(file, text)
  return `${file} holds: version ${version}, ${count} ${count === 1 ? 'package' : 'packages'}.`
}

function textOf(file: string): string {
  if (!/^latest.*\.yml$/.test(basename(file))) {
    throw new ReleaseToolError(
      `${file} is none of the files that tell of a release: latest*.yml. Its name is signed with it.`,
    )
  }
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new ReleaseToolError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Checks the packages beside the file against its hashes, which the signature covers. */
async function checkPackages(
  file: string,
  text: string,
): Promise<{ readonly version: string; readonly count: number }> {
  const parsed = releaseSchema.safeParse(load(text))
  if (!parsed.success)
    throw new ReleaseToolError(`${file} does not tell of a release: ${z.prettifyError(parsed.error)}`)
  const { version, files } = parsed.data
  for (const { url, sha512, size } of files) {
    const packaged = join(dirname(file), decodeURIComponent(basename(url)))
    if (!existsSync(packaged))
      throw new ReleaseToolError(`${packaged} is missing: the packages must lie beside ${file}.`)
    const isSame = (size ?? statSync(packaged).size) === statSync(packaged).size && (await hashOf(packaged)) === sha512
    if (!isSame) throw new ReleaseToolError(`${packaged} is not the package that ${file} tells of. Package again.`)
  }
  return { version, count: files.length }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha512')
  await pipeline(createReadStream(file), hash)
  return hash.digest('base64')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  releases(process.argv.slice(2)).then(
    (sentences) => {
      process.stdout.write(`${sentences.join('\n')}\n`)
    },
    (error: unknown) => {
      if (!(error instanceof ReleaseToolError)) throw error
      process.stderr.write(`${error.message}\n`)
      process.exitCode = 1
    },
  )
}
