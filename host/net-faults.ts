/** A fault of the network that a test wishes for. */
export interface NetFault {
  /** A name of Chromium's, `ERR_NETWORK_CHANGED`. */
  readonly error: string
  /** Before anything leaves; or after the server has carried the request out, in place of its answer's head. */
  readonly when: 'before' | 'after'
  readonly method?: string | undefined
  /** How the path begins; every path where it is absent. */
  readonly path?: string | undefined
  /** How many attempts it meets. An attempt that Chromium makes by itself counts as one. */
  readonly times: number
}

const faults: (Omit<NetFault, 'times'> & { times: number })[] = []

export function injectNetFault(fault: NetFault): void {
  faults.push({ ...fault })
}

/** Forgets what no attempt has met. */
export function clearNetFaults(): void {
  faults.length = 0
}

/** The name of the fault that this attempt meets, if there is one. */
export function netFaultFor(when: NetFault['when'], method: string, path: string): string | undefined {
  const fault = faults.find(
    (one) => one.when === when && one.times > 0 && (one.method ?? method) === method && path.startsWith(one.path ?? ''),
  )
  if (fault === undefined) return undefined
  fault.times -= 1
  return fault.error
}
