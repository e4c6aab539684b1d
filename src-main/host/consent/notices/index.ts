/** Small things that are done at once: what the person is told of them, and how each is taken back. */
import type { Allowance } from '../pacing.ts'
import { passOn, type Teller } from '../plan.ts'
import * as chains from './chains.ts'
import * as faucet from './faucet.ts'
import * as mining from './mining.ts'
import * as network from './network.ts'
import * as wallet from './wallet.ts'

const TELLERS: Readonly<Record<string, Teller>> = { ...chains, ...faucet, ...mining, ...network, ...wallet }

/** As fast as a person clicks. */
const USUAL: Allowance = { burst: 20, refill: 1_000 }
/** Whom this machine calls can carry a few bits out of the page. */
const REACHING: Allowance = { burst: 4, refill: 15_000 }
/** Whom this machine does not talk to. */
const BANNING: Allowance = { burst: 10, refill: 5_000 }
/** Starts and stops of whole nodes. */
const HEAVY: Allowance = { burst: 6, refill: 5_000 }

const ALLOWANCES: Readonly<Record<string, Allowance>> = {
  addnode: REACHING,
  disconnectnode: BANNING,
  setban: BANNING,
  keypoolrefill: HEAVY,
  resendwallettransactions: HEAVY,
  startchain: HEAVY,
  stopchain: HEAVY,
}

export const allowanceOf = (name: string): Allowance => ALLOWANCES[name] ?? USUAL

/** One that nobody wrote words for is told by its name. */
const byName: Teller = (call, ground) => ({
  act: () => passOn(call, ground),
  notice: () => ({ text: `The page called ${call.name}: ${call.method.summary}` }),
})

export const hasWords = (name: string) => Object.hasOwn(TELLERS, name)

export const tellerOf = (name: string): Teller => TELLERS[name] ?? byName
