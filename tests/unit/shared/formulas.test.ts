import { describe, expect, it } from 'vitest'
import { isDrawable } from '#shared/formulas.ts'

describe('a formula', () => {
  it.each([
    String.raw`\def\a{xxxx}\a\a\a`,
    String.raw`\gdef\a{x}`,
    String.raw`\edef\a{x}`,
    String.raw`\xdef\a{x}`,
    String.raw`\let\a=x`,
    String.raw`\futurelet\a\b x`,
    String.raw`\global\let\a=x`,
    String.raw`\long\def\a{x}`,
    String.raw`\newcommand{\a}{x}`,
    String.raw`\renewcommand\sum{x}`,
    String.raw`\providecommand{\a}{x}`,
    String.raw`\frac{1}{\def\a{x}\a}`,
    String.raw`x\def1{y}`,
    String.raw`\\\def\a{x}`,
  ])('is shown as its source if it may define commands: %s', (source) => {
    expect(isDrawable(source, 1000)).toBe(false)
  })

  it.each([
    String.raw`\frac{a}{b}`,
    String.raw`\leftarrow`,
    String.raw`\definecolor`,
    String.raw`\longrightarrow`,
    String.raw`a\\let b`,
    '',
  ])('is rendered: %s', (source) => {
    expect(isDrawable(source, 1000)).toBe(true)
  })

  it('is rendered up to the maximum length', () => {
    expect(isDrawable('x'.repeat(1000), 1000)).toBe(true)
    expect(isDrawable('x'.repeat(1001), 1000)).toBe(false)
  })
})
