import type { Allowance } from '../pacing.ts'
import { passOn, type Teller } from '../plan.ts'

const USUAL: Allowance = { burst: 20, refill: 1_000 }

export const allowanceOf = (_name: string): Allowance => USUAL

const plainly: Teller = (call, ground) => ({
  act: () => passOn(call, ground),
  notice: () => ({ text: `Done: ${call.name}` }),
})

export const tellerOf = (_name: string): Teller => plainly
