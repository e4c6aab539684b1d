import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Cell } from '../storage/index.ts'
import { UnwrittenOutputs } from './unwrittenOutputs.ts'

describe('UnwrittenOutputs', () => {
  it('behaves like a map to which ids are added in ascending order', () => {
    const step = fc.oneof(
      fc.record({ gap: fc.integer({ min: 1, max: 4 }), value: fc.oneof(fc.nat(), fc.constant(2n ** 60n)) }),
      fc.record({ back: fc.nat(8) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const [outputs, model] = [new UnwrittenOutputs(), new Map<number, Cell>()]
        let newest = 1_000
        for (const each of steps) {
          if ('gap' in each) {
            newest += each.gap
            outputs.add(newest, each.value)
            model.set(newest, each.value)
          } else expect(outputs.delete(newest - each.back)).toBe(model.delete(newest - each.back))
          for (let id = 990; id <= newest + 3; id++) expect(outputs.get(id)).toBe(model.get(id))
        }
      }),
    )
  })

  it('accepts smaller ids again once it is empty', () => {
    const outputs = new UnwrittenOutputs()
    outputs.add(9, 5)
    outputs.delete(9)
    outputs.add(3, 0)
    expect([outputs.get(3), outputs.get(9)]).toEqual([0, undefined])
    outputs.clear()
    expect(outputs.get(3)).toBeUndefined()
  })
})
