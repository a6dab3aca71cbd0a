import { expect, it } from 'vitest'
import { isolated } from '#i18n/isolated.ts'

it('a name does not turn the words around it, whatever marks it brings', () => {
  expect(isolated('Noor Haddad')).toBe('Noor Haddad')
  expect(isolated('Žofie 森 花')).toBe('Žofie 森 花')
  expect(isolated('يسرى')).toBe('\u2068يسرى\u2069')
  expect(isolated('a\u202eb\u2069c')).toBe('\u2068abc\u2069')
})
