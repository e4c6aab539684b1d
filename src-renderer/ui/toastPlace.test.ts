import { describe, expect, it } from 'vitest'
import { type Box, toastPlace } from './toastPlace.ts'

const room = { width: 960, height: 640 }
const toast = { width: 352, height: 56 }
const covers = (place: Box, { left, top, width, height }: Box) =>
  place.left < left + width &&
  left < place.left + place.width &&
  place.top < top + height &&
  top < place.top + place.height
const run = { left: 880, top: 560, width: 64, height: 32 }

describe('toastPlace', () => {
  it('stands at the bottom right, above the status bar, where nothing is in the way', () => {
    expect(toastPlace(room, toast, [])).toMatchObject({ left: 592, top: 540 })
    expect(toastPlace(room, toast, [{ left: 0, top: 0, width: 200, height: 600 }])).toMatchObject({ left: 592 })
  })

  it('gives way to a control', () => {
    expect(covers(toastPlace(room, toast, []), run)).toBe(true)
    expect(covers(toastPlace(room, toast, [run]), run)).toBe(false)
  })

  it('covers as little as possible where controls are everywhere', () => {
    const everywhere = { left: 0, top: 0, width: 960, height: 540 }
    expect(toastPlace(room, toast, [everywhere, run])).toMatchObject({ top: 540, left: 304 })
  })
})
