import { clipboard, dialog, shell, type BrowserWindow } from 'electron'
import type { Result } from '#contract/base/failures.ts'
import type { LinkDoubt } from '#shared/content/link-schemes.ts'
import { catalogue } from '#i18n/catalogue.ts'
import { desktopPlatform, type DesktopPlatform } from '../../system/desktop-platform.ts'
import { lacksProgram } from './address-program.ts'
import { judgeLink } from './link-judgement.ts'

export interface LinkOrigin {
  /** The parent window of dialogs; null for none. */
  readonly window: BrowserWindow | null
  /** The text of the link; null if it is unknown. */
  readonly shown: string | null
}

/** The platform, and a query of the desktop whether it lacks a program for an address. */
export interface LinkPorts {
  readonly platform: DesktopPlatform
  readonly lacksProgram: (address: string) => Promise<boolean>
}

const systemPorts: LinkPorts = {
  platform: desktopPlatform(process.platform),
  lacksProgram: (address) => lacksProgram(address),
}

type Answer = 'open' | 'copy' | 'cancel'

/**
 * Opens a link in the system's program. Except for plain web and mail addresses the user confirms it first; links that
 * could run code or open files are refused.
 */
export async function openLink(
  address: string,
  { window, shown }: LinkOrigin,
  ports: LinkPorts = systemPorts,
): Promise<Result<null>> {
  const judged = judgeLink(address, ports.platform, shown)
  const open = (judgedAddress: string) => handOver(judgedAddress, ports)
  switch (judged.kind) {
    case 'refuse':
      return { ok: false, error: { code: 'UNSAFE_LINK', values: { reason: judged.reason } } }
    case 'open':
      return open(judged.address)
    case 'ask':
      switch (await ask(window, judged.address, judged.doubt)) {
        case 'open':
          return open(judged.address)
        case 'copy':
          await clipboard.writeText(judged.address)
          return { ok: true, value: null }
        case 'cancel':
          return { ok: true, value: null }
      }
  }
}

function kindOf(address: string): 'web' | 'mail' | 'other' {
  if (address.startsWith('mailto:')) return 'mail'
  return /^https?:/.test(address) ? 'web' : 'other'
}

/**
 * Opens an address. Electron rejects if the system has no program for the address or the program does not start, but on
 * Linux it always resolves. There the desktop is queried afterwards, so that a wrong answer prevents nothing.
 */
async function handOver(address: string, { platform, lacksProgram }: LinkPorts): Promise<Result<null>> {
  try {
    await shell.openExternal(address)
  } catch {
    return noProgram(address)
  }
  return platform === 'linux' && (await lacksProgram(address)) ? noProgram(address) : { ok: true, value: null }
}

function noProgram(address: string): Result<null> {
  return { ok: false, error: { code: 'NO_PROGRAM_FOR_LINK', values: { kind: kindOf(address) } } }
}

async function ask(window: BrowserWindow | null, address: string, doubt: LinkDoubt): Promise<Answer> {
  const { links } = catalogue.dialogs
  const answers: readonly Answer[] = ['open', 'copy', 'cancel']
  const labels = { open: links.open, copy: links.copy, cancel: catalogue.dialogs.cancel }
  const options = {
    type: 'question' as const,
    message: links.question(doubt),
    detail: links.detail({ doubt, address: shortened(address) }),
    buttons: answers.map((answer) => labels[answer]),
    defaultId: answers.indexOf('cancel'),
    cancelId: answers.indexOf('cancel'),
    noLink: true,
  }
  const { response } = await (window === null ? dialog.showMessageBox(options) : dialog.showMessageBox(window, options))
  return answers[response] ?? 'cancel'
}

const mostShown = 500

/** A long address cut in the middle to fit a dialog; its beginning shows the host. */
function shortened(address: string): string {
  if (address.length <= mostShown) return address
  return `${address.slice(0, mostShown - 100)} … ${address.slice(-80)}`
}
