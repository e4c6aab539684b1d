import { describe, expectTypeOf, it } from 'vitest'
import type { RaiseTable } from './policy.ts'

const raise = () => undefined

describe('RaiseTable', () => {
  it('takes a rule for a method that is done and notified', () => {
    expectTypeOf({ setban: raise }).toExtend<RaiseTable>()
  })

  it('does not compile with a rule for a method of another level', () => {
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
