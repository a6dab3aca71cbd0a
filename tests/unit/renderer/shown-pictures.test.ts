import { describe, expect, it } from 'vitest'
import type { LightboxItem } from '#renderer/state/overlays.svelte.ts'
import { ShownPictures } from '#renderer/features/lightbox/shown-pictures.svelte.ts'

function setUp(index = 0) {
  const saved: string[] = []
  const items = ['one', 'two', 'three'].map((name): LightboxItem => ({
    path: `/small/${name}`,
    file: name === 'three' ? null : `/files/${name}`,
    preview: null,
    size: null,
    name,
    kind: 'picture',
  }))
  const shown = new ShownPictures({
    items,
    index,
    calls: {
      saveMedia: (path) => {
        saved.push(path)
        return Promise.resolve()
      },
    },
  })
  return { shown, saved }
}

describe('the pictures of a lightbox', () => {
  it('have a previous and a next one up to both ends', () => {
    const { shown } = setUp(1)
    expect([shown.hasPrevious, shown.hasNext]).toEqual([true, true])
    shown.go(-1)
    shown.go(-1)
    expect([shown.item?.name, shown.hasPrevious]).toEqual(['one', false])
    shown.go(1)
    shown.go(1)
    shown.go(1)
    expect([shown.item?.name, shown.hasNext]).toEqual(['three', false])
  })

  it('are unzoomed after a step, and load again', () => {
    const { shown } = setUp()
    shown.enlarge(2)
    shown.hasFailed = shown.isLoaded = true
    shown.go(1)
    expect({ zoom: shown.zoom, hasFailed: shown.hasFailed, isLoaded: shown.isLoaded }).toEqual({
      zoom: 1,
      hasFailed: false,
      isLoaded: false,
    })
  })

  it('zoom in up to eight times, and never out below the whole picture', () => {
    const { shown } = setUp()
    shown.enlarge(-1)
    expect(shown.isSmallest).toBe(true)
    for (let times = 0; times < 30; times += 1) shown.turnWheel(-1)
    expect({ zoom: shown.zoom, isLargest: shown.isLargest }).toEqual({ zoom: 8, isLargest: true })
    shown.turnWheel(1)
    expect(shown.isLargest).toBe(false)
  })

  it('move by dragging if they are zoomed in, and are centred otherwise', () => {
    const { shown } = setUp()
    expect(shown.hold(0, 0)).toBe(false)
    shown.enlarge(3)
    expect(shown.hold(10, 10)).toBe(true)
    shown.move(40, 0)
    shown.letGo()
    shown.move(400, 400)
    expect([shown.x, shown.y]).toEqual([30, -10])
    shown.hold(0, 0)
    shown.move(5, 5)
    expect([shown.x, shown.y]).toEqual([35, -5])
    shown.showWhole()
    expect([shown.x, shown.y]).toEqual([0, 0])
  })

  it('are saved as the original, if there is one', () => {
    const { shown, saved } = setUp(1)
    shown.save()
    shown.go(1)
    shown.save()
    expect(saved).toEqual(['/files/two', '/small/three'])
  })
})
