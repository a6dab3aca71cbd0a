import { mkdirSync, readFileSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { z } from 'zod'
import type { Settings } from '../../preload/contract.ts'

const accountSchema = z.object({
  id: z.string(),
  origin: z.string(),
  email: z.string(),
  organization: z.string(),
})

const settingsSchema = z.object({
  sendKey: z.enum(['enter', 'ctrl+enter']).catch('enter'),
  theme: z.enum(['system', 'light', 'dark']).catch('system'),
  doNotDisturb: z.boolean().catch(false),
})

const stateSchema = z.object({
  version: z.literal(1),
  accounts: z.array(accountSchema),
  settings: settingsSchema,
})

export type StoredAccount = z.infer<typeof accountSchema>
export interface StoredState {
  readonly accounts: readonly StoredAccount[]
  readonly settings: Settings
}

const initial: StoredState = { accounts: [], settings: { sendKey: 'enter', theme: 'system', doNotDisturb: false } }

/** `skein.json`: the accounts in their order and the application's settings. Written atomically; holds no secret. */
export class StateFile {
  readonly #path: string
  #state: StoredState

  /** A file that does not parse is set aside as `skein.json.damaged`, and the accounts start anew. */
  constructor(path: string, onDamaged: (movedTo: string) => void) {
    this.#path = path
    this.#state = initial
    let text: string
    try {
      text = readFileSync(path, 'utf8')
    } catch {
      return
    }
    const parsed = stateSchema.safeParse(parseOrNull(text))
    if (parsed.success) {
      this.#state = { accounts: parsed.data.accounts, settings: parsed.data.settings }
      return
    }
    const aside = `${path}.damaged`
    renameSync(path, aside)
    onDamaged(aside)
  }

  get state(): StoredState {
    return this.#state
  }

  /** On disk when this returns. */
  update(change: Partial<StoredState>): void {
    this.#state = { ...this.#state, ...change }
    mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 })
    writeFileAtomic.sync(this.#path, `${JSON.stringify({ version: 1, ...this.#state }, null, 2)}\n`, { mode: 0o600 })
  }
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
