/**
 * Records the first steps of the sandbox. The nodes of both wallets show which steps were done. Completed steps are
 * saved in the list of chains, so that they stay completed after a lifted ban, a restart, or a switch to another chain.
 */
import { type ChainMethodResult, FIRST_COINS_COMMENT, type FirstStep, STEPS } from '#shared/chains/index.ts'
import { createRpcClient, type RpcClient } from '#shared/rpc/client.ts'
import type { MethodResult } from '#shared/rpc/index.ts'
import type { KeptSteps } from './chainList.ts'
import { type ChainProfile, sandboxPair } from './chainProfile.ts'
import { changeEntry } from './chainRunRecord.ts'
import type { ChainSupervisor } from './chainSupervisor.ts'
import type { Registry } from './registry.ts'

type Row = Pick<
  MethodResult<'listwallethistory'>['rows'][number],
  'kind' | 'action' | 'token' | 'comment' | 'state' | 'amount'
>

/** Records of one node. */
export interface StepFacts {
  /** rows of the wallet history */
  readonly rows: readonly Row[]
  readonly bans: number
}

const ORDERS: ReadonlySet<string | null> = new Set(['ask', 'bid'])
const FILLS: ReadonlySet<string | null> = new Set(['fill-ask', 'fill-bid'])

/** The coins that the app gives to Friend are not a step of the user. */
const isSent = ({ kind, token, comment }: Row) =>
  (kind === 'sent' && comment !== FIRST_COINS_COMMENT) || token?.away === true

/** Returns the steps that the records of one node show as done, in display order. */
export function stepsDone({ rows, bans }: StepFacts): readonly FirstStep[] {
  const standing = rows.filter(({ state }) => state !== 'conflicted')
  const done: Readonly<Record<FirstStep, boolean>> = {
    mint: standing.some(({ action }) => action === 'token-create'),
    send: standing.some(isSent),
    fund: standing.some(({ action, amount }) => action === 'faucet-fund' && amount < 0n),
    claim: standing.some(({ action, amount }) => action === 'faucet-claim' && amount > 0n),
    offer: standing.some(({ action }) => ORDERS.has(action)),
    buy: standing.some(({ action }) => FILLS.has(action)),
    ban: bans > 0,
  }
  return STEPS.filter((step) => done[step])
}

interface SeenSteps {
  readonly done: readonly FirstStep[]
  /** id of the first token that was created */
  readonly token: string | null
}

const NOTHING: SeenSteps = { done: [], token: null }
/** Maximum number of history rows to request. */
const MODULE_ROWS = 100
const SENT_ROWS = 20

async function readSteps(client: RpcClient): Promise<SeenSteps> {
  const [modules, sent, bans] = await Promise.all([
    client.call('listwallethistory', { options: { kind: 'module', limit: MODULE_ROWS } }),
    client.call('listwallethistory', { options: { kind: 'sent', limit: SENT_ROWS } }),
    client.call('listbans', {}),
  ])
  const done = stepsDone({ rows: [...modules.rows, ...sent.rows], bans: bans.length })
  // Rows are sorted newest first.
  const created = modules.rows.findLast(({ action, state }) => action === 'token-create' && state !== 'conflicted')
  return { done, token: created?.txid ?? null }
}

const PERSONS = ['me', 'friend'] as const
type Claiming = ChainMethodResult<'getfirststeps'>['claiming']

const searchesClaim = async (client: RpcClient): Promise<boolean> =>
  (await client.call('getfaucetclaim', {})).state === 'searching'

export interface FirstStepRecordDeps {
  readonly registry: Registry
  readonly supervisor: Pick<ChainSupervisor, 'profiles' | 'run'>
}

/** Reports which first steps were done in the sandbox with either of its wallets. */
export class FirstStepRecord {
  readonly #deps: FirstStepRecordDeps

  constructor(deps: FirstStepRecordDeps) {
    this.#deps = deps
  }

  /**
   * Returns the steps done so far, and the wallets that search for a claim. Saves steps that the running nodes show for
   * the first time.
   */
  async done(): Promise<ChainMethodResult<'getfirststeps'>> {
    const { registry, supervisor } = this.#deps
    const { me, friend } = sandboxPair(supervisor.profiles())
    if (me?.entry === undefined) return { done: [], token: null, claiming: [] }
    const kept = me.entry.firstSteps
    const complete = kept !== undefined && kept.token !== null && STEPS.every((step) => kept.done.includes(step))
    if (complete) return shown(kept, [])
    const [seen, claiming] = await Promise.all([
      Promise.all([me, friend].map((profile) => this.#ask(profile, readSteps, NOTHING))),
      this.#claiming({ me, friend }),
    ])
    const next = joined([kept ?? NOTHING, ...seen])
    if (kept?.token === next.token && kept.done.length === next.done.length) return shown(kept, claiming)
    if (next.done.length > 0) {
      await registry.update(
        changeEntry(me.id, (entry) => ({ ...entry, firstSteps: joined([entry.firstSteps ?? NOTHING, next]) })),
      )
    }
    return shown(next, claiming)
  }

  async #claiming(pair: ReturnType<typeof sandboxPair>): Promise<Claiming> {
    const searches = await Promise.all(PERSONS.map((person) => this.#ask(pair[person], searchesClaim, false)))
    return PERSONS.filter((_, index) => searches[index])
  }

  /** Calls the node of a profile. Returns `nothing` for a node that is not running or fails. */
  async #ask<T>(profile: ChainProfile | undefined, read: (client: RpcClient) => Promise<T>, nothing: T): Promise<T> {
    const run = profile && this.#deps.supervisor.run(profile.id)
    if (run === undefined || run.now().state !== 'running') return nothing
    return read(createRpcClient((method, params) => run.call(method, params))).catch(() => nothing)
  }
}

function joined(all: readonly SeenSteps[]): KeptSteps {
  return {
    done: STEPS.filter((step) => all.some(({ done }) => done.includes(step))),
    token: all.find(({ token }) => token !== null)?.token ?? null,
  }
}

const shown = ({ done, token }: KeptSteps, claiming: Claiming) => ({ done: [...done], token, claiming })
