/** Small things that are done at once: the notice for each, and how to undo it. */
import type { Allowance } from '../pacing.ts'
import { passOn, type Teller } from '../plan.ts'
import * as chains from './chains.ts'
import * as contacts from './contacts.ts'
import * as faucet from './faucet.ts'
import * as mining from './mining.ts'
import * as network from './network.ts'
import * as settings from './settings.ts'
import * as wallet from './wallet.ts'

const TELLERS: Readonly<Record<string, Teller>> = {
  ...chains,
  ...contacts,
  ...faucet,
  ...mining,
  ...network,
  ...settings,
  ...wallet,
}

/** For actions that a person may click quickly. */
const USUAL: Allowance = { burst: 20, refill: 1_000 }
/** Addresses that this machine connects to could leak a few bits from the page. */
const REACHING: Allowance = { burst: 4, refill: 15_000 }
/** Bans. */
const BANNING: Allowance = { burst: 10, refill: 5_000 }
/** Starting and stopping nodes. */
const HEAVY: Allowance = { burst: 6, refill: 5_000 }

const ALLOWANCES: Readonly<Record<string, Allowance>> = {
  addnode: REACHING,
  disconnectnode: BANNING,
  setban: BANNING,
  keypoolrefill: HEAVY,
  resendwallettransactions: HEAVY,
  startchain: HEAVY,
  startfriend: HEAVY,
  stopchain: HEAVY,
}

export const allowanceOf = (name: string): Allowance => ALLOWANCES[name] ?? USUAL

/** A method without words of its own is named in the notice. */
const byName: Teller = (call, ground) => ({
  act: () => passOn(call, ground),
  notice: () => ({ text: ground.t('notice.called', { method: call.name, summary: call.method.summary }) }),
})

export const hasWords = (name: string) => Object.hasOwn(TELLERS, name)

export const tellerOf = (name: string): Teller => TELLERS[name] ?? byName
