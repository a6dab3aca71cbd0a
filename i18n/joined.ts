type Joined<T extends readonly object[]> = T extends readonly [infer First, ...infer Rest extends readonly object[]]
  ? First & Joined<Rest>
  : unknown

/** Joins sections. Unlike a spread, it leaves getters unread, whose texts can change. */
export function joined<const T extends readonly object[]>(...sections: T): Joined<T> {
  const result = {}
  for (const section of sections) Object.defineProperties(result, Object.getOwnPropertyDescriptors(section))
  return result as Joined<T> // the properties of all
}
