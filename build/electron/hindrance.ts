/** The conditions that keep Electron from running on this machine, even with a runtime. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findElectron } from './runtime.ts'

export interface Machine {
  readonly platform: string
  readonly hasDisplay: boolean
  readonly isRoot: boolean
  /** Ubuntu since 24.04: a program without an AppArmor profile gets no rights in its user namespace. */
  readonly restrictsUserNamespaces: boolean
  /** The runtime's folder has a `chrome-sandbox` that is owned by root with mode 4755. */
  readonly hasSandboxHelper: boolean
}

/** Why Electron cannot run here, as a clause after "since"; undefined if it can. */
export function electronHindrance(machine: Machine): string | undefined {
  if (machine.platform !== 'linux') return undefined
  if (!machine.hasDisplay) return 'there is no display'
  if (machine.isRoot) {
    return 'Chromium refuses to run as root with its sandbox on: start Skein as another user for a window of its own'
  }
  if (machine.restrictsUserNamespaces && !machine.hasSandboxHelper) {
    return (
      'this system restricts user namespaces, which Chromium’s sandbox needs: for a window of its own, give ' +
      'chrome-sandbox beside the Electron runtime to root with mode 4755, or install a package of Skein'
    )
  }
  return undefined
}

export const restrictionFile = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns'

/** @param runtime the runtime's executable; without it the sandbox is not checked */
export function thisMachine(runtime: string | undefined): Machine {
  const helper = runtime === undefined ? undefined : join(dirname(runtime), 'chrome-sandbox')
  return {
    platform: process.platform,
    hasDisplay: hasDisplay(process.env),
    isRoot: process.getuid?.() === 0,
    restrictsUserNamespaces: runtime !== undefined && isOne(restrictionFile),
    hasSandboxHelper: helper !== undefined && isSandboxHelper(helper),
  }
}

/** An empty variable counts as no display. */
export function hasDisplay(env: NodeJS.ProcessEnv): boolean {
  return [env.DISPLAY, env.WAYLAND_DISPLAY].some((name) => name !== undefined && name !== '')
}

/** The runtime's executable, if it exists and can run here. */
export function usableElectron(): string | undefined {
  const runtime = findElectron()
  return runtime !== undefined && electronHindrance(thisMachine(runtime)) === undefined ? runtime : undefined
}

function isOne(file: string): boolean {
  try {
    return readFileSync(file, 'utf8').trim() === '1'
  } catch {
    return false
  }
}

function isSandboxHelper(file: string): boolean {
  if (!existsSync(file)) return false
  const { uid, mode } = statSync(file)
  return uid === 0 && (mode & 0o7777) === 0o4755
}
