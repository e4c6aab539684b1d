import { describe, expectTypeOf, it } from 'vitest'
import type { RaiseTable } from './policy.ts'

const raise = () => undefined

describe('RaiseTable', () => {
  it('accepts a rule for a notified method', () => {
    expectTypeOf({ setban: raise }).toExtend<RaiseTable>()
  })

  it('rejects a rule for a method of another level at compile time', () => {
    // @ts-expect-error: its contract says `none`
    const none: RaiseTable = { getblockcount: raise }
    // @ts-expect-error: its contract says `ask`
    const asked: RaiseTable = { sendtoaddress: raise }
    // @ts-expect-error: there is no such method
    const unknown: RaiseTable = { banall: raise }
    expectTypeOf(none).toEqualTypeOf(asked)
    expectTypeOf(unknown).toEqualTypeOf<RaiseTable>()
  })
})
