/** Notices and undo functions of small actions that run immediately. */

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

/** Limit for actions that a user may click in quick succession. */
const USUAL: RateLimit = { burst: 20, refill: 1_000 }
/** Limit for connecting to addresses, by which a page could leak a few bits per connection. */
const REACHING: RateLimit = { burst: 4, refill: 15_000 }
const BANNING: RateLimit = { burst: 10, refill: 5_000 }
/** Limit for starting and stopping nodes, and other heavy work. */
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

/** Fallback notice, which shows the method's name and summary. */
const byName: NotifiedActionHandler = (call, context) => ({
  notice: () => ({ text: context.t('notice.called', { method: call.name, summary: call.method.summary }) }),
})

export const hasNotice = (name: string) => Object.hasOwn(NOTIFIED_ACTIONS, name)

export const findNotifiedAction = (name: string): NotifiedActionHandler => NOTIFIED_ACTIONS[name] ?? byName
