/** A network fault that a test requests. */
export interface NetFault {
  /** A name of Chromium's, `ERR_NETWORK_CHANGED`. */
  readonly error: string
  /**
   * `before`: before anything is sent; `after`: after the server has handled the request, instead of the answer's head.
   */
  readonly when: 'before' | 'after'
  readonly method?: string | undefined
  /** Prefix of the path; absent for every path. */
  readonly path?: string | undefined
  /** The number of attempts that fail. An automatic resend by Chromium counts as an attempt. */
  readonly times: number
}

const faults: (Omit<NetFault, 'times'> & { times: number })[] = []

export function injectNetFault(fault: NetFault): void {
  faults.push({ ...fault })
}

/** Removes the faults that no attempt has used. */
export function clearNetFaults(): void {
  faults.length = 0
}

/** The fault that applies to this attempt, if any. */
export function netFaultFor(when: NetFault['when'], method: string, path: string): string | undefined {
  const fault = faults.find(
    (one) => one.when === when && one.times > 0 && (one.method ?? method) === method && path.startsWith(one.path ?? ''),
  )
  if (fault === undefined) return undefined
  fault.times -= 1
  return fault.error
}
