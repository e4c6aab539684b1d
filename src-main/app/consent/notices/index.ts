/** Small things that are done at once: the notice for each, and how to undo it. */

import type { NotifiedActionHandler } from '../plan.ts'
import type { RateLimit } from '../rateLimits.ts'
import * as chains from './chains.ts'
import * as contacts from './contacts.ts'
import * as faucet from './faucet.ts'
import * as mining from './mining.ts'
import * as network from './network.ts'
import * as settings from './settings.ts'
import * as wallet from './wallet.ts'

const NOTIFIED_ACTIONS: Readonly<Record<string, NotifiedActionHandler>> = {
  ...chains,
  ...contacts,
  ...faucet,
  ...mining,
  ...network,
  ...settings,
  ...wallet,
}

/** For actions that a person may click quickly. */
const USUAL: RateLimit = { burst: 20, refill: 1_000 }
/** Addresses that this machine connects to could leak a few bits from the page. */
const REACHING: RateLimit = { burst: 4, refill: 15_000 }
/** Bans. */
const BANNING: RateLimit = { burst: 10, refill: 5_000 }
/** Starting and stopping nodes. */
const HEAVY: RateLimit = { burst: 6, refill: 5_000 }

const ALLOWANCES: Readonly<Record<string, RateLimit>> = {
  addnode: REACHING,
  disconnectnode: BANNING,
  setban: BANNING,
  keypoolrefill: HEAVY,
  resendwallettransactions: HEAVY,
  startchain: HEAVY,
  startfriend: HEAVY,
  stopchain: HEAVY,
}

export const rateLimitFor = (name: string): RateLimit => ALLOWANCES[name] ?? USUAL

/** A method without words of its own is named in the notice. */
const byName: NotifiedActionHandler = (call, ground) => ({
  notice: () => ({ text: ground.t('notice.called', { method: call.name, summary: call.method.summary }) }),
})

export const hasWords = (name: string) => Object.hasOwn(NOTIFIED_ACTIONS, name)

export const findNotifiedAction = (name: string): NotifiedActionHandler => NOTIFIED_ACTIONS[name] ?? byName
