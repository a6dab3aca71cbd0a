import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** An npm package whose code, data or fonts are in the program. */
export interface BundledPackage {
  readonly name: string
  readonly version: string
  /** An SPDX expression. */
  readonly licence: string
  readonly description: string
  /** The texts of its licence and notices, unchanged. */
  readonly texts: readonly string[]
}

/** A part of the program may not be redistributed without further conditions; the message names it. */
export class LicenceError extends Error {
  readonly code = 'LICENCE'
}

const manifestSchema = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string().optional(),
  author: z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)]).optional(),
  description: z.string().catch(''),
})

const textName = /^(licen[cs]e|copying|notice|ofl)/i

/**
 * The package of a module, by the module's id in a bundle; undefined for the project's own modules and virtual ones.
 */
export function packageOfModule(id: string): string | undefined {
  const path = id.replaceAll('\\', '/').replace(/[?#].*$/, '')
  const below = path.split('/node_modules/').at(-1)
  if (below === undefined || below === path) return undefined
  const [first = '', second = ''] = below.split('/')
  return first.startsWith('@') ? `${first}/${second}` : first
}

/**
 * The text of the MIT licence below its copyright, for packages that only name the licence; it requires its text with
 * every copy.
 */
export const mitText = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy,
modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the
Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE,
ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`

/** The text of a BSD licence with three clauses below its copyright. */
export const bsdText = `Redistribution and use in source and binary forms, with or without
modification, are permitted provided that the following conditions
are met:
1. Redistributions of source code must retain the above copyright
   notice, this list of conditions and the following disclaimer.
2. Redistributions in binary form must reproduce the above copyright
   notice, this list of conditions and the following disclaimer in the
   documentation and/or other materials provided with the distribution.
3. Neither the name of the project nor the names of its contributors
   may be used to endorse or promote products derived from this software
   without specific prior written permission.

THIS SOFTWARE IS PROVIDED BY THE PROJECT AND CONTRIBUTORS ''AS IS'' AND
ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE
IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE
ARE DISCLAIMED.  IN NO EVENT SHALL THE PROJECT OR CONTRIBUTORS BE LIABLE
FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS
OR SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION)
HOWEVER CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT
LIABILITY, OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY
OUT OF THE USE OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF
SUCH DAMAGE.`

/** The beginnings of licence texts that do not contain the licence's name. */
const beginnings: readonly (readonly [beginning: RegExp, licence: string])[] = [
  [/^(The )?MIT License\s+(Copyright [^\n]+\s+)+Permission is hereby granted, free of charge,/, 'MIT'],
]

/**
 * @throws LicenceError if a package names no licence and its text is unknown, or has another licence than MIT without a
 * text
 */
export function readPackage(root: string, name: string): BundledPackage {
  const folder = join(root, 'node_modules', name)
  const manifest = manifestSchema.safeParse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
  if (!manifest.success) throw new LicenceError(`${name} does not say what its licence is.`)
  const { version, description, author } = manifest.data
  const texts = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && textName.test(entry.name))
    .map((entry) => readFileSync(join(folder, entry.name), 'utf8').trim())
  const license =
    manifest.data.license ?? beginnings.find(([beginning]) => texts.some((text) => beginning.test(text)))?.[1]
  if (license === undefined) throw new LicenceError(`${name} does not say what its licence is.`)
  if (texts.length === 0 && license === 'MIT') {
    texts.push(`Copyright ${author?.replace(/\s*[<(].*$/, '') ?? `the authors of ${name}`}\n\n${mitText}`)
  }
  if (texts.length === 0) throw new LicenceError(`${name} has no text of its licence (${license}).`)
  return { name, version, licence: license, description, texts }
}

/** Licences that allow redistribution in a program with a notice only. */
const permissive: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Python-2.0',
  'Unicode-3.0',
  'Unlicense',
  'Zlib',
])

/** Whether a notice satisfies an SPDX expression: one side of each `OR`, and both of each `AND`. */
export function isPermissive(expression: string): boolean {
  const tokens = expression.match(/\(|\)|[^\s()]+/g) ?? []
  let at = 0
  const either = (): boolean => {
    let result = both()
    while (tokens[at] === 'OR') {
      at += 1
      // Both sides are always parsed, since parsing advances the position.
      const next = both()
      result = result || next
    }
    return result
  }
  const both = (): boolean => {
    let result = one()
    while (tokens[at] === 'AND') {
      at += 1
      const next = one()
      result = result && next
    }
    return result
  }
  const one = (): boolean => {
    const token = tokens[at]
    at += 1
    if (token !== '(') return token !== undefined && permissive.has(token)
    const result = either()
    if (tokens[at] !== ')') return false
    at += 1
    return result
  }
  const result = either()
  return result && at === tokens.length
}
