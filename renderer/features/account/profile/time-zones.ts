/** Returns the names of the time zones that can be chosen: none first, and the current one even if it is unknown here. */
export function timeZones(current: string): readonly string[] {
  const known = Intl.supportedValuesOf('timeZone')
  return ['', ...(current === '' || known.includes(current) ? known : [current, ...known])]
}
